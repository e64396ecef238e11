#include <gtest/gtest.h>

#include <signal.h>
#include <cstdlib>
#include <filesystem>

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
      failed(built_by("fails", "[[sh, -c, \"echo compiling; echo 'no such module' >&2; exit 4\"]]"),
             "build", {"exit 4"}),
      failed(built_by("second-fails", "[['true'], ['false']]"), "build", {"false", "exit 1"}),
      failed(built_by("absent-tool", "[[pacer-e2e-no-such-compiler]]"), "build",
             {"cannot start 'pacer-e2e-no-such-compiler': not found"}),
      failed(built_by("leaves-a-process", "[[sh, -c, \"sleep 600 & exit 5\"]]"), "build",
             {"exit 5"}),
      measured(built_by("builds", "[[touch, built]]")),
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
      skipped(needing("old-tool", "python>=99"), {"python"}),
      skipped({"left-out", "threaded", {}, "3s", "", "skip: \"its server is not public\"\n"},
              {"its server is not public"}),
      measured({"healthy"}),
  };
  add_all(workspace, cases);
  const Words no_install{"--no-install"};
  const auto named = workspace.pacer(run_words(workspace, workspace.names(), no_install));
  check_cases(workspace, named, cases);
  EXPECT_EQ(workspace.pacer(run_words(workspace, {"old-to*", "left-ou*"}, no_install)).end.code, 0);
}

/// A program that tells a version of Go, and otherwise does what `more` says.
void write_fake_go(const Workspace& workspace, const std::string& folder,
                   const std::string& version, const std::string& more) {
  const auto file = workspace.folder() / folder / "go";
  std::filesystem::create_directories(file.parent_path());
  workspace.write(file, "#!/bin/sh\n[ \"$1\" = version ] && exec echo go version go" + version +
                            " linux/amd64\n" + more + "\n");
  std::filesystem::permissions(file, std::filesystem::perms::owner_all);
}

TEST(BuildFaults, TheServerRunsWithTheToolchainThatWasFound) {
  Workspace workspace;
  write_fake_go(workspace, "old", "1.10", "exit 7");
  write_fake_go(workspace, "new/bin", "1.99", "exec python3 server.py");
  workspace.add({"newest-go", "threaded", {}, "3s", "[go, serve]", "needs: [go>=1.98]\n"});
  const auto path = (workspace.folder() / "old").string() + ":" + std::getenv("PATH");
  const auto run =
      workspace.pacer(run_words(workspace, {"newest-go"}),
                      {{"PATH", path}, {"GOROOT", (workspace.folder() / "new").string()}});
  EXPECT_EQ(run.end.code, 0) << run.err;
  ASSERT_FALSE(workspace.samples().empty());
  EXPECT_EQ(workspace.samples().back().at("runtime"), "go 1.99");
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
