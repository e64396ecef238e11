#include "core/stats/two_way.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.h"

namespace pacer {
namespace {

using Matrix = std::vector<std::vector<double>>;

Matrix zeros(std::size_t size) { return Matrix(size, std::vector<double>(size, 0.0)); }

std::vector<std::size_t> present_groups(const TwoWayTable& table, std::size_t block) {
  std::vector<std::size_t> groups;
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (table[i][block]) groups.push_back(i);
  }
  return groups;
}

/// What remains of the normal equations when the blocks are eliminated: on the diagonal the number
/// of a group's values, and for each block one over its number of values taken off every pair in
/// it. The rows sum to 0; adding 1 / k to each element makes the matrix regular and the effects'
/// mean 0.
Matrix reduced_equations(const TwoWayTable& table) {
  const auto k = table.size();
  Matrix equations(k, std::vector<double>(k, 1.0 / static_cast<double>(k)));
  for (std::size_t block = 0; block < table.front().size(); ++block) {
    const auto groups = present_groups(table, block);
    for (const auto i : groups) {
      equations[i][i] += 1;
      for (const auto j : groups) equations[i][j] -= 1.0 / static_cast<double>(groups.size());
    }
  }
  return equations;
}

/// The lower triangle of the Cholesky decomposition of a positive definite matrix.
Matrix cholesky(const Matrix& a) {
  auto lower = zeros(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = a[i][j];
      for (std::size_t l = 0; l < j; ++l) sum -= lower[i][l] * lower[j][l];
      lower[i][j] = i == j ? std::sqrt(sum) : sum / lower[j][j];
    }
  }
  return lower;
}

Matrix inverse(const Matrix& a) {
  const auto n = a.size();
  const auto lower = cholesky(a);
  auto inverse_lower = zeros(n);
  for (std::size_t j = 0; j < n; ++j) {
    inverse_lower[j][j] = 1 / lower[j][j];
    for (std::size_t i = j + 1; i < n; ++i) {
      double sum = 0;
      for (std::size_t l = j; l < i; ++l) sum -= lower[i][l] * inverse_lower[l][j];
      inverse_lower[i][j] = sum / lower[i][i];
    }
  }
  auto result = zeros(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      for (std::size_t l = i; l < n; ++l) {
        result[i][j] += inverse_lower[l][i] * inverse_lower[l][j];
      }
      result[j][i] = result[i][j];
    }
  }
  return result;
}

/// Values less the mean of those in the same block.
TwoWayTable centred(TwoWayTable table) {
  for (std::size_t block = 0; block < table.front().size(); ++block) {
    const auto groups = present_groups(table, block);
    double sum = 0;
    for (const auto i : groups) sum += *table[i][block];
    for (const auto i : groups) *table[i][block] -= sum / static_cast<double>(groups.size());
  }
  return table;
}

int residual_df_of(const TwoWayTable& table) {
  int values = 0;
  int blocks = 0;
  for (std::size_t block = 0; block < table.front().size(); ++block) {
    const auto size = static_cast<int>(present_groups(table, block).size());
    values += size;
    blocks += size > 0 ? 1 : 0;
  }
  return values - blocks - static_cast<int>(table.size()) + 1;
}

void check(const TwoWayTable& table) {
  if (table.size() < 2) {
    throw Error(fmt::format("a comparison needs 2 groups, not {}", table.size()));
  }
  for (const auto& row : table) {
    if (row.size() != table.front().size()) throw Error("groups differ in their number of rounds");
  }
  if (!is_connected(table)) {
    throw Error("some groups have no round in common, not even over others", "",
                "compare those that do");
  }
  if (residual_df_of(table) < 1) {
    throw Error("there are too few rounds to tell noise from difference", "", "measure more");
  }
}

/// The squared residuals' sum. Centring by block takes the blocks' effects out of values and fit.
double residual_squares(const TwoWayTable& centred_table, const std::vector<double>& effects) {
  double sum = 0;
  for (std::size_t block = 0; block < centred_table.front().size(); ++block) {
    const auto groups = present_groups(centred_table, block);
    double level = 0;
    for (const auto i : groups) level += effects[i] / static_cast<double>(groups.size());
    for (const auto i : groups) {
      const double residual = *centred_table[i][block] - (effects[i] - level);
      sum += residual * residual;
    }
  }
  return sum;
}

}  // namespace

bool is_connected(const TwoWayTable& table) {
  if (table.empty()) return true;
  std::vector<bool> reached(table.size(), false);
  std::vector<std::size_t> open{0};
  reached[0] = true;
  while (!open.empty()) {
    const auto group = open.back();
    open.pop_back();
    for (std::size_t block = 0; block < table[group].size(); ++block) {
      if (!table[group][block]) continue;
      for (const auto other : present_groups(table, block)) {
        if (reached[other]) continue;
        reached[other] = true;
        open.push_back(other);
      }
    }
  }
  return std::find(reached.begin(), reached.end(), false) == reached.end();
}

TwoWayFit fit_two_way(const TwoWayTable& table) {
  check(table);
  const auto k = table.size();
  const auto values = centred(table);
  TwoWayFit fit;
  fit.unscaled_covariance = inverse(reduced_equations(table));
  std::vector<double> totals(k, 0.0);
  for (std::size_t i = 0; i < k; ++i) {
    for (const auto& value : values[i]) totals[i] += value.value_or(0);
  }
  for (const auto& row : fit.unscaled_covariance) {
    fit.effects.push_back(std::inner_product(row.begin(), row.end(), totals.begin(), 0.0));
  }
  fit.residual_df = residual_df_of(table);
  fit.residual_variance = residual_squares(values, fit.effects) / fit.residual_df;
  return fit;
}

double standard_error(const TwoWayFit& fit, std::size_t i, std::size_t j) {
  const auto& u = fit.unscaled_covariance;
  return std::sqrt(fit.residual_variance * (u[i][i] + u[j][j] - 2 * u[i][j]));
}

}  // namespace pacer
