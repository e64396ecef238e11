#pragma once

#include <optional>
#include <vector>

#include "core/stats/two_way.h"

namespace pacer {

/// How far trials of one group lie apart, relative to their size, over all groups: the geometric
/// coefficient of variation, sqrt(exp(s²) - 1) with s² the pooled variance of the logarithms within
/// groups (T. B. L. Kirkwood, Geometric means and measures of dispersion, Biometrics 35, 1979,
/// 908-909). 0.15 = trials differ by typically 15 %. What the rounds have in common is part of it.
/// None where no group has two values. Throws Error for a value that is not positive.
std::optional<double> relative_spread(const TwoWayTable& values);

/// Sum of the squared deviations from the mean; of the values' logarithms.
double squared_deviations(const std::vector<double>& values);
double squared_log_deviations(std::vector<double> values);

/// Each value over the reference's of the same round; missing where either is.
TwoWayTable normalised(const TwoWayTable& values,
                       const std::vector<std::optional<double>>& reference);

}  // namespace pacer
