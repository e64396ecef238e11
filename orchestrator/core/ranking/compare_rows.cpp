#include "core/ranking/compare_rows.h"

#include <algorithm>
#include <utility>

#include "core/judge/harness.h"
#include "core/metrics/table.h"
#include "core/ranking/values.h"
#include "core/stats/drift.h"
#include "core/stats/looks.h"
#include "core/stats/pairwise.h"
#include "core/stats/spread.h"

namespace pacer {
namespace {

constexpr int kPermutations = 999;
constexpr std::uint64_t kSeed = 1;  ///< the check's own: the same samples give the same table

/// The rows that can be compared, and their values in the same order.
struct Field {
  std::vector<Row*> rows;
  TwoWayTable values;
};

Field field_of(std::vector<Row>& rows, const ValuesByFramework& values) {
  Field field;
  for (auto& row : rows) {
    const auto& own = values.at(row.summary.framework);
    const auto known = std::count_if(own.begin(), own.end(), [](const auto& v) { return !!v; });
    if (row.summary.n_valid < kFewestForRank || known < kFewestForRank) continue;
    field.rows.push_back(&row);
    field.values.push_back(own);
  }
  return field;
}

std::optional<double> drift_over_rounds(const ValuesByRound& by_round) {
  if (by_round.size() < static_cast<std::size_t>(kFewestForRank)) return std::nullopt;
  std::vector<double> rounds;
  std::vector<double> values;
  for (const auto& [round, value] : by_round) {
    rounds.push_back(round);
    values.push_back(value);
  }
  const auto drift = drift_of(rounds, values);
  return drift.moving ? std::optional(drift.change) : std::nullopt;
}

Resolution resolution_of(const Comparison& comparison, const Field& field,
                         const ValuesByFramework& values) {
  Resolution resolution;
  resolution.noise_floor = comparison.noise_floor;
  resolution.permutation_p = comparison.permutation_p;
  resolution.overruled = comparison.overruled;
  resolution.spread = relative_spread(field.values);
  if (const auto ceiling = values.find(kCeilingName); ceiling != values.end()) {
    resolution.normalised_spread = relative_spread(normalised(field.values, ceiling->second));
  }
  for (const auto& pair : comparison.pairs) {
    resolution.pairs.push_back({field.rows[pair.first]->summary.framework,
                                field.rows[pair.second]->summary.framework, pair.ratio, pair.low,
                                pair.high, pair.differs});
  }
  return resolution;
}

void tie_harness_bound(const Field& field, const Settings& settings, Comparison& comparison) {
  for (auto& pair : comparison.pairs) {
    if (is_harness_bound(*field.rows[pair.first], settings) &&
        is_harness_bound(*field.rows[pair.second], settings)) {
      pair.differs = false;
    }
  }
}

using RankOf = std::optional<RankInterval> Row::*;

std::optional<Resolution> compare_by(const char* key, RankOf rank, Ranking& ranking,
                                     const std::vector<Sample>& samples, double alpha) {
  const auto values = values_by_framework(samples, key);
  const auto field = field_of(ranking.rows, values);
  if (field.rows.size() == 1) field.rows.front()->*rank = RankInterval{1, 1};
  if (field.rows.size() < 2 || !is_connected(field.values)) return std::nullopt;
  const bool higher_is_better = metric(key).better == Better::kHigher;
  auto comparison = compare_groups(field.values, {.alpha = alpha,
                                                  .higher_is_better = higher_is_better,
                                                  .permutations = kPermutations,
                                                  .seed = kSeed});
  if (higher_is_better) tie_harness_bound(field, ranking.settings, comparison);
  const auto ranks = rank_intervals(field.rows.size(), comparison.pairs, higher_is_better);
  for (std::size_t i = 0; i < ranks.size(); ++i) field.rows[i]->*rank = ranks[i];
  auto resolution = resolution_of(comparison, field, values);
  resolution.ceiling_drift = drift_over_rounds(values_by_round(samples, kCeilingName, key));
  return resolution;
}

}  // namespace

bool is_harness_bound(const Row& row, const Settings& settings) {
  return is_client_the_limit(settings, median_or(row.summary, "client_cpu_share", 0),
                             median_or(row.summary, "server_cpu_share", 1));
}

void compare_rows(Ranking& ranking, const std::vector<Sample>& samples, double alpha) {
  if (ranking.standing == Standing::kUnranked) return;
  ranking.throughput = compare_by("throughput_rps", &Row::rank, ranking, samples, alpha);
  ranking.cost = compare_by("server_cpu_us_per_request", &Row::cost_rank, ranking, samples, alpha);
}

}  // namespace pacer
