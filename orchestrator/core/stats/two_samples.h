#pragma once

#include <vector>

namespace pacer {

/// The probability that two samples of one distribution differ at least as far as these do, by the
/// Mann-Whitney U test (H. B. Mann and D. R. Whitney, On a test of whether one of two random
/// variables is stochastically larger than the other, Annals of Mathematical Statistics 18, 1947,
/// 50-60): two-sided and exact, also with equal values, by counting all ways to divide the given
/// ranks (B. Streitberg and J. Röhmel, Exact distributions for permutation and rank tests,
/// Statistical Software Newsletter 12, 1986, 10-17). Throws Error for an empty sample.
double mann_whitney_p(const std::vector<double>& a, const std::vector<double>& b);

/// How often a value of `a` is over one of `b`, equal ones counting half: 0.5 is no effect, 0 and 1
/// are complete separation (A. Vargha and H. D. Delaney, A critique and improvement of the CL
/// common language effect size statistics of McGraw and Wong, Journal of Educational and Behavioral
/// Statistics 25, 2000, 101-132). Throws Error for an empty sample.
double probability_of_superiority(const std::vector<double>& a, const std::vector<double>& b);

/// a over b, for positive values.
struct RatioEstimate {
  double ratio = 1;
  double low = 0;  ///< 0 and infinity where the samples are too small for the level
  double high = 0;
};

/// The median of all ratios a value of `a` over a value of `b`, and the interval that the exact U
/// test at level 1 - confidence does not reject: a shift of the logarithms (J. L. Hodges and E. L.
/// Lehmann, Estimates of location based on rank tests, Annals of Mathematical Statistics 34, 1963,
/// 598-611; D. F. Bauer, Constructing confidence sets using rank statistics, Journal of the
/// American Statistical Association 67, 1972, 687-690). Throws Error for an empty sample, a value
/// that is not positive, and a confidence that is not over 0 and under 1.
RatioEstimate hodges_lehmann_ratio(const std::vector<double>& a, const std::vector<double>& b,
                                   double confidence);

/// Several p-values together, in the order given: rejecting those at most alpha errs anywhere with
/// at most probability alpha (S. Holm, A simple sequentially rejective multiple test procedure,
/// Scandinavian Journal of Statistics 6, 1979, 65-70).
std::vector<double> holm_adjusted(const std::vector<double>& p);

}  // namespace pacer
