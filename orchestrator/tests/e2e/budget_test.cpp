// `pacer run --budget`: complete rounds, with the ceiling and the controls.
#include <gtest/gtest.h>

#include <map>

#include "cases.h"

namespace pacer::e2e {
namespace {

/// Half a second on a busy machine may leave a trial invalid (exit 1): rounds count it all the
/// same.
Words budget_words(const Workspace& workspace, const std::string& budget) {
  return run_words(
      workspace, workspace.names(),
      {"--budget", budget, "--client", "pacer-load", "--duration", "500ms", "--warmup", "0s"});
}

std::map<int, std::size_t> trials_by_round(const Workspace& workspace) {
  std::map<int, std::size_t> trials;
  for (const auto& sample : workspace.samples()) ++trials[sample.at("round").get<int>()];
  return trials;
}

TEST(Budget, OneFrameworkIsResolvedAtTheFirstLook) {
  Workspace workspace;
  workspace.add({"threads"});
  const auto run = workspace.pacer(budget_words(workspace, "1h"));
  EXPECT_LE(run.end.code, 1) << run.err;
  std::map<int, std::size_t> expected;
  for (int round = 1; round <= 10; ++round) expected[round] = 4;
  EXPECT_EQ(trials_by_round(workspace), expected) << "the server, the ceiling and two controls";
  const auto table = run.json();
  expect_words(table.at("caption").at("budget"), "1h: ended at the look after 10 rounds");
  const auto& controls = table.at("controls");
  EXPECT_EQ(controls.at("findings").size(), 4U) << controls;
  ASSERT_EQ(controls.at("rows").size(), 2U);
  EXPECT_EQ(controls.at("rows").at(0).at("framework"), "pacer-ceiling-twin");
  EXPECT_EQ(controls.at("rows").at(1).at("framework"), "pacer-ceiling-heavier");
  EXPECT_EQ(controls.at("rows").at(1).at("verified_by"), "handler");
}

TEST(Budget, ABudgetThatIsTooSmallStillMakesOneRoundAndIsResumed) {
  Workspace workspace;
  workspace.add({"threads"});
  const auto run = workspace.pacer(budget_words(workspace, "1s"));
  EXPECT_LE(run.end.code, 1) << run.err;
  EXPECT_EQ(trials_by_round(workspace), (std::map<int, std::size_t>{{1, 4}}));
  expect_words(run.json().at("caption").at("budget"), "1s: over before the first look");
  const auto again = workspace.pacer({"run", "--resume", workspace.run_folder().string()});
  EXPECT_LE(again.end.code, 1) << again.err;
  EXPECT_EQ(trials_by_round(workspace), (std::map<int, std::size_t>{{1, 4}}));
}

TEST(Budget, ExcludesAFixedNumberOfRounds) {
  Workspace workspace;
  workspace.add({"threads"});
  auto words = budget_words(workspace, "1h");
  words.insert(words.end(), {"--repetitions", "3"});
  EXPECT_EQ(workspace.pacer(words).end.code, 2);
}

}  // namespace
}  // namespace pacer::e2e
