#include <gtest/gtest.h>

#include "cases.h"
#include "documented.h"

namespace pacer::e2e {
namespace {

/// The controls of every rule: what each fault changes, these do not.
TEST(Healthy, ServersAreMeasuredWithoutANote) {
  Workspace workspace;
  const std::vector<Case> cases{
      measured({"threads"}),
      measured({"prefork", "prefork"}),
      measured({"prefork-reuse-port", "prefork", {{"REUSE_PORT", "yes"}}}),
      measured({"counting", "counts", {}, "3s", "", "serves: [hello, count]\n"}),
      measured({"slow-start", "late", {{"LATE", "unbound"}, {"LATE_S", "0.7"}}}),
  };
  add_all(workspace, cases);
  const auto run = workspace.pacer(run_words(workspace, workspace.names()));
  check_cases(workspace, run, cases);
  expect_documented(run.json());
}

TEST(Healthy, PipeliningServersStandADepthOf16) {
  run_cases({measured({"threads"}), measured({"prefork", "prefork"})}, {"--pipeline", "16"});
}

/// After the measured load: percentiles at a fixed rate, or that it was not sustained.
TEST(Healthy, LatencyAtAFixedRateIsShown) {
  Workspace workspace;
  const std::vector<Case> cases{measured({"threads"}), measured({"prefork", "prefork"})};
  add_all(workspace, cases);
  const Words rate{"--latency-rates", "500", "--client", "pacer-load"};
  const auto run = workspace.pacer(run_words(workspace, workspace.names(), rate));
  check_cases(workspace, run, cases);
  expect_documented(run.json());
  for (const auto& row : run.json().at("rows")) {
    EXPECT_GT(row.at("latency_us_p50").get<double>(), 0) << row;
    EXPECT_GE(row.at("latency_us_p99"), row.at("latency_us_p50"));
  }
  const auto latency = sample_of(workspace, "threads").at("latency").at(0);
  EXPECT_EQ(latency.at("rate_per_s"), 500);
  EXPECT_EQ(latency.at("scheduled"), 1500);
  EXPECT_FALSE(latency.at("latency_us").contains("p999")) << "too few lie beyond it";
  EXPECT_EQ(latency.at("histogram").get<std::string>().substr(0, 4), "HIST");
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

}  // namespace
}  // namespace pacer::e2e
