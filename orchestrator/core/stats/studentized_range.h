#pragma once

#include <map>

namespace pacer {

/// The studentized range: the distance between the largest and the smallest of `groups` independent
/// standard normal values, divided by an independent estimate of their standard deviation with
/// `df` degrees of freedom (infinity: the deviation is known). R calls them ptukey and qtukey.
///
/// The probability is a double integral (H. O. Hartley, The range in random samples, Biometrika 32,
/// 1942, 334-348; M. D. Copenhaver and B. Holland, Computation of the distribution of the maximum
/// studentized range statistic with application to multiple significance testing of simple effects,
/// Journal of Statistical Computation and Simulation 30, 1988, 1-15). It is taken by Gauss-Legendre
/// quadrature; the absolute error is below 1e-9.
///
/// Throws Error for fewer than 2 groups or less than 1 degree of freedom.
double studentized_range_probability(double q, int groups, double df);

/// The q that is not exceeded with `probability`. Throws Error, too, where that is not over 0 and
/// under 1.
double studentized_range_quantile(double probability, int groups, double df);

/// Quantiles for one number of groups and one level. One costs milliseconds and the same degrees of
/// freedom come again and again, so each is computed once.
class StudentizedRange {
 public:
  StudentizedRange(int groups, double probability) : groups_(groups), probability_(probability) {}

  int groups() const { return groups_; }
  double probability() const { return probability_; }
  double quantile(double df);

 private:
  int groups_;
  double probability_;
  std::map<double, double> known_;
};

}  // namespace pacer
