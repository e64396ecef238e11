#include "core/plan/rounds.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

#include "core/plan/shuffle.h"

namespace pacer {
namespace {

using Order = std::vector<int>;

Order counted(int entries) {
  Order order(static_cast<std::size_t>(entries));
  std::iota(order.begin(), order.end(), 0);
  return order;
}

/// Row 0 of the design is 0, 1, n - 1, 2, n - 2, …: its neighbours' differences modulo n are all
/// different (for an even n), which is what balances the predecessors. Row i adds i modulo n.
std::vector<Order> williams_rows(int entries) {
  Order first;
  for (int i = 0; i < entries; ++i) {
    first.push_back(i % 2 == 1 ? (i + 1) / 2 : (entries - i / 2) % entries);
  }
  std::vector<Order> rows;
  for (int shift = 0; shift < entries; ++shift) {
    Order row;
    for (const int item : first) row.push_back((item + shift) % entries);
    rows.push_back(std::move(row));
  }
  return rows;
}

std::vector<Order> balanced(int entries, int rounds, std::mt19937_64& engine) {
  auto parts = counted(entries);
  shuffle(parts, engine);
  const auto rows = williams_rows(entries);
  std::vector<Order> orders;
  for (int block = 0; static_cast<int>(orders.size()) < rounds; ++block) {
    auto picked = rows;
    // Of an odd number every second block is read backwards: A before B there balances B before A.
    if (entries % 2 == 1 && block % 2 == 1) {
      for (auto& row : picked) std::reverse(row.begin(), row.end());
    }
    shuffle(picked, engine);
    for (auto& row : picked) {
      for (auto& item : row) item = parts[static_cast<std::size_t>(item)];
      if (static_cast<int>(orders.size()) < rounds) orders.push_back(std::move(row));
    }
  }
  return orders;
}

}  // namespace

std::vector<Order> round_orders(int entries, int rounds, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  if (rounds >= entries) return balanced(entries, rounds, engine);
  std::vector<Order> orders;
  for (int round = 0; round < rounds; ++round) {
    auto order = counted(entries);
    shuffle(order, engine);
    orders.push_back(std::move(order));
  }
  return orders;
}

}  // namespace pacer
