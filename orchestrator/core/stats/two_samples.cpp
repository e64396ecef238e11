#include "core/stats/two_samples.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numeric>

#include "base/error.h"
#include "core/stats/median.h"

namespace pacer {
namespace {

constexpr double kRounding = 1e-9;  ///< what sums of probabilities may be off by

void check(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.empty() || b.empty()) throw Error("there is nothing to compare with no values");
}

/// Twice the ranks of all values, those of `a` first: equal values share the mean of their ranks,
/// and twice that is whole.
std::vector<int> doubled_ranks(const std::vector<double>& a, const std::vector<double>& b) {
  auto values = a;
  values.insert(values.end(), b.begin(), b.end());
  auto sorted = values;
  std::sort(sorted.begin(), sorted.end());
  std::vector<int> ranks;
  for (const double value : values) {
    const auto [from, to] = std::equal_range(sorted.begin(), sorted.end(), value);
    ranks.push_back(static_cast<int>((from - sorted.begin()) + (to - sorted.begin())) + 1);
  }
  return ranks;
}

/// P(the doubled ranks of `chosen` of them sum to s), all choices equally likely: by the number of
/// choices of each size and sum among the ranks so far.
std::vector<double> sum_probabilities(const std::vector<int>& ranks, std::size_t chosen) {
  const auto most = static_cast<std::size_t>(std::accumulate(ranks.begin(), ranks.end(), 0));
  std::vector<std::vector<double>> ways(chosen + 1, std::vector<double>(most + 1, 0.0));
  ways[0][0] = 1;
  for (const int rank : ranks) {
    for (std::size_t size = chosen; size > 0; --size) {
      for (std::size_t sum = most; sum + 1 > static_cast<std::size_t>(rank); --sum) {
        ways[size][sum] += ways[size - 1][sum - static_cast<std::size_t>(rank)];
      }
    }
  }
  const double all = std::accumulate(ways[chosen].begin(), ways[chosen].end(), 0.0);
  for (auto& count : ways[chosen]) count /= all;
  return ways[chosen];
}

/// The largest number c for which P(U < c) ≤ probability, without equal values.
std::size_t critical_count(std::size_t n, std::size_t m, double probability) {
  std::vector<int> ranks(n + m);
  std::iota(ranks.begin(), ranks.end(), 1);
  const auto probabilities = sum_probabilities(ranks, n);
  const auto least = n * (n + 1) / 2;  // U = rank sum - least
  const double limit = probability * (1 + kRounding);
  double below = 0;
  std::size_t count = 0;
  while (count <= n * m && below + probabilities[least + count] <= limit) {
    below += probabilities[least + count++];
  }
  return count;
}

std::vector<double> log_ratios(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> ratios;
  for (const double x : a) {
    for (const double y : b) {
      if (!(x > 0 && y > 0)) {
        throw Error(fmt::format("a ratio needs positive values, not {}", x > 0 ? y : x));
      }
      ratios.push_back(std::log(x) - std::log(y));
    }
  }
  std::sort(ratios.begin(), ratios.end());
  return ratios;
}

}  // namespace

double mann_whitney_p(const std::vector<double>& a, const std::vector<double>& b) {
  check(a, b);
  const auto ranks = doubled_ranks(a, b);
  const auto size = static_cast<std::ptrdiff_t>(a.size());
  const int measured = std::accumulate(ranks.begin(), ranks.begin() + size, 0);
  const int middle = static_cast<int>(a.size() * (a.size() + b.size() + 1));
  const auto probabilities = sum_probabilities(ranks, a.size());
  double p = 0;
  for (std::size_t sum = 0; sum < probabilities.size(); ++sum) {
    const int off = std::abs(static_cast<int>(sum) - middle);
    if (off >= std::abs(measured - middle)) p += probabilities[sum];
  }
  return p > 1 - kRounding ? 1 : p;
}

double probability_of_superiority(const std::vector<double>& a, const std::vector<double>& b) {
  check(a, b);
  double over = 0;
  for (const double x : a) {
    for (const double y : b) over += x > y ? 1 : x == y ? 0.5 : 0;
  }
  return over / static_cast<double>(a.size() * b.size());
}

RatioEstimate hodges_lehmann_ratio(const std::vector<double>& a, const std::vector<double>& b,
                                   double confidence) {
  check(a, b);
  if (!(confidence > 0 && confidence < 1)) {
    throw Error(fmt::format("a confidence must be over 0 and under 1, not {}", confidence));
  }
  const auto ratios = log_ratios(a, b);
  RatioEstimate estimate{std::exp(median(ratios)), 0, std::numeric_limits<double>::infinity()};
  const auto count = critical_count(a.size(), b.size(), (1 - confidence) / 2);
  if (count == 0) return estimate;
  estimate.low = std::exp(ratios[count - 1]);
  estimate.high = std::exp(ratios[ratios.size() - count]);
  return estimate;
}

std::vector<double> holm_adjusted(const std::vector<double>& p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t i, std::size_t j) { return p[i] < p[j]; });
  std::vector<double> adjusted(p.size());
  double largest = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    largest = std::max(largest, std::min(1.0, p[order[i]] * static_cast<double>(p.size() - i)));
    adjusted[order[i]] = largest;
  }
  return adjusted;
}

}  // namespace pacer
