#include "core/stats/permutation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

#include "core/plan/shuffle.h"

namespace pacer {
namespace {

/// The values of one round less their mean, and the groups that they belong to.
struct Block {
  std::vector<std::size_t> groups;
  std::vector<double> values;
};

std::vector<Block> blocks_of(const TwoWayTable& table) {
  std::vector<Block> blocks(table.front().size());
  for (std::size_t block = 0; block < blocks.size(); ++block) {
    auto& [groups, values] = blocks[block];
    for (std::size_t i = 0; i < table.size(); ++i) {
      if (!table[i][block]) continue;
      groups.push_back(i);
      values.push_back(*table[i][block]);
    }
    const double sum = std::accumulate(values.begin(), values.end(), 0.0);
    for (auto& value : values) value -= sum / static_cast<double>(values.size());
  }
  return blocks;
}

double squares_of(const std::vector<Block>& blocks) {
  double sum = 0;
  for (const auto& block : blocks) {
    for (const double value : block.values) sum += value * value;
  }
  return sum;
}

/// The largest squared difference of two effects over its variance, up to a constant factor: a
/// permutation moves neither the empty cells, hence not the covariance, nor the squares' sum. What
/// the groups do not explain of that is the residual.
double largest_t_squared(const std::vector<Block>& blocks, const TwoWayFit& fit, double squares) {
  const auto& u = fit.unscaled_covariance;
  const auto k = u.size();
  std::vector<double> totals(k, 0.0);
  for (const auto& block : blocks) {
    for (std::size_t i = 0; i < block.groups.size(); ++i) {
      totals[block.groups[i]] += block.values[i];
    }
  }
  std::vector<double> effects(k);
  for (std::size_t i = 0; i < k; ++i) {
    effects[i] = std::inner_product(u[i].begin(), u[i].end(), totals.begin(), 0.0);
  }
  double largest = 0;
  for (std::size_t i = 0; i < k; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double difference = effects[i] - effects[j];
      largest = std::max(largest, difference * difference / (u[i][i] + u[j][j] - 2 * u[i][j]));
    }
  }
  const double explained = std::inner_product(effects.begin(), effects.end(), totals.begin(), 0.0);
  const double residual = squares - explained;
  // Without noise the residual is what rounding leaves of 0.
  if (residual <= squares * 1e-12) return largest > 0 ? std::numeric_limits<double>::infinity() : 0;
  return largest / residual;
}

}  // namespace

double permutation_p(const TwoWayTable& table, int permutations, std::uint64_t seed) {
  constexpr double kRounding = 1e-9;  // the same values in another order may sum to a little less
  const auto fit = fit_two_way(table);
  auto blocks = blocks_of(table);
  const double squares = squares_of(blocks);
  const double measured = largest_t_squared(blocks, fit, squares);
  std::mt19937_64 engine(seed);
  int as_large = 1;
  for (int i = 0; i < permutations; ++i) {
    for (auto& block : blocks) shuffle(block.values, engine);
    if (largest_t_squared(blocks, fit, squares) >= measured * (1 - kRounding)) ++as_large;
  }
  return static_cast<double>(as_large) / (permutations + 1);
}

}  // namespace pacer
