#include "core/model/summary.h"

namespace pacer {

const Estimate* estimate_of(const Summary& summary, const std::string& key) {
  const auto found = summary.estimates.find(key);
  return found == summary.estimates.end() ? nullptr : &found->second;
}

double median_or(const Summary& summary, const std::string& key, double otherwise) {
  const auto* estimate = estimate_of(summary, key);
  return estimate == nullptr ? otherwise : estimate->median;
}

}  // namespace pacer
