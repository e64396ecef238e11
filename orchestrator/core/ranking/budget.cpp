#include "core/ranking/budget.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/duration.h"
#include "core/ranking/rank.h"

namespace pacer {
namespace {

/// No trial of it can be run at all: what was skipped or not built has one sample.
bool is_given_up(const Sample& sample) {
  const auto* failed = std::get_if<Failed>(&sample.outcome);
  return std::holds_alternative<Skipped>(sample.outcome) ||
         (failed != nullptr && failed->stage == Stage::kBuild);
}

std::vector<std::string> live_frameworks(const RunRecord& record,
                                         const std::vector<Sample>& samples) {
  std::set<std::string> given_up;
  for (const auto& sample : samples) {
    if (is_given_up(sample)) given_up.insert(sample.trial.framework);
  }
  std::vector<std::string> live;
  for (const auto& name : record.frameworks) {
    if (!given_up.contains(name)) live.push_back(name);
  }
  return live;
}

bool is_sure(const std::optional<RankInterval>& rank) { return rank && rank->best == rank->worst; }

/// Of `names`, those with figures whose place is not sure.
std::vector<std::string> unresolved_of(const Ranking& ranking,
                                       const std::vector<std::string>& names) {
  std::vector<std::string> unresolved;
  for (const auto& row : ranking.rows) {
    const auto& name = row.summary.framework;
    if (std::find(names.begin(), names.end(), name) == names.end()) continue;
    const bool sure = is_sure(row.rank) && (!ranking.cost || is_sure(row.cost_rank));
    if (!sure) unresolved.push_back(name);
  }
  return unresolved;
}

bool is_complete(int round, const std::vector<std::string>& names,
                 const std::set<std::pair<int, std::string>>& tried) {
  const auto was_tried = [&](const std::string& name) { return tried.contains({round, name}); };
  return std::all_of(names.begin(), names.end(), was_tried) && was_tried(kCeilingName) &&
         was_tried(kTwinName) && was_tried(kHeavierName);
}

}  // namespace

BudgetState budget_state(const RunRecord& record, const std::vector<Sample>& samples) {
  std::set<std::pair<int, std::string>> tried;
  for (const auto& sample : samples) tried.insert({sample.trial.round, sample.trial.framework});
  BudgetState state;
  state.unresolved = live_frameworks(record, samples);
  for (int round = 1; !state.over() && is_complete(round, state.unresolved, tried); ++round) {
    state.complete_rounds = round;
    if (look_at(round) != round) continue;
    state.look = round;
    const auto ranking =
        compared_rows(record, samples_until(samples, round), alpha_of_one_look(), round);
    state.unresolved = unresolved_of(ranking, state.unresolved);
  }
  return state;
}

std::vector<Sample> samples_until(const std::vector<Sample>& samples, int round) {
  std::vector<Sample> some;
  std::copy_if(samples.begin(), samples.end(), std::back_inserter(some),
               [&](const Sample& sample) { return sample.trial.round <= round; });
  return some;
}

std::string budget_text(const Plan& plan, const BudgetState& state) {
  const auto budget = format_duration(*plan.budget);
  if (!state.look) return fmt::format("{}: over before the first look, after 10 rounds", budget);
  auto text = fmt::format(
      "{}: ended at the look after {} rounds (looks: 10, 15, 20, 30; each errs "
      "with {:.2f} % at most)",
      budget, *state.look, alpha_of_one_look() * 100);
  if (state.unresolved.empty()) return text + ", which told all rows apart";
  text += fmt::format(", {} of the rows not told apart from all others", state.unresolved.size());
  const int beyond = state.complete_rounds - *state.look;
  if (beyond > 0) text += fmt::format("; {} later rounds are not used", beyond);
  return text;
}

}  // namespace pacer
