#include <gtest/gtest.h>

#include <fmt/format.h>

#include "cases.h"
#include "leftovers.h"

namespace pacer::e2e {
namespace {

/// A run on one fixed port, and somebody else who wants it too.
struct Contested {
  Workspace workspace;
  std::string port = std::to_string(free_port());
  Variables stranger{{"PORT", port}};

  void start(const Framework& framework) {
    workspace.add(framework);
    workspace.start_pacer(run_words(workspace, {framework.name}, {"--port", port}));
  }
  /// The first trial on the port is the ceiling's; this waits for the framework's own server.
  void wait_for_server() {
    EXPECT_TRUE(
        eventually([&] { return !workspace.processes(server_words()).empty(); }, seconds(200)));
  }
  /// The stranger lives, serves, and stands in the row by its pid.
  void expect_named(const Child& child, const std::string& outcome, const std::string& stage) {
    const auto run = workspace.finish();
    EXPECT_EQ(run.end.code, 1) << run.err;
    workspace.expect_nothing_left();
    const auto sample = sample_of(workspace, "server");
    EXPECT_EQ(sample.at("outcome"), outcome) << sample;
    EXPECT_EQ(sample.value("stage", ""), stage) << sample;
    expect_words(reason_of(sample), fmt::format("pid {} (", child.pid()));
    EXPECT_TRUE(somebody_listens(std::stoi(port)));
  }
};

TEST(PortFaults, HeldBeforeTheStart) {
  Contested run;
  const auto& stranger = run.workspace.start_stranger(run.stranger);
  run.start({"server"});
  run.expect_named(stranger, "failed", "gate");
}

TEST(PortFaults, TakenAfterTheStartAndTheServerEnds) {
  Contested run;
  run.start({"server", "late", {{"LATE", "unbound"}, {"LATE_S", "1.5"}}, "10s"});
  run.wait_for_server();
  const auto& stranger = run.workspace.start_stranger(run.stranger);
  run.expect_named(stranger, "failed", "ready");
  expect_words(reason_of(sample_of(run.workspace, "server")), "address in use");
}

TEST(PortFaults, TakenAfterTheStartAndTheServerStays) {
  Contested run;
  run.start({"server", "never_ready", {{"HOW", "deaf"}}, "10s"});
  run.wait_for_server();
  const auto& stranger = run.workspace.start_stranger(run.stranger);
  run.expect_named(stranger, "failed", "ready");
}

TEST(PortFaults, SharedBeforeTheServerIsReady) {
  Contested run;
  run.stranger["REUSE_PORT"] = "yes";
  run.start({"server", "shared_port", {{"LATE_S", "3"}}, "10s"});
  run.wait_for_server();
  const auto& stranger = run.workspace.start_stranger(run.stranger);
  run.expect_named(stranger, "failed", "ready");
}

TEST(PortFaults, SharedDuringTheLoad) {
  Contested run;
  run.stranger["REUSE_PORT"] = "yes";
  run.start({"server", "shared_port"});
  EXPECT_TRUE(eventually(
      [&] {
        return std::filesystem::exists(run.workspace.trial_folder("server") / "client.stdout");
      },
      seconds(200)));
  const auto& stranger = run.workspace.start_stranger(run.stranger);
  run.expect_named(stranger, "invalid", "");
}

TEST(PortFaults, AFreePortIsTakenWhereOthersAreHeld) {
  Workspace workspace;
  workspace.start_stranger({{"PORT", "8080"}}, false);  // whoever holds it already serves as well
  EXPECT_TRUE(eventually([] { return somebody_listens(8080); }));
  workspace.add({"server"});
  const auto run = workspace.pacer(run_words(workspace, {"server"}));
  EXPECT_EQ(run.end.code, 0) << run.err;
  EXPECT_EQ(sample_of(workspace, "server").at("outcome"), "measured");
}

}  // namespace
}  // namespace pacer::e2e
