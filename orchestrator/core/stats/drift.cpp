#include "core/stats/drift.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "base/error.h"
#include "core/stats/median.h"

namespace pacer {
namespace {

constexpr std::size_t kFewestSlices = 5;
constexpr double kSmallestChange = 0.05;
constexpr double kNormalDeviationsPerMad = 1.4826;  ///< 1 / (3rd quartile of the standard normal)

void check_sizes(const std::vector<double>& x, const std::vector<double>& y) {
  if (x.size() == y.size()) return;
  throw Error(fmt::format("{} times do not fit {} values", x.size(), y.size()));
}

int sign(double value) { return (value > 0) - (value < 0); }

/// P(number of inversions = i) in a random order of n: the n-th value adds 0 … n - 1 inversions,
/// all equally likely.
std::vector<double> inversion_probabilities(std::size_t n) {
  std::vector<double> probabilities{1};
  for (std::size_t size = 2; size <= n; ++size) {
    std::vector<double> next(size * (size - 1) / 2 + 1, 0.0);
    for (std::size_t i = 0; i < probabilities.size(); ++i) {
      for (std::size_t added = 0; added < size; ++added) {
        next[i + added] += probabilities[i] / static_cast<double>(size);
      }
    }
    probabilities = std::move(next);
  }
  return probabilities;
}

}  // namespace

double theil_sen_slope(const std::vector<double>& x, const std::vector<double>& y) {
  check_sizes(x, y);
  std::vector<double> slopes;
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = i + 1; j < x.size(); ++j) {
      if (x[i] != x[j]) slopes.push_back((y[j] - y[i]) / (x[j] - x[i]));
    }
  }
  if (slopes.empty()) throw Error("a slope needs values at two different times");
  return median(std::move(slopes));
}

double trend_p(const std::vector<double>& x, const std::vector<double>& y) {
  check_sizes(x, y);
  int s = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = i + 1; j < x.size(); ++j) s += sign(x[j] - x[i]) * sign(y[j] - y[i]);
  }
  const auto probabilities = inversion_probabilities(x.size());
  const int pairs = static_cast<int>(probabilities.size()) - 1;
  double p = 0;
  for (int inversions = 0; inversions <= pairs; ++inversions) {
    if (std::abs(pairs - 2 * inversions) < std::abs(s)) continue;
    p += probabilities[static_cast<std::size_t>(inversions)];
  }
  return std::min(p, 1.0);
}

Drift drift_of(const std::vector<double>& times, const std::vector<double>& values) {
  check_sizes(times, values);
  Drift drift;
  if (values.size() < kFewestSlices) return drift;
  std::vector<double> logs;
  for (const double value : values) {
    if (!(value > 0)) throw Error(fmt::format("a drift needs positive values, not {}", value));
    logs.push_back(std::log(value));
  }
  const double slope = theil_sen_slope(times, logs);
  const auto [first, last] = std::minmax_element(times.begin(), times.end());
  drift.change = std::expm1(slope * (*last - *first));
  for (std::size_t i = 0; i < logs.size(); ++i) logs[i] -= slope * times[i];
  const double level = median(logs);
  for (auto& off : logs) off = std::abs(off - level);
  drift.spread = std::expm1(kNormalDeviationsPerMad * median(logs));
  drift.p = trend_p(times, values);
  drift.large = std::abs(drift.change) > std::max(kSmallestChange, drift.spread);
  drift.moving = drift.large && drift.p <= kDriftLevel;
  return drift;
}

}  // namespace pacer
