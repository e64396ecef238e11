#include "core/ranking/controls.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/judge/harness.h"
#include "core/metrics/table.h"
#include "core/ranking/compare_rows.h"
#include "core/ranking/values.h"
#include "core/stats/looks.h"
#include "core/stats/pairwise.h"

namespace pacer {
namespace {

constexpr double kKnownRatio = 1 + kHeavierBy_percent / 100.0;
constexpr std::size_t kCeiling = 0;
constexpr std::size_t kTwin = 1;
constexpr std::size_t kHeavier = 2;

/// Values of the three servers, by round; of one without any sample none.
TwoWayTable values_of(const std::vector<Sample>& samples, const char* key) {
  auto values = values_by_framework(samples, key);
  return {values[kCeilingName], values[kTwinName], values[kHeavierName]};
}

bool enough(const TwoWayTable& values) {
  return std::all_of(values.begin(), values.end(), [](const auto& row) {
    return std::count_if(row.begin(), row.end(), [](const auto& value) { return !!value; }) >=
           kFewestForRank;
  });
}

const PairRatio& pair_with_ceiling(const std::vector<PairRatio>& pairs, std::size_t other) {
  return *std::find_if(pairs.begin(), pairs.end(), [&](const PairRatio& pair) {
    return pair.first == kCeiling && pair.second == other;
  });
}

double floor_of(const PairRatio& pair) {
  return kSmallestRatioThatMatters * pair.high / pair.ratio;
}

/// Of the other to the ceiling: "1.013 [0.975–1.052]".
std::string shown(const PairRatio& pair) {
  return fmt::format("{:.3f} [{:.3f}–{:.3f}]", 1 / pair.ratio, 1 / pair.high, 1 / pair.low);
}

struct ControlJudge {
  Ranking& ranking;
  double alpha;

  bool was_ceiling_full() const {
    return ranking.ceiling &&
           median_or(ranking.ceiling->summary, "server_cpu_share", 0) >= kBusyShare;
  }

  void say(std::string text) { ranking.control_findings.push_back(std::move(text)); }

  void twin(const PairRatio& pair, const char* by) {
    say(fmt::format("twin {} by {}, {}", pair.differs ? "wrongly told apart" : "not told apart", by,
                    shown(pair)));
    ranking.controls_failed = ranking.controls_failed || pair.differs;
  }

  void heavier(const PairRatio& pair, const char* by, bool higher_is_better, bool can_show) {
    const bool is_worse = (pair.ratio > 1) == higher_is_better;
    const bool is_seen = pair.differs && is_worse;
    const bool must = can_show && floor_of(pair) * floor_of(pair) <= kKnownRatio;
    const bool is_wrong = (pair.differs && !is_worse) || (must && !is_seen);
    const char* verdict = is_seen    ? "told apart"
                          : is_wrong ? "not seen"
                          : can_show ? "too small to see"
                                     : "not to be seen, as the client was the limit";
    say(fmt::format("a tenth more work {} by {}, {}", verdict, by, shown(pair)));
    ranking.controls_failed = ranking.controls_failed || is_wrong;
  }

  void compare(const std::vector<Sample>& samples, const char* key, const char* by) {
    const auto values = values_of(samples, key);
    if (!enough(values) || !is_connected(values)) {
      say(fmt::format("too few trials to judge them by {}", by));
      return;
    }
    const bool higher_is_better = metric(key).better == Better::kHigher;
    StudentizedRange range(std::max(3, static_cast<int>(ranking.rows.size())), 1 - alpha);
    const auto logs = logarithms(values);
    const auto pairs = pairwise_ratios(logs, fit_two_way(logs), range);
    twin(pair_with_ceiling(pairs, kTwin), by);
    const bool can_show = !higher_is_better || was_ceiling_full();
    heavier(pair_with_ceiling(pairs, kHeavier), by, higher_is_better, can_show);
  }
};

}  // namespace

void judge_controls(Ranking& ranking, const std::vector<Sample>& samples, double alpha) {
  if (ranking.standing != Standing::kRanked || ranking.controls.empty()) return;
  ControlJudge judge{ranking, alpha};
  judge.compare(samples, "throughput_rps", "throughput");
  judge.compare(samples, "server_cpu_us_per_request", "CPU/req");
  if (!ranking.controls_failed) return;
  ranking.standing = Standing::kUnranked;
  for (auto& row : ranking.rows) {
    row.rank.reset();
    row.cost_rank.reset();
  }
}

}  // namespace pacer
