#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>

#include <cstdlib>

#include <fmt/format.h>

#include "cases.h"

namespace pacer::e2e {
namespace {

namespace fs = std::filesystem;

/// A folder with a `wrk` of our own; it tells wrk's version, and else does what `script` says.
/// The first two calls go to the real one where `after_ceiling` is set: the control's trial.
Variables path_with_wrk(const Workspace& workspace, const std::string& script,
                        bool after_ceiling = false) {
  const auto folder = workspace.folder() / "bin";
  fs::create_directory(folder);
  const std::string path = std::getenv("PATH");
  const auto real = fmt::format("PATH='{}' exec wrk \"$@\"", path);
  std::string text = fmt::format("#!/bin/sh\nif [ \"$1\" = -v ]; then {}; fi\n", real);
  if (after_ceiling) {
    const auto calls = (workspace.folder() / "calls").string();
    text += fmt::format("echo >>'{0}'\nif [ $(wc -l <'{0}') -le 2 ]; then {1}; fi\n", calls, real);
  }
  workspace.write(folder / "wrk", text + script + "\n");
  chmod((folder / "wrk").c_str(), 0755);
  return {{"PATH", folder.string() + ":" + path}};
}

TEST(ClientFaults, AMissingClientEndsTheRunBeforeItBegins) {
  Workspace workspace;
  workspace.add({"server"});
  const auto empty = workspace.folder() / "empty";
  fs::create_directory(empty);
  const auto run = workspace.pacer(run_words(workspace, {"server"}), {{"PATH", empty.string()}});
  EXPECT_EQ(run.end.code, 2);
  expect_words(run.err, "the load client wrk cannot be used: cannot start 'wrk': not found");
  expect_words(run.err, "apt-get install wrk");
  EXPECT_EQ(run.out, "");
  EXPECT_FALSE(fs::exists(workspace.results()));
}

TEST(ClientFaults, AKilledClientFailsItsTrialAlone) {
  Workspace workspace;
  const std::vector<Case> cases{
      failed({"a-warming"}, "warm", {"wrk was killed by signal 9"}),
      failed({"b-measured"}, "measure", {"wrk was killed by signal 9"}),
      measured({"c-unharmed"}),
  };
  add_all(workspace, cases);
  workspace.start_pacer(run_words(workspace, workspace.names(), {"--duration", "2s"}));
  const auto kill_client_of = [&](const std::string& framework, const std::string& load) {
    ASSERT_TRUE(eventually(
        [&] {
          return fs::exists(workspace.trial_folder(framework) / (load + ".stdout")) &&
                 !workspace.processes("wrk -t").empty();
        },
        seconds(200)));
    for (const auto pid : workspace.processes("wrk -t")) kill(pid, SIGKILL);
  };
  kill_client_of("a-warming", "warmup");
  kill_client_of("b-measured", "client");
  const auto run = workspace.finish();
  workspace.expect_nothing_left();
  check_cases(workspace, run, cases);
}

struct FakeClient {
  const char* script;
  const char* why;
};

constexpr FakeClient kFakeClients[] = {
    {"exit 0", "wrk printed no result"},
    {"echo 'Requests/sec: 123456.78'", "wrk printed no result"},
    {"echo 'pacer-result {\"requests\":oops'", "wrk's result cannot be read"},
    {"echo 'pacer-result {\"requests\":1000000,\"duration_us\":100000,\"bytes\":1,\"errors\":"
     "{\"connect\":0,\"read\":0,\"write\":0,\"status\":0,\"timeout\":0}}'",
     "wrk ran for 0.10 s instead of 1 s"},
    {"echo 'pipeline.lua: cannot open' >&2; exit 1", "wrk ended with exit 1: pipeline.lua: cannot"},
};

TEST(ClientFaults, AClientWithoutAResultYieldsNoFigure) {
  for (const auto& fake : kFakeClients) {
    Workspace workspace;
    const std::vector<Case> cases{failed({"server"}, "warm", {fake.why})};
    add_all(workspace, cases);
    const auto env = path_with_wrk(workspace, fake.script);
    check_cases(workspace, workspace.pacer(run_words(workspace, {"server"}), env), cases);
  }
}

/// A result that claims more than the wall clock allows is not believed.
TEST(ClientFaults, AClientThatEndsEarlyIsNotBelieved) {
  Workspace workspace;
  const std::vector<Case> cases{
      invalid({"server"}, {"the client's clock says 1.00 s, the machine's 0.0"})};
  add_all(workspace, cases);
  const auto env = path_with_wrk(
      workspace,
      "echo 'pacer-result {\"requests\":1000000,\"duration_us\":1000000,\"bytes\":98000000,"
      "\"errors\":{\"connect\":0,\"read\":0,\"write\":0,\"status\":0,\"timeout\":0}}'");
  check_cases(workspace, workspace.pacer(run_words(workspace, {"server"}), env), cases);
}

TEST(ClientFaults, AClientThatDoesNotEndIsStopped) {
  Workspace workspace;
  const std::vector<Case> cases{failed({"server"}, "warm", {"wrk did not end within 15s"})};
  add_all(workspace, cases);
  const auto env = path_with_wrk(workspace, "exec sleep 600", true);
  check_cases(workspace, workspace.pacer(run_words(workspace, {"server"}), env), cases);
}

}  // namespace
}  // namespace pacer::e2e
