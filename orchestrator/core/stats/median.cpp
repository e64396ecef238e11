#include "core/stats/median.h"

#include <algorithm>
#include <numeric>

#include "base/error.h"

namespace pacer {

double median(std::vector<double> values) {
  if (values.empty()) throw Error("there is no median of no values");
  std::sort(values.begin(), values.end());
  const auto upper = values.size() / 2;
  if (values.size() % 2 == 1) return values[upper];
  return std::midpoint(values[upper - 1], values[upper]);
}

}  // namespace pacer
