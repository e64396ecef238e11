#include "core/compare/change.h"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <numbers>

#include "core/metrics/table.h"
#include "core/stats/median.h"
#include "core/stats/paired.h"
#include "core/stats/spread.h"
#include "core/stats/two_samples.h"

namespace pacer {
namespace {

constexpr double kConfidence = 1 - kCompareAlpha;
constexpr double kPower = 0.8;
constexpr double kEfficiency = 3 / std::numbers::pi;  ///< of rank tests for normal values
constexpr int kMostRounds = 100'000;                  ///< beyond it a forecast says nothing

bool higher_is_better(const std::string& key) { return metric(key).better == Better::kHigher; }

std::vector<double> log_differences(const OldAndNew& values) {
  std::vector<double> differences;
  for (std::size_t i = 0; i < values.old_values.size(); ++i) {
    differences.push_back(std::log(values.new_values[i]) - std::log(values.old_values[i]));
  }
  return differences;
}

double new_higher_share(const OldAndNew& values) {
  if (!values.is_paired) return probability_of_superiority(values.new_values, values.old_values);
  double over = 0;
  for (const double d : log_differences(values)) over += d > 0 ? 1 : d == 0 ? 0.5 : 0;
  return over / static_cast<double>(values.old_values.size());
}

/// The ratio as a worsening: over 1 is worse, whichever way is better.
struct Worsening {
  double ratio = 1;
  double low = 0;
  double high = 0;
};

Worsening worsening_of(const MetricChange& change) {
  if (!higher_is_better(change.metric)) return {*change.ratio, *change.low, *change.high};
  return {1 / *change.ratio, 1 / *change.high, 1 / *change.low};
}

Change decided(const MetricChange& change, double tolerance) {
  if (!change.ratio) return Change::kNotMeasured;
  if (!change.low) return Change::kTooFew;
  if (change.client_bound) return Change::kUndecided;
  const auto worse = worsening_of(change);
  const double limit = 1 + tolerance;
  const bool is_sure = *change.p_holm <= kCompareAlpha;
  if (is_sure && worse.low > 1) {
    return worse.ratio > limit ? Change::kRegressed : Change::kSlightlyWorse;
  }
  if (is_sure && worse.high < 1) return Change::kBetter;
  if (worse.high > limit) return Change::kUndecided;
  return worse.low >= 1 / limit ? Change::kSame : Change::kNotWorse;
}

/// Variance of the logarithm of the ratio with one round; none where it cannot be told.
std::optional<double> variance_of_one_round(const OldAndNew& values) {
  const auto n = values.old_values.size();
  const auto m = values.new_values.size();
  if (values.is_paired) {
    if (n < 2) return std::nullopt;
    return squared_deviations(log_differences(values)) / static_cast<double>(n - 1);
  }
  if (n + m < 3) return std::nullopt;
  const double within =
      squared_log_deviations(values.old_values) + squared_log_deviations(values.new_values);
  return 2 * within / static_cast<double>(n + m - 2);
}

/// How far the interval must reach at most to decide: to 1, or to the tolerance, whichever is
/// farther from what was seen.
double deciding_distance(const MetricChange& change, double tolerance) {
  const double limit = std::log(1 + tolerance);
  double worse = std::log(*change.ratio);
  if (higher_is_better(change.metric)) worse = -worse;
  return worse >= limit ? worse : std::max(std::fabs(worse), limit - worse);
}

int rounds_that_decide(const OldAndNew& values, const MetricChange& change, double tolerance,
                       int tests) {
  const int fewest = fewest_rounds(values.is_paired, tests);
  const auto variance = variance_of_one_round(values);
  const double distance = deciding_distance(change, tolerance);
  if (!variance || distance <= 0) return fewest;
  const boost::math::normal normal;
  const double z = quantile(normal, 1 - kCompareAlpha / (2 * tests)) + quantile(normal, kPower);
  const double needed = *variance * z * z / (distance * distance * kEfficiency);
  return std::max(fewest, static_cast<int>(std::ceil(std::min<double>(needed, kMostRounds))));
}

}  // namespace

MetricChange measure_change(const OldAndNew& values) {
  MetricChange change;
  change.metric = values.metric;
  change.old_n = static_cast<int>(values.old_values.size());
  change.new_n = static_cast<int>(values.new_values.size());
  if (change.old_n > 0) change.old_median = median(values.old_values);
  if (change.new_n > 0) change.new_median = median(values.new_values);
  if (change.old_n == 0 || change.new_n == 0) return change;
  const auto estimate =
      values.is_paired
          ? paired_hodges_lehmann_ratio(values.new_values, values.old_values, kConfidence)
          : hodges_lehmann_ratio(values.new_values, values.old_values, kConfidence);
  change.ratio = estimate.ratio;
  if (std::isfinite(estimate.high)) {
    change.low = estimate.low;
    change.high = estimate.high;
  }
  const double higher = new_higher_share(values);
  change.new_better_share = higher_is_better(values.metric) ? higher : 1 - higher;
  change.p = values.is_paired ? signed_rank_p(log_differences(values))
                              : mann_whitney_p(values.new_values, values.old_values);
  return change;
}

void decide_changes(const std::vector<OldAndNew>& values, double tolerance,
                    std::vector<MetricChange>& changes) {
  // What cannot be tested, and what the client limited, takes no share of the permitted error.
  std::vector<MetricChange*> tested;
  std::vector<double> p;
  for (auto& change : changes) {
    if (!change.low || change.client_bound) continue;
    tested.push_back(&change);
    p.push_back(*change.p);
  }
  const auto adjusted = holm_adjusted(p);
  for (std::size_t i = 0; i < tested.size(); ++i) tested[i]->p_holm = adjusted[i];
  const auto tests = static_cast<int>(std::count_if(
      changes.begin(), changes.end(), [](const auto& change) { return change.ratio.has_value(); }));
  for (std::size_t i = 0; i < changes.size(); ++i) {
    auto& change = changes[i];
    change.change = decided(change, tolerance);
    const bool is_open = change.change == Change::kUndecided || change.change == Change::kTooFew;
    if (!is_open || change.client_bound) continue;
    const int seen = std::min(change.old_n, change.new_n);
    const int needed = rounds_that_decide(values[i], change, tolerance, tests);
    change.more_rounds = std::max(1, needed - seen);
  }
}

int fewest_rounds(bool is_paired, int tests) {
  const double wanted = kCompareAlpha / std::max(1, tests);
  double p = 2;  // two-sided, of complete separation
  for (int n = 1;; ++n) {
    p *= is_paired ? 0.5 : n / (2.0 * (2 * n - 1));  // 2^-n; 1 / C(2n, n)
    if (p <= wanted) return n;
  }
}

std::string change_name(Change change) {
  switch (change) {
    case Change::kBetter:
      return "better";
    case Change::kSame:
      return "same";
    case Change::kNotWorse:
      return "not worse";
    case Change::kSlightlyWorse:
      return "a bit worse";
    case Change::kRegressed:
      return "regressed";
    case Change::kUndecided:
      return "undecided";
    case Change::kTooFew:
      return "too few";
    case Change::kNotMeasured:
      return "not measured";
  }
  return "";
}

std::string verdict_name(CompareVerdict verdict) {
  switch (verdict) {
    case CompareVerdict::kPassed:
      return "passed";
    case CompareVerdict::kUndecided:
      return "undecided";
    case CompareVerdict::kRegressed:
      return "regressed";
    case CompareVerdict::kNotComparable:
      return "not comparable";
  }
  return "";
}

}  // namespace pacer
