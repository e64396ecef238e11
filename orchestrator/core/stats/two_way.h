#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace pacer {

/// One value for each group (a framework) in each block (a round): table[group][block]. A missing
/// trial is nullopt. Every group has the same number of blocks.
using TwoWayTable = std::vector<std::vector<std::optional<double>>>;

/// value = group + block + noise, fitted by least squares.
struct TwoWayFit {
  std::vector<double> effects;  ///< one a group; their mean is 0
  double residual_variance = 0;
  int residual_df = 0;
  /// var(effect i - effect j) = residual_variance · (u[i][i] + u[j][j] - 2 u[i][j])
  std::vector<std::vector<double>> unscaled_covariance;
};

/// Whether every group can be compared with every other, if need be over third ones: blocks link
/// the groups that were measured in them.
bool is_connected(const TwoWayTable& table);

/// The intra-block analysis of a two-way layout that may have empty cells (F. Yates, The analysis
/// of multiple classifications with unequal numbers in the different classes, Journal of the
/// American Statistical Association 29, 1934, 51-66; S. R. Searle, Linear Models, Wiley 1971, ch.
/// 7.1): blocks are eliminated, which leaves one equation a group. Nothing is imputed.
///
/// Throws Error for fewer than 2 groups, where groups are not connected, and where no degree of
/// freedom is left to estimate the noise from.
TwoWayFit fit_two_way(const TwoWayTable& table);

/// Of effect i - effect j.
double standard_error(const TwoWayFit& fit, std::size_t i, std::size_t j);

}  // namespace pacer
