#include <gtest/gtest.h>
#include <signal.h>

#include "cases.h"

namespace pacer::e2e {
namespace {

Framework built_by(const std::string& name, const std::string& commands) {
  return {name, "threaded", {}, "3s", "", "build: " + commands + "\n"};
}

Framework needing(const std::string& name, const std::string& toolchain) {
  return {name, "threaded", {}, "3s", "", "needs: [" + toolchain + "]\n"};
}

TEST(BuildFaults, AFailedBuildFailsItsFrameworkAlone) {
  Workspace workspace;
  const std::vector<Case> cases{
      {built_by("fails", "[[sh, -c, \"echo compiling; echo 'no such module' >&2; exit 4\"]]"),
       "failed",
       "build",
       {"exit 4"}},
      {built_by("second-fails", "[['true'], ['false']]"), "failed", "build", {"false", "exit 1"}},
      {built_by("absent-tool", "[[pacer-e2e-no-such-compiler]]"),
       "failed",
       "build",
       {"cannot start 'pacer-e2e-no-such-compiler': not found"}},
      {built_by("leaves-a-process", "[[sh, -c, \"sleep 600 & exit 5\"]]"),
       "failed",
       "build",
       {"exit 5"}},
      {built_by("builds", "[[touch, built]]"), "measured"},
  };
  add_all(workspace, cases);
  check_cases(workspace, workspace.pacer(run_words(workspace, workspace.names())), cases);
  const auto evidence = sample_of(workspace, "fails").at("evidence").dump();
  expect_words(evidence, "compiling");
  expect_words(evidence, "no such module");
}

TEST(BuildFaults, ASkippedFrameworkIsAFailureOnlyWhereItWasNamed) {
  Workspace workspace;
  const std::vector<Case> cases{
      {needing("old-tool", "python>=99"), "skipped", "", {"python"}},
      {{"left-out", "threaded", {}, "3s", "", "skip: \"its server is not public\"\n"},
       "skipped",
       "",
       {"its server is not public"}},
      {{"healthy"}, "measured"},
  };
  add_all(workspace, cases);
  const Words no_setup{"--no-setup"};
  const auto named = workspace.pacer(run_words(workspace, workspace.names(), no_setup));
  check_cases(workspace, named, cases);
  EXPECT_EQ(workspace.pacer(run_words(workspace, {"old-to*", "left-ou*"}, no_setup)).end.code, 0);
}

TEST(BuildFaults, InterruptedBuildsLeaveNothing) {
  Workspace workspace;
  workspace.add(built_by("endless", "[[sh, -c, \"sleep 600\"]]"));
  auto& pacer = workspace.start_pacer(run_words(workspace, {"endless"}));
  ASSERT_TRUE(eventually([&] { return !workspace.processes("sleep 600").empty(); }, seconds(200)));
  pacer.signal(SIGTERM);
  EXPECT_EQ(workspace.finish().end.code, 130);
  workspace.expect_nothing_left();
}

}  // namespace
}  // namespace pacer::e2e
