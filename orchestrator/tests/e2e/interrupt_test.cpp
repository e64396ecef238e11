#include <gtest/gtest.h>
#include <signal.h>

#include <fstream>
#include <map>
#include <set>

#include <fmt/format.h>

#include "cases.h"
#include "leftovers.h"

namespace pacer::e2e {
namespace {

namespace fs = std::filesystem;

/// How a run of three frameworks ends in the middle of the second one.
struct End {
  const char* load;  ///< "warmup" or "client": during which load
  int signal;
  int code;  ///< exit code of Pacer; -1 where the signal ends it
};

std::map<std::string, std::string> started_at(const Workspace& workspace) {
  std::map<std::string, std::string> times;
  for (const auto& sample : workspace.samples()) {
    const auto framework = sample.at("framework").get<std::string>();
    EXPECT_TRUE(times.emplace(framework, sample.at("started_at")).second)
        << framework << " was measured twice";
  }
  return times;
}

Finished interrupt_in_second(Workspace& workspace, const End& end) {
  workspace.add({"one"});
  workspace.add({"three"});
  workspace.add({"two"});
  auto& pacer = workspace.start_pacer(run_words(workspace, {"one", "three", "two"}));
  const auto load_runs = [&] {
    return fs::exists(workspace.trial_folder("three") / (std::string(end.load) + ".stdout")) &&
           !workspace.processes("wrk -t").empty();
  };
  EXPECT_TRUE(eventually(load_runs, seconds(200)));
  pacer.signal(end.signal);
  auto finished = workspace.finish();
  EXPECT_EQ(finished.end.code, end.code) << finished.err;
  workspace.expect_nothing_left(end.code == -1);
  return finished;
}

/// The table so far, and how to go on.
void expect_kept(const Workspace& workspace, const Finished& run) {
  expect_words(run.err, "pacer run --resume " + workspace.run_folder().string());
  std::map<std::string, std::string> found;
  const auto rows = run.json().at("rows");
  for (const auto& row : rows) found[row.at("framework")] = row.at("outcome");
  EXPECT_EQ(found, (std::map<std::string, std::string>{
                       {"one", "measured"}, {"three", "skipped"}, {"two", "skipped"}}));
}

/// What a crash in the middle of writing leaves.
void tear_last_line(const Workspace& workspace) {
  std::ofstream(workspace.run_folder() / "samples.jsonl", std::ios::app)
      << R"({"badge":"bytes","data_version":1,"framework":"thr)";
}

Words resume_words(const Workspace& workspace) {
  return {"run", "--resume", workspace.run_folder().string(), "--json"};
}

void expect_resumed(Workspace& workspace, const std::map<std::string, std::string>& before) {
  const auto resumed = workspace.pacer(resume_words(workspace));
  EXPECT_EQ(resumed.end.code, 0) << resumed.err;
  const auto after = started_at(workspace);
  EXPECT_EQ(after.size(), 4u);
  for (const auto& [framework, time] : before) {
    EXPECT_EQ(after.at(framework), time) << framework << " was measured again";
  }
  const auto rows = resumed.json().at("rows");
  EXPECT_EQ(rows.size(), 3u);
  for (const auto& row : rows) EXPECT_EQ(row.at("outcome"), "measured");
  const auto again = workspace.pacer(resume_words(workspace));
  EXPECT_EQ(again.out, resumed.out) << "there was nothing left to do";
  EXPECT_EQ(started_at(workspace), after);
}

class Interrupt : public ::testing::TestWithParam<End> {};

TEST_P(Interrupt, LeavesARunThatResumes) {
  Workspace workspace;
  const auto run = interrupt_in_second(workspace, GetParam());
  const auto before = started_at(workspace);
  EXPECT_EQ(before.size(), 2u);  // the ceiling and the first
  if (GetParam().code == 130) {
    expect_kept(workspace, run);
  } else {
    tear_last_line(workspace);
  }
  expect_resumed(workspace, before);
}

INSTANTIATE_TEST_SUITE_P(All, Interrupt,
                         ::testing::Values(End{"warmup", SIGINT, 130}, End{"client", SIGTERM, 130},
                                           End{"warmup", SIGKILL, -1}, End{"client", SIGKILL, -1}),
                         [](const auto& test) {
                           return fmt::format("Signal{}During{}", test.param.signal,
                                              test.param.load);
                         });

TEST(Interrupted, AStubbornServerDoesNotHoldUpCtrlC) {
  Workspace workspace;
  workspace.add({"stubborn", "ignores_signals"});
  auto& pacer = workspace.start_pacer(run_words(workspace, {"stubborn"}));
  ASSERT_TRUE(
      eventually([&] { return fs::exists(workspace.trial_folder("stubborn") / "warmup.stdout"); },
                 seconds(200)));
  pacer.signal(SIGINT);
  EXPECT_EQ(workspace.finish().end.code, 130);
  workspace.expect_nothing_left();
}

TEST(Interrupted, AKilledGuardLeavesNoServer) {
  Workspace workspace;
  const std::vector<Case> cases{failed({"server"}, "measure", {"server died during the run"})};
  add_all(workspace, cases);
  workspace.start_pacer(run_words(workspace, {"server"}, {"--duration", "3s"}));
  const auto guards = [&] {
    std::vector<pid_t> pids;
    const auto guard = fs::path(PACER_PROGRAM).parent_path() / "pacer-guard";
    for (const auto pid : workspace.processes(guard.string())) {
      const auto command = read(fmt::format("/proc/{}/cmdline", pid));
      if (command.find("server.py") != std::string::npos) pids.push_back(pid);
    }
    return pids;
  };
  ASSERT_TRUE(eventually(
      [&] {
        return fs::exists(workspace.trial_folder("server") / "client.stdout") && !guards().empty();
      },
      seconds(200)));
  for (const auto pid : guards()) kill(pid, SIGKILL);
  const auto run = workspace.finish();
  workspace.expect_nothing_left();
  check_cases(workspace, run, cases);
}

TEST(RunControl, FailFastEndsAtTheFirstFailure) {
  Workspace workspace;
  workspace.add({"a-broken", "never_ready", {{"HOW", "exits"}}});
  workspace.add({"b-healthy"});
  const auto run = workspace.pacer(run_words(workspace, workspace.names(), {"--fail-fast"}));
  EXPECT_EQ(run.end.code, 1) << run.err;
  std::set<std::string> tried;
  for (const auto& sample : workspace.samples()) tried.insert(sample.at("framework"));
  EXPECT_EQ(tried, (std::set<std::string>{"a-broken", "pacer-ceiling"}));
}

TEST(RunControl, TheSecondRunWaitsForTheFirst) {
  Workspace first;
  first.add({"server"});
  first.start_pacer(run_words(first, {"server"}));
  ASSERT_TRUE(
      eventually([&] { return fs::exists(first.trial_folder("pacer-ceiling")); }, seconds(200)));
  Workspace second;
  second.add({"server"});
  second.start_pacer(run_words(second, {"server"}));
  ASSERT_TRUE(eventually([&] {
    return read(second.folder() / "pacer.stderr").find("waiting for another pacer") !=
           std::string::npos;
  }));
  EXPECT_FALSE(fs::exists(second.trial_folder("pacer-ceiling")));
  EXPECT_EQ(first.finish().end.code, 0);
  EXPECT_EQ(second.finish().end.code, 0);
}

}  // namespace
}  // namespace pacer::e2e
