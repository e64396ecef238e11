#include "core/stats/spread.h"

#include <fmt/format.h>

#include <cmath>
#include <numeric>

#include "base/error.h"

namespace pacer {

std::optional<double> relative_spread(const TwoWayTable& values) {
  double squares = 0;
  int df = 0;
  for (const auto& row : values) {
    int n = 0;
    double mean = 0;
    for (const auto& value : row) {
      if (!value) continue;
      if (!(*value > 0)) throw Error(fmt::format("a spread needs positive values, not {}", *value));
      const double off = std::log(*value) - mean;
      mean += off / ++n;
      squares += off * (std::log(*value) - mean);
    }
    if (n > 1) df += n - 1;
  }
  if (df == 0) return std::nullopt;
  return std::sqrt(std::expm1(squares / df));
}

double squared_deviations(const std::vector<double>& values) {
  const double mean =
      std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  double sum = 0;
  for (const double value : values) sum += (value - mean) * (value - mean);
  return sum;
}

double squared_log_deviations(std::vector<double> values) {
  for (auto& value : values) value = std::log(value);
  return squared_deviations(values);
}

TwoWayTable normalised(const TwoWayTable& values,
                       const std::vector<std::optional<double>>& reference) {
  auto result = values;
  for (auto& row : result) {
    for (std::size_t round = 0; round < row.size(); ++round) {
      const bool known = round < reference.size() && reference[round] && *reference[round] > 0;
      if (!known) {
        row[round].reset();
      } else if (row[round]) {
        *row[round] /= *reference[round];
      }
    }
  }
  return result;
}

}  // namespace pacer
