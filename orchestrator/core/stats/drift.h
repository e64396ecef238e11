#pragma once

#include <vector>

namespace pacer {

/// The median of the slopes between all pairs of points (H. Theil, A rank-invariant method of
/// linear and polynomial regression analysis, Proc. Koninklijke Nederlandse Akademie van
/// Wetenschappen 53, 1950, 386-392; P. K. Sen, Estimates of the regression coefficient based on
/// Kendall's tau, Journal of the American Statistical Association 63, 1968, 1379-1389). Almost a
/// third of the points may be arbitrarily wrong. Pairs at the same x have no slope. Throws Error
/// where there is no slope at all, or as many x as y are not given.
double theil_sen_slope(const std::vector<double>& x, const std::vector<double>& y);

/// The probability that values in random order rise or fall together with x at least as far as
/// these do: the exact two-sided test of Kendall's S (H. B. Mann, Nonparametric tests against
/// trend, Econometrica 13, 1945, 245-259). The values of x must be different; equal values of y
/// count for neither side, which makes the test more cautious.
double trend_p(const std::vector<double>& x, const std::vector<double>& y);

/// Whether a quantity moved while it was measured.
struct Drift {
  double change = 0;  ///< relative, along the slope from the first slice to the last: 0.1 = +10 %
  double spread = 0;  ///< relative deviation of the slices from the line
  double p = 1;       ///< of trend_p
  bool large = false;  ///< the change is over 5 %, and over the slices' own spread
  /// Large, and p at most kDriftLevel. Without the last, five slices of pure noise would be called
  /// moving every third time.
  bool moving = false;
};

inline constexpr double kDriftLevel = 0.05;

/// The drift test of positive values in slices at the given times (any unit), on their logarithms:
/// the Theil-Sen slope, and 1.4826 times the median absolute deviation from the line as spread (F.
/// R. Hampel, The influence curve and its role in robust estimation, Journal of the American
/// Statistical Association 69, 1974, 383-393). Fewer than 5 slices cannot show a drift: `moving` is
/// false then. Throws Error for a value that is not positive.
Drift drift_of(const std::vector<double>& times, const std::vector<double>& values);

}  // namespace pacer
