#include "load/stalls.h"

#include <algorithm>
#include <utility>

namespace pacer::load {
namespace {

std::vector<Stall> overlap(const std::vector<Stall>& a, const std::vector<Stall>& b) {
  std::vector<Stall> both;
  auto left = a.begin();
  auto right = b.begin();
  while (left != a.end() && right != b.end()) {
    const auto begin = std::max(left->begin_ns, right->begin_ns);
    const auto end = std::min(left->end_ns, right->end_ns);
    if (end - begin >= kShortestStallNs) both.push_back({begin, end});
    (left->end_ns < right->end_ns ? left : right)++;
  }
  return both;
}

}  // namespace

std::vector<Stall> common_stalls(const std::vector<std::vector<Stall>>& threads) {
  if (threads.empty()) return {};
  auto common = threads.front();
  for (std::size_t i = 1; i < threads.size(); ++i) common = overlap(common, threads[i]);
  return common;
}

}  // namespace pacer::load
