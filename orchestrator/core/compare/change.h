#pragma once

#include <string>
#include <vector>

#include "core/compare/comparison.h"

namespace pacer {

/// The level at which an error anywhere in a comparison is permitted.
inline constexpr double kCompareAlpha = 0.05;

/// Positive values of one metric in both versions.
struct OldAndNew {
  std::string metric;
  std::vector<double> old_values;
  std::vector<double> new_values;
  bool is_paired = false;  ///< old_values[i] and new_values[i] belong together
};

/// Ratio, interval, effect size and p: by Mann-Whitney and Hodges-Lehmann (two_samples.h), of pairs
/// by Wilcoxon's signed ranks (paired.h). No verdict yet.
MetricChange measure_change(const OldAndNew& values);

/// Gives each its verdict, all tests taken together (Holm): `values` are what `changes` came from.
/// A change for the worse or the better is sure where the interval excludes 1 and p_holm is at most
/// 0.05; it is a regression where the ratio itself lies beyond 1 + tolerance (for figures of which
/// more is better: below its reciprocal). What is not sure is only called the same, or not worse,
/// where the interval rules a regression out.
///
/// `more_rounds` of an undecided one is what would decide it in four of five cases if spread and
/// ratio stay as seen (normal approximation of the rank tests, asymptotic efficiency 3 / pi; G. E.
/// Noether, Sample size determination for some common nonparametric tests, Journal of the American
/// Statistical Association 82, 1987, 645-647).
void decide_changes(const std::vector<OldAndNew>& values, double tolerance,
                    std::vector<MetricChange>& changes);

/// The fewest rounds with which one of `tests` can be sure.
int fewest_rounds(bool is_paired, int tests);

}  // namespace pacer
