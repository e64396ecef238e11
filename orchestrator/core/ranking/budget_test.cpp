#include "core/ranking/budget.h"

#include <gtest/gtest.h>

#include "core/ranking/rank.h"
#include "tests/samples.h"

namespace pacer {
namespace {

using testing::measured;
using testing::run_of;
using testing::with_outcome;

using Names = std::vector<std::string>;

/// "near" and "close" are alike, "far" is not.
double speed_of(const std::string& name) { return name == "far" ? 20'000 : 50'000; }

/// One complete round of these, with ceiling and controls.
void add_round(int round, const Names& names, std::vector<Sample>& samples) {
  int salt = 0;
  const auto add = [&](const std::string& name, double rps) {
    ++salt;
    const int step = (round * 37 + salt * 53 + round * round * (1 + salt)) % 21;
    samples.push_back(measured(name, rps * (1 + 0.005 * (step - 10) / 10), round));
  };
  for (const auto& name : names) add(name, speed_of(name));
  add(kCeilingName, 100'000);
  add(kTwinName, 100'000);
  add(kHeavierName, 100'000 / 1.1);
}

RunRecord budgeted(Names names) {
  auto record = run_of(std::move(names), 30);
  record.plan.budget = std::chrono::hours(2);
  record.plan.controls = true;
  return record;
}

std::string caption_of(const Ranking& ranking, const std::string& wanted) {
  for (const auto& [label, text] : ranking.caption) {
    if (label == wanted) return text;
  }
  return "none";
}

TEST(Budget, EndsAtTheLookThatTellsAllRowsApart) {
  const auto record = budgeted({"near", "far"});
  std::vector<Sample> samples;
  for (int round = 1; round <= 9; ++round) add_round(round, {"near", "far"}, samples);
  auto state = budget_state(record, samples);
  EXPECT_EQ(state.complete_rounds, 9);
  EXPECT_FALSE(state.look);
  EXPECT_EQ(state.unresolved, (Names{"near", "far"})) << "nothing is looked at before";
  add_round(10, {"near", "far"}, samples);
  state = budget_state(record, samples);
  EXPECT_EQ(state.look, 10);
  EXPECT_TRUE(state.over());
  const auto ranking = rank(record, samples);
  EXPECT_EQ(ranking.standing, Standing::kRanked);
  EXPECT_EQ(caption_of(ranking, "Budget"),
            "2h: ended at the look after 10 rounds (looks: 10, 15, 20, 30; each errs with 1.25 % "
            "at most), which told all rows apart");
}

TEST(Budget, FurtherRoundsHoldWhatIsUnresolved) {
  const auto record = budgeted({"near", "close", "far"});
  std::vector<Sample> samples;
  for (int round = 1; round <= 10; ++round) add_round(round, {"near", "close", "far"}, samples);
  EXPECT_EQ(budget_state(record, samples).unresolved, (Names{"near", "close"}));
  for (int round = 11; round <= 14; ++round) add_round(round, {"near", "close"}, samples);
  auto state = budget_state(record, samples);
  EXPECT_EQ(state.complete_rounds, 14);
  EXPECT_EQ(state.look, 10) << "between looks nothing is looked at";
  auto ranking = rank(record, samples);
  EXPECT_EQ(ranking.rows[0].summary.n_run, 10);
  EXPECT_EQ(caption_of(ranking, "Budget"),
            "2h: ended at the look after 10 rounds (looks: 10, 15, 20, 30; each errs with 1.25 % "
            "at most), 2 of the rows not told apart from all others; 4 later rounds are not used");
  add_round(15, {"near", "close"}, samples);
  EXPECT_EQ(budget_state(record, samples).look, 15);
  ranking = rank(record, samples);
  EXPECT_EQ(ranking.rows[0].summary.n_run, 15);
  EXPECT_EQ(ranking.rows[2].summary.framework, "far");
  EXPECT_EQ(ranking.rows[2].summary.n_run, 10);
  EXPECT_EQ(ranking.rows[2].rank->best, 3);
  EXPECT_EQ(ranking.standing, Standing::kRanked);
}

TEST(Budget, TheLastLookEndsIt) {
  const auto record = budgeted({"near", "close"});
  std::vector<Sample> samples;
  for (int round = 1; round <= 30; ++round) add_round(round, {"near", "close"}, samples);
  const auto state = budget_state(record, samples);
  EXPECT_EQ(state.look, 30);
  EXPECT_TRUE(state.over());
  EXPECT_EQ(state.unresolved, (Names{"near", "close"}));
}

TEST(Budget, ARoundNeedsTheControls) {
  const auto record = budgeted({"near", "far"});
  std::vector<Sample> samples;
  add_round(1, {"near", "far"}, samples);
  add_round(2, {"near", "far"}, samples);
  samples.pop_back();  // the heavier one of round 2
  EXPECT_EQ(budget_state(record, samples).complete_rounds, 1);
}

TEST(Budget, WhatCannotBeRunHoldsNothingUp) {
  const auto record = budgeted({"near", "unbuilt", "far"});
  std::vector<Sample> samples{with_outcome("unbuilt", Failed{Stage::kBuild, "no compiler", {}})};
  add_round(1, {"near", "far"}, samples);
  const auto state = budget_state(record, samples);
  EXPECT_EQ(state.complete_rounds, 1);
  EXPECT_EQ(state.unresolved, (Names{"near", "far"}));
  EXPECT_EQ(caption_of(rank(record, samples), "Budget"),
            "2h: over before the first look, after 10 rounds");
}

}  // namespace
}  // namespace pacer
