#include <gtest/gtest.h>

#include "cases.h"

namespace pacer::e2e {
namespace {

/// The controls of every rule: what each fault changes, these do not.
TEST(Healthy, ServersAreMeasuredWithoutANote) {
  run_cases({
      {{"threads"}, "measured"},
      {{"prefork", "prefork"}, "measured"},
      {{"prefork-reuse-port", "prefork", {{"REUSE_PORT", "yes"}}}, "measured"},
      {{"counting", "counts", {}, "3s", "", "serves: [hello, count]\n"}, "measured"},
      {{"slow-start", "late", {{"LATE", "unbound"}, {"LATE_S", "0.7"}}}, "measured"},
  });
}

TEST(Healthy, PipeliningServersStandADepthOf16) {
  run_cases({{{"threads"}, "measured"}, {{"prefork", "prefork"}, "measured"}},
            {"--pipeline", "16"});
}

TEST(Healthy, StartupIsTheTimeToTheFirstRightAnswer) {
  Workspace workspace;
  const Variables late{{"LATE_S", "1"}};
  for (const std::string way : {"unavailable", "lost", "backlog", "unbound"}) {
    auto env = late;
    env["LATE"] = way;
    workspace.add({way, "late", env, "10s"});
  }
  const auto run = workspace.pacer(run_words(workspace, workspace.names(), {"--warmup", "0s"}));
  EXPECT_EQ(run.end.code, 0) << run.err;
  for (const auto& name : workspace.names()) {
    const auto sample = sample_of(workspace, name);
    const double startup_ms = sample.at("values").value("startup_ms", 0.0);
    EXPECT_GE(startup_ms, 1000) << name;
    // Above: the interpreter's own start on a busy machine, and not the next second's retry.
    EXPECT_LT(startup_ms, 1900) << name;
  }
}

/// What docs/ promises of --json, on real samples.
TEST(Healthy, JsonHasEveryFieldWithItsUnit) {
  Workspace workspace;
  workspace.add({"threads"});
  workspace.add({"left-out", "threaded", {}, "3s", "", "skip: \"not today\"\n"});
  const auto run = workspace.pacer(run_words(workspace, workspace.names()));
  EXPECT_EQ(run.end.code, 1) << run.err;  // one of those named was skipped
  const auto table = run.json();
  for (const auto* key : {"run", "caption", "plan", "rows", "ceiling"}) {
    EXPECT_TRUE(table.contains(key)) << key;
  }
  for (const auto& row : table.at("rows")) {
    for (const auto* key :
         {"framework", "version", "language", "outcome", "stage", "why", "notes", "rank",
          "throughput_rps", "throughput_interval_rps", "latency_mean_us", "batch_cycle_us",
          "transfer_bytes_per_s", "startup_ms", "memory_peak_bytes", "memory_method",
          "cpu_us_per_request", "errors", "repetitions"}) {
      EXPECT_TRUE(row.contains(key)) << key << " of " << row.dump();
    }
  }
}

}  // namespace
}  // namespace pacer::e2e
