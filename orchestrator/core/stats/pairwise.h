#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/stats/rank_interval.h"
#include "core/stats/studentized_range.h"
#include "core/stats/two_way.h"

namespace pacer {

/// Ratios between 1 / 1.02 and 1.02 are of no practical account.
constexpr double kSmallestRatioThatMatters = 1.02;

/// value of `first` over value of `second`, with its simultaneous interval.
struct PairRatio {
  std::size_t first = 0;
  std::size_t second = 0;
  double ratio = 1;
  double low = 1;
  double high = 1;
  bool differs = false;  ///< the interval lies wholly outside [1 / 1.02, 1.02]
};

/// Natural logarithms. Throws Error for a value that is not positive, or infinite.
TwoWayTable logarithms(const TwoWayTable& values);

/// The ratios of all pairs, first < second, from a table of natural logarithms. With the
/// probability of `range` all intervals hold at once. Each is the wider of two:
///
/// - Tukey's, as Kramer generalised it to unequal numbers: q / sqrt(2) standard errors of the fit
///   (J. W. Tukey, The problem of multiple comparisons, Princeton 1953; C. Y. Kramer, Extension of
///   multiple range tests to group means with unequal numbers of replications, Biometrics 12, 1956,
///   307-310; proven conservative by A. J. Hayter, Annals of Statistics 12, 1984, 61-75). It takes
///   the noise of all groups for equal.
/// - The same with the pair's own noise: the deviation of its differences over the rounds that both
///   were measured in, and their degrees of freedom (P. A. Games and J. F. Howell, Pairwise
///   multiple comparison procedures with unequal n's and/or variances, Journal of Educational
///   Statistics 1, 1976, 113-125, for differences within blocks). Otherwise one unsteady framework
///   would be told apart from others more often than promised: the simulation in
///   familywise_test.cpp shows three times the error. Pairs with under 2 common rounds are never
///   told apart.
std::vector<PairRatio> pairwise_ratios(const TwoWayTable& logs, const TwoWayFit& fit,
                                       StudentizedRange& range);

/// One interval a group, from the pairs that differ. Groups are equal ("=") only if their intervals
/// are.
std::vector<RankInterval> rank_intervals(std::size_t groups, const std::vector<PairRatio>& pairs,
                                         bool higher_is_better);

/// The smallest ratio (above 1) that is told apart in a typical pair: 1.02 and half an interval,
/// the median over all pairs. What the table prints as its noise floor.
double noise_floor(const std::vector<PairRatio>& pairs);

/// All of it, for positive values.
struct Comparison {
  std::vector<PairRatio> pairs;
  std::vector<RankInterval> ranks;
  double noise_floor = 1;
  double permutation_p = 1;
  /// The intervals tell some pair apart, but the permutation check calls the largest difference
  /// chance: then no pair counts as different.
  bool overruled = false;
};

struct ComparisonSettings {
  double alpha = 0.05;  ///< the probability of any wrong difference in the whole table
  bool higher_is_better = true;
  int permutations = 1999;
  std::uint64_t seed = 1;
};

/// Throws Error as fit_two_way does, and for a value that is not positive.
Comparison compare_groups(const TwoWayTable& values, const ComparisonSettings& settings);

/// The same with a range that is shared between tables; its probability must be 1 - alpha.
Comparison compare_groups(const TwoWayTable& values, const ComparisonSettings& settings,
                          StudentizedRange& range);

}  // namespace pacer
