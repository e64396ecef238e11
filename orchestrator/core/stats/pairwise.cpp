#include "core/stats/pairwise.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/error.h"
#include "core/stats/median.h"
#include "core/stats/permutation.h"

namespace pacer {
namespace {

const double kSmallestLogRatio = std::log(kSmallestRatioThatMatters);

/// Differences of two groups in the rounds that both were measured in.
struct Differences {
  int n = 0;
  double variance = 0;
};

Differences differences_of(const TwoWayTable& logs, std::size_t i, std::size_t j) {
  Differences result;
  double mean = 0;
  double squares = 0;
  // Welford's updates: a sum of squares less a square would lose digits.
  for (std::size_t block = 0; block < logs[i].size(); ++block) {
    if (!logs[i][block] || !logs[j][block]) continue;
    const double difference = *logs[i][block] - *logs[j][block];
    const double off = difference - mean;
    mean += off / ++result.n;
    squares += off * (difference - mean);
  }
  if (result.n > 1) result.variance = squares / (result.n - 1);
  return result;
}

/// Half the interval of the pair, from its own noise alone.
double own_half_width(const Differences& own, StudentizedRange& range) {
  if (own.n < 2) return std::numeric_limits<double>::infinity();
  const double q = range.quantile(own.n - 1);
  return q / std::numbers::sqrt2 * std::sqrt(own.variance / own.n);
}

}  // namespace

TwoWayTable logarithms(const TwoWayTable& values) {
  auto logs = values;
  for (auto& row : logs) {
    for (auto& value : row) {
      if (!value) continue;
      if (!(*value > 0) || std::isinf(*value)) {
        throw Error(fmt::format("a ratio needs positive values, not {}", *value));
      }
      value = std::log(*value);
    }
  }
  return logs;
}

std::vector<PairRatio> pairwise_ratios(const TwoWayTable& logs, const TwoWayFit& fit,
                                       StudentizedRange& range) {
  const auto k = fit.effects.size();
  const double fit_q = range.quantile(fit.residual_df) / std::numbers::sqrt2;
  std::vector<PairRatio> pairs;
  pairs.reserve(k * (k - 1) / 2);
  for (std::size_t i = 0; i < k; ++i) {
    for (std::size_t j = i + 1; j < k; ++j) {
      const double difference = fit.effects[i] - fit.effects[j];
      const double half = std::max(fit_q * standard_error(fit, i, j),
                                   own_half_width(differences_of(logs, i, j), range));
      const bool differs = std::abs(difference) - half > kSmallestLogRatio;
      pairs.push_back({i, j, std::exp(difference), std::exp(difference - half),
                       std::exp(difference + half), differs});
    }
  }
  return pairs;
}

std::vector<RankInterval> rank_intervals(std::size_t groups, const std::vector<PairRatio>& pairs,
                                         bool higher_is_better) {
  std::vector<RankInterval> ranks(groups, {1, static_cast<int>(groups)});
  for (const auto& pair : pairs) {
    if (!pair.differs) continue;
    const bool first_is_better = (pair.ratio > 1) == higher_is_better;
    ++ranks[first_is_better ? pair.second : pair.first].best;
    --ranks[first_is_better ? pair.first : pair.second].worst;
  }
  return ranks;
}

double noise_floor(const std::vector<PairRatio>& pairs) {
  std::vector<double> floors;
  floors.reserve(pairs.size());
  for (const auto& pair : pairs) {
    floors.push_back(kSmallestRatioThatMatters * pair.high / pair.ratio);
  }
  return median(std::move(floors));
}

Comparison compare_groups(const TwoWayTable& values, const ComparisonSettings& settings) {
  StudentizedRange range(static_cast<int>(values.size()), 1 - settings.alpha);
  return compare_groups(values, settings, range);
}

Comparison compare_groups(const TwoWayTable& values, const ComparisonSettings& settings,
                          StudentizedRange& range) {
  const auto logs = logarithms(values);
  Comparison result;
  result.pairs = pairwise_ratios(logs, fit_two_way(logs), range);
  result.noise_floor = noise_floor(result.pairs);
  result.permutation_p = permutation_p(logs, settings.permutations, settings.seed);
  if (result.permutation_p > settings.alpha) {
    for (auto& pair : result.pairs) {
      result.overruled = result.overruled || pair.differs;
      pair.differs = false;
    }
  }
  result.ranks = rank_intervals(values.size(), result.pairs, settings.higher_is_better);
  return result;
}

}  // namespace pacer
