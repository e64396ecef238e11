#pragma once

#include <vector>

#include "core/stats/two_samples.h"

namespace pacer {

/// The probability that differences of pairs lie at least as far to one side as these, where no
/// side is favoured, by the signed-rank test (F. Wilcoxon, Individual comparisons by ranking
/// methods, Biometrics Bulletin 1, 1945, 80-83): two-sided and exact, also with equal values, over
/// all ways to give signs to the ranks. Differences of zero take part in the ranking and then count
/// for neither side (J. W. Pratt, Remarks on zeros and ties in the Wilcoxon signed rank procedures,
/// Journal of the American Statistical Association 54, 1959, 655-667). Throws Error where there are
/// none.
double signed_rank_p(const std::vector<double>& differences);

/// a over b, for positive values measured in pairs (a[i] beside b[i]): the median of the means of
/// all two logarithms of ratios, and the interval that the exact signed-rank test at level 1 -
/// confidence does not reject (J. W. Tukey, The simplest signed rank tests, Princeton 1949; J. L.
/// Hodges and E. L. Lehmann 1963; M. Hollander and D. A. Wolfe, Nonparametric Statistical Methods,
/// Wiley 1973, ch. 3). What a pair has in common, such as a slow minute, drops out. Throws Error as
/// hodges_lehmann_ratio does, and for samples of different size.
RatioEstimate paired_hodges_lehmann_ratio(const std::vector<double>& a,
                                          const std::vector<double>& b, double confidence);

}  // namespace pacer
