#include "core/ranking/rank.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "base/error.h"
#include "base/text.h"
#include "core/metrics/table.h"
#include "core/ranking/budget.h"
#include "core/ranking/caption.h"
#include "core/ranking/compare_rows.h"
#include "core/ranking/controls.h"
#include "core/ranking/footnotes.h"
#include "core/ranking/summarize.h"
#include "core/stats/median.h"

namespace pacer {
namespace {

constexpr const char* kThroughput = "throughput_rps";
constexpr int kRoundsForProvisional = 6;
constexpr std::size_t kFewestForInterval = 3;

using ByRound = std::map<int, double>;  ///< throughput of one framework's measured trials
using Throughputs = std::unordered_map<std::string, ByRound>;

void check_settings(const std::vector<Settings>& known, const std::vector<Sample>& samples) {
  for (const auto& sample : samples) {
    const bool is_known =
        std::find(known.begin(), known.end(), sample.trial.settings) != known.end();
    if (!is_measured(sample) || is_known) continue;
    throw Error("was measured under other settings than the run's", sample.trial.framework,
                "a table compares equal settings only: keep these samples in a run of their own");
  }
}

Throughputs throughputs_of(const std::vector<Sample>& samples) {
  Throughputs all;
  for (const auto& sample : samples) {
    const auto found = sample.values.find(kThroughput);
    if (!is_measured(sample) || found == sample.values.end()) continue;
    all[sample.trial.framework][sample.trial.round] = found->second;
  }
  return all;
}

void relate_to_ceiling(Row& row, const Throughputs& throughputs) {
  const auto own = throughputs.find(row.summary.framework);
  const auto ceiling = throughputs.find(kCeilingName);
  if (own == throughputs.end() || ceiling == throughputs.end()) return;
  std::vector<double> ratios;
  for (const auto& [round, value] : own->second) {
    const auto top = ceiling->second.find(round);
    if (top != ceiling->second.end() && top->second > 0) ratios.push_back(value / top->second);
  }
  if (ratios.empty()) return;
  row.ceiling_ratio = median(ratios);
  if (ratios.size() < kFewestForInterval || own == ceiling) return;
  const auto [low, high] = std::minmax_element(ratios.begin(), ratios.end());
  row.ceiling_ratio_interval = {*low, *high};
}

double throughput(const Row& row) {
  return median_or(row.summary, kThroughput, -std::numeric_limits<double>::infinity());
}

Row not_run(const std::string& framework, const RunRecord& record) {
  Row row;
  row.summary.framework = framework;
  row.summary.worst =
      Skipped{"not run yet: interrupted", shell_quote({"pacer", "run", "--resume", record.id})};
  return row;
}

/// Place below the line; what was not even tried comes last.
int shelf(const Row& row) {
  if (std::holds_alternative<Failed>(row.summary.worst)) return 0;
  if (std::holds_alternative<Invalid>(row.summary.worst)) return 1;
  return row.summary.n_run > 0 ? 2 : 3;
}

void distribute(const RunRecord& record, const std::vector<Sample>& samples, Ranking& ranking) {
  const auto throughputs = throughputs_of(samples);
  std::unordered_set<std::string> seen;
  for (auto& summary : summarize(samples)) {
    seen.insert(summary.framework);
    Row row{std::nullopt, std::move(summary), std::nullopt, std::nullopt, std::nullopt};
    relate_to_ceiling(row, throughputs);
    if (row.summary.framework == kCeilingName) {
      ranking.ceiling = std::move(row);
    } else if (is_control(row.summary.framework)) {
      ranking.controls.push_back(std::move(row));
    } else {
      auto& rows = row.summary.n_valid > 0 ? ranking.rows : ranking.below;
      rows.push_back(std::move(row));
    }
  }
  for (const auto& framework : record.frameworks) {
    const bool is_new = seen.insert(framework).second;
    if (is_new && framework != kCeilingName) ranking.below.push_back(not_run(framework, record));
  }
}

void sort_rows(Ranking& ranking) {
  std::sort(ranking.rows.begin(), ranking.rows.end(), [](const Row& a, const Row& b) {
    if (throughput(a) != throughput(b)) return throughput(a) > throughput(b);
    return a.summary.framework < b.summary.framework;
  });
  std::sort(ranking.controls.begin(), ranking.controls.end(), [](const Row& a, const Row& b) {
    return a.summary.framework > b.summary.framework;  // the twin first
  });
  std::sort(ranking.below.begin(), ranking.below.end(), [](const Row& a, const Row& b) {
    if (shelf(a) != shelf(b)) return shelf(a) < shelf(b);
    return a.summary.framework < b.summary.framework;
  });
}

/// Rounds in which every row was tried.
int count_complete_rounds(const Ranking& ranking, const std::vector<Sample>& samples) {
  std::unordered_set<std::string> wanted;
  for (const auto& row : ranking.rows) wanted.insert(row.summary.framework);
  if (wanted.empty()) return 0;
  std::map<int, std::unordered_set<std::string>> tried;
  for (const auto& sample : samples) {
    if (wanted.count(sample.trial.framework) == 0) continue;
    tried[sample.trial.round].insert(sample.trial.framework);
  }
  return static_cast<int>(std::count_if(tried.begin(), tried.end(), [&](const auto& round) {
    return round.second.size() == wanted.size();
  }));
}

Ranking rows_of(const RunRecord& record, const std::vector<Sample>& samples) {
  Ranking ranking;
  ranking.run = record.id;
  ranking.plan = record.plan;
  ranking.settings = record.settings;
  distribute(record, samples, ranking);
  sort_rows(ranking);
  return ranking;
}

Standing standing_of(int complete_rounds) {
  if (complete_rounds >= kRoundsForRanked) return Standing::kRanked;
  return complete_rounds >= kRoundsForProvisional ? Standing::kProvisional : Standing::kUnranked;
}

std::vector<const Row*> measured_rows(const Ranking& ranking) {
  std::vector<const Row*> rows;
  for (const auto& row : ranking.rows) rows.push_back(&row);
  if (ranking.ceiling) rows.push_back(&*ranking.ceiling);
  return rows;
}

/// Methods are never mixed in a column (rule 14): one that some trial lacks is out.
std::string memory_key_of(const std::vector<const Row*>& rows) {
  return best_memory_method([&](const char* key) {
           return std::all_of(rows.begin(), rows.end(), [&](const Row* row) {
             const auto* estimate = estimate_of(row->summary, key);
             return estimate != nullptr && estimate->n == row->summary.n_valid;
           });
         })
      .key;
}

std::vector<std::string> columns_of(const Ranking& ranking) {
  const auto rows = measured_rows(ranking);
  std::vector<std::string> columns;
  for (const auto& metric : metrics()) {
    const std::string key(metric.key);
    const bool is_present = std::any_of(rows.begin(), rows.end(), [&](const Row* row) {
      return row->summary.estimates.contains(key);
    });
    if (!is_present || (memory_method(key) != nullptr && key != ranking.memory_key)) continue;
    columns.push_back(key);
  }
  return columns;
}

/// One setting's table.
Ranking rank_one(const RunRecord& record, const std::vector<Sample>& all_samples) {
  std::optional<BudgetState> budget;
  if (record.plan.budget) budget = budget_state(record, all_samples);
  const bool at_look = budget && budget->look;
  const auto samples = at_look ? samples_until(all_samples, *budget->look) : all_samples;
  const int complete_rounds = at_look  ? *budget->look
                              : budget ? budget->complete_rounds
                                       : count_complete_rounds(rows_of(record, samples), samples);
  auto ranking = compared_rows(record, samples, at_look ? alpha_of_one_look() : kFamilywiseAlpha,
                               complete_rounds);
  if (budget) ranking.budget = budget_text(record.plan, *budget);
  ranking.memory_key = memory_key_of(measured_rows(ranking));
  ranking.columns = columns_of(ranking);
  const auto standing = standing_name(ranking.standing);
  ranking.title = record.plan.name.empty() ? standing : record.plan.name + ", " + standing;
  ranking.caption = caption_of(record, ranking, complete_rounds);
  ranking.footnotes = footnotes_of(ranking);
  return ranking;
}

}  // namespace

std::string standing_name(Standing standing) {
  switch (standing) {
    case Standing::kRanked:
      return "ranked";
    case Standing::kProvisional:
      return "provisional";
    case Standing::kUnranked:
      break;
  }
  return "unranked";
}

Ranking compared_rows(const RunRecord& record, const std::vector<Sample>& samples, double alpha,
                      int complete_rounds) {
  auto ranking = rows_of(record, samples);
  ranking.standing = standing_of(complete_rounds);
  compare_rows(ranking, samples, alpha);
  judge_controls(ranking, samples, alpha);
  return ranking;
}

Ranking rank(const RunRecord& record, const std::vector<Sample>& samples) {
  const auto all = record.all_settings();
  check_settings(all, samples);
  if (all.size() == 1) return rank_one(record, samples);
  const auto names = setting_names(all);
  std::vector<Ranking> rankings;
  for (std::size_t i = 0; i < all.size(); ++i) {
    auto one = record;
    one.settings = all[i];
    std::vector<Sample> own;
    std::copy_if(samples.begin(), samples.end(), std::back_inserter(own), [&](const auto& sample) {
      return setting_key(sample.trial.settings) == setting_key(all[i]);
    });
    rankings.push_back(rank_one(one, own));
    rankings.back().setting = names[i];
    rankings.back().footnotes.emplace_back(
        "Settings are ranked each on its own, from trials of its own with fresh servers.");
  }
  auto first = std::move(rankings.front());
  first.further.assign(std::make_move_iterator(rankings.begin() + 1),
                       std::make_move_iterator(rankings.end()));
  return first;
}

}  // namespace pacer
