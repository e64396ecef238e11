#include "core/stats/studentized_range.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <boost/math/tools/roots.hpp>
#include <cmath>
#include <numbers>
#include <utility>

#include "base/error.h"

namespace pacer {
namespace {

using Gauss = boost::math::quadrature::gauss<double, 15>;

/// What lies beyond contributes less than a double can show.
constexpr double kNegligibleLog = -40;
constexpr double kFarthestNormal = 9;

double normal_probability(double z) { return std::erfc(-z / std::numbers::sqrt2) / 2; }

double normal_density(double z) { return std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi); }

/// P(range of `groups` standard normals ≤ width): whichever is the largest, at z, the others lie
/// between z - width and z.
double range_probability(double width, int groups) {
  if (width <= 0) return 0;
  const auto integrand = [&](double z) {
    const double between = normal_probability(z) - normal_probability(z - width);
    return between <= 0 ? 0 : normal_density(z) * std::pow(between, groups - 1);
  };
  constexpr double kPanel = 1.5;
  double sum = 0;
  for (double from = -kFarthestNormal; from < kFarthestNormal; from += kPanel) {
    sum += Gauss::integrate(integrand, from, from + kPanel);
  }
  return std::clamp(groups * sum, 0.0, 1.0);
}

/// The density of u = log(s), with s² a chi-squared over its degrees of freedom, relative to its
/// peak at 0. On the logarithmic scale it is nearly normal, with deviation 1 / sqrt(2 df).
double log_scale_density(double u, double df) { return df * (u - std::expm1(2 * u) / 2); }

double peak_density(double df) {
  const double half = df / 2;
  return 2 * std::exp(half * std::log(half) - half - std::lgamma(half));
}

void check(int groups, double df) {
  if (groups < 2) throw Error(fmt::format("a range needs 2 groups, not {}", groups));
  if (!(df >= 1)) throw Error(fmt::format("a range needs 1 degree of freedom, not {}", df));
}

/// Panels from the peak outwards, in the direction of `step`.
double integrate_outwards(double q, int groups, double df, double step) {
  const auto integrand = [&](double u) {
    return std::exp(log_scale_density(u, df)) * range_probability(q * std::exp(u), groups);
  };
  double sum = 0;
  double from = 0;
  while (log_scale_density(from, df) > kNegligibleLog) {
    sum += Gauss::integrate(integrand, std::min(from, from + step), std::max(from, from + step));
    from += step;
  }
  return sum;
}

}  // namespace

double studentized_range_probability(double q, int groups, double df) {
  check(groups, df);
  if (!(q > 0)) return 0;
  if (std::isinf(q)) return 1;
  if (std::isinf(df)) return range_probability(q, groups);
  const double panel = 3 / std::sqrt(2 * df);
  const double sum =
      integrate_outwards(q, groups, df, -panel) + integrate_outwards(q, groups, df, panel);
  return std::clamp(peak_density(df) * sum, 0.0, 1.0);
}

double studentized_range_quantile(double probability, int groups, double df) {
  check(groups, df);
  if (!(probability > 0 && probability < 1)) {
    throw Error(fmt::format("a probability must be over 0 and under 1, not {}", probability));
  }
  const auto excess = [&](double q) {
    return studentized_range_probability(q, groups, df) - probability;
  };
  double high = 4;
  while (excess(high) < 0) high *= 2;
  double low = high / 2;
  while (excess(low) > 0) low /= 2;
  boost::uintmax_t steps = 100;
  const auto [from, to] = boost::math::tools::toms748_solve(
      excess, low, high, boost::math::tools::eps_tolerance<double>(36), steps);
  return (from + to) / 2;
}

double StudentizedRange::quantile(double df) {
  const auto found = known_.find(df);
  if (found != known_.end()) return found->second;
  const double q = studentized_range_quantile(probability_, groups_, df);
  known_.emplace(df, q);
  return q;
}

}  // namespace pacer
