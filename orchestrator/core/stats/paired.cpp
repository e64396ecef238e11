#include "core/stats/paired.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/error.h"
#include "core/stats/median.h"

namespace pacer {
namespace {

constexpr double kRounding = 1e-9;  ///< what sums of probabilities may be off by

/// P(those of the doubled ranks that get the sign + sum to s), both signs equally likely.
std::vector<double> sum_probabilities(const std::vector<int>& doubled_ranks) {
  std::vector<double> probabilities{1};
  for (const int rank : doubled_ranks) {
    const auto shift = static_cast<std::size_t>(rank);
    std::vector<double> next(probabilities.size() + shift, 0.0);
    for (std::size_t sum = 0; sum < probabilities.size(); ++sum) {
      next[sum] += probabilities[sum] / 2;
      next[sum + shift] += probabilities[sum] / 2;
    }
    probabilities = std::move(next);
  }
  return probabilities;
}

/// Twice the rank of each by its size; equal ones share the mean, and twice that is whole.
std::vector<int> doubled_ranks(const std::vector<double>& differences) {
  std::vector<double> sizes;
  for (const double difference : differences) sizes.push_back(std::fabs(difference));
  auto sorted = sizes;
  std::sort(sorted.begin(), sorted.end());
  std::vector<int> ranks;
  for (const double size : sizes) {
    const auto [from, to] = std::equal_range(sorted.begin(), sorted.end(), size);
    ranks.push_back(static_cast<int>((from - sorted.begin()) + (to - sorted.begin())) + 1);
  }
  return ranks;
}

/// The largest number c for which P(sum of ranks < c) ≤ probability, without equal values.
std::size_t critical_count(std::size_t pairs, double probability) {
  std::vector<int> ranks(pairs);
  std::iota(ranks.begin(), ranks.end(), 1);
  const auto probabilities = sum_probabilities(ranks);
  const double limit = probability * (1 + kRounding);
  double below = 0;
  std::size_t count = 0;
  while (count < probabilities.size() && below + probabilities[count] <= limit) {
    below += probabilities[count++];
  }
  return count;
}

std::vector<double> log_ratios(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() != b.size()) {
    throw Error(fmt::format("{} values cannot be paired with {}", a.size(), b.size()));
  }
  if (a.empty()) throw Error("there is nothing to compare with no values");
  std::vector<double> ratios;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!(a[i] > 0 && b[i] > 0)) {
      throw Error(fmt::format("a ratio needs positive values, not {}", a[i] > 0 ? b[i] : a[i]));
    }
    ratios.push_back(std::log(a[i]) - std::log(b[i]));
  }
  return ratios;
}

}  // namespace

double signed_rank_p(const std::vector<double>& differences) {
  if (differences.empty()) throw Error("there is nothing to compare with no values");
  const auto ranks = doubled_ranks(differences);
  std::vector<int> signed_ranks;
  int measured = 0;
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    if (differences[i] == 0) continue;
    signed_ranks.push_back(ranks[i]);
    if (differences[i] > 0) measured += ranks[i];
  }
  const auto probabilities = sum_probabilities(signed_ranks);
  const auto most = static_cast<int>(probabilities.size()) - 1;
  double p = 0;
  for (int sum = 0; sum <= most; ++sum) {
    // Twice the distance from the middle, which is whole.
    if (std::abs(2 * sum - most) >= std::abs(2 * measured - most)) {
      p += probabilities[static_cast<std::size_t>(sum)];
    }
  }
  return p > 1 - kRounding ? 1 : p;
}

RatioEstimate paired_hodges_lehmann_ratio(const std::vector<double>& a,
                                          const std::vector<double>& b, double confidence) {
  if (!(confidence > 0 && confidence < 1)) {
    throw Error(fmt::format("a confidence must be over 0 and under 1, not {}", confidence));
  }
  const auto ratios = log_ratios(a, b);
  std::vector<double> means;
  for (std::size_t i = 0; i < ratios.size(); ++i) {
    for (std::size_t j = i; j < ratios.size(); ++j) means.push_back((ratios[i] + ratios[j]) / 2);
  }
  std::sort(means.begin(), means.end());
  RatioEstimate estimate{std::exp(median(means)), 0, std::numeric_limits<double>::infinity()};
  const auto count = critical_count(ratios.size(), (1 - confidence) / 2);
  if (count == 0) return estimate;
  estimate.low = std::exp(means[count - 1]);
  estimate.high = std::exp(means[means.size() - count]);
  return estimate;
}

}  // namespace pacer
