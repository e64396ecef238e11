#include "core/plan/expand.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace pacer {
namespace {

CpuChoice cpus(const std::string& text) { return parse_cpu_choice(text).value(); }

Plan plan_with(const std::string& server, const std::string& client) {
  Plan plan;
  plan.server_cpus = cpus(server);
  plan.client_cpus = cpus(client);
  return plan;
}

struct Split {
  CpuSet server;
  CpuSet client;
  int server_count;
  bool shared;
  friend bool operator==(const Split&, const Split&) = default;
};

Split split(const std::string& server, const std::string& client, const std::vector<int>& machine) {
  const auto settings = resolve(plan_with(server, client), machine);
  return {settings.server_cpus, settings.client_cpus, settings.server_cpu_count,
          settings.shared_cpus};
}

std::string refusal(const Plan& plan, const std::vector<int>& machine) {
  try {
    resolve(plan, machine);
  } catch (const Error& error) {
    return error.render();
  }
  return "";
}

TEST(Resolve, TakesOverWhatThePlanSays) {
  Plan plan;
  plan.client = "wrk";
  plan.workload = "hello";
  plan.threads = 4;
  plan.connections = 128;
  plan.pipeline = 16;
  plan.duration = std::chrono::seconds(30);
  plan.warmup = std::chrono::seconds(10);
  const auto settings = resolve(plan, {0, 1});
  EXPECT_EQ(settings.client, "wrk");
  EXPECT_EQ(settings.workload, "hello");
  EXPECT_EQ(settings.threads, 4);  // more than the client has CPUs: the published protocol
  EXPECT_EQ(settings.connections, 128);
  EXPECT_EQ(settings.pipeline, 16);
  EXPECT_EQ(settings.duration, std::chrono::seconds(30));
  EXPECT_EQ(settings.warmup, std::chrono::seconds(10));
}

TEST(Resolve, GivesTheServerTheFirstHalfRoundedUp) {
  EXPECT_EQ(split("auto", "auto", {0, 1}), (Split{{0}, {1}, 1, false}));
  EXPECT_EQ(split("auto", "auto", {0, 1, 2}), (Split{{0, 1}, {2}, 2, false}));
  EXPECT_EQ(split("auto", "auto", {7, 2, 5, 3}), (Split{{2, 3}, {5, 7}, 2, false}));
}

TEST(Resolve, SharesWhereThereIsOneCpu) {
  EXPECT_EQ(split("auto", "auto", {3}), (Split{{}, {}, 1, true}));
}

TEST(Resolve, SharesOnDemand) {
  EXPECT_EQ(split("shared", "shared", {0, 1, 2}), (Split{{}, {}, 3, true}));
  EXPECT_EQ(split("shared", "auto", {0, 1, 2}), (Split{{}, {}, 3, true}));
  EXPECT_EQ(split("auto", "shared", {0, 1, 2}), (Split{{}, {}, 3, true}));
  EXPECT_EQ(split("0", "shared", {0, 1, 2}), (Split{{0}, {}, 1, true}));
}

TEST(Resolve, KeepsLists) {
  EXPECT_EQ(split("0-1", "2", {0, 1, 2, 3}), (Split{{0, 1}, {2}, 2, false}));
  EXPECT_EQ(split("0-1", "1-2", {0, 1, 2, 3}), (Split{{0, 1}, {1, 2}, 2, true}));
}

TEST(Resolve, GivesAutoWhatAListLeaves) {
  EXPECT_EQ(split("0", "auto", {0, 1, 2, 3}), (Split{{0}, {1, 2, 3}, 1, false}));
  EXPECT_EQ(split("auto", "0", {0, 1, 2, 3}), (Split{{1, 2, 3}, {0}, 3, false}));
  EXPECT_EQ(split("0-1", "auto", {0, 1}), (Split{{0, 1}, {}, 2, true}));
}

TEST(Resolve, RefusesCpusThatTheMachineLacks) {
  EXPECT_EQ(refusal(plan_with("0,5-6", "1"), {0, 1, 2, 4}),
            "error: the server cannot run on CPU 5-6\n  hint: this machine offers CPU 0-2,4");
  EXPECT_EQ(refusal(plan_with("auto", "9"), {0, 1}),
            "error: the client cannot run on CPU 9\n  hint: this machine offers CPU 0-1");
  EXPECT_EQ(refusal(Plan(), {}), "error: this machine offers no CPU");
}

int threads(int connections, const std::string& client_cpus, const std::vector<int>& machine) {
  auto plan = plan_with("auto", client_cpus);
  plan.connections = connections;
  return resolve(plan, machine).threads;
}

TEST(Resolve, TakesTheLargestDivisorOfTheConnectionsForThreads) {
  const std::vector<int> eight{0, 1, 2, 3, 4, 5, 6, 7};
  EXPECT_EQ(threads(64, "auto", {0, 1}), 1);
  EXPECT_EQ(threads(64, "auto", eight), 4);
  EXPECT_EQ(threads(64, "0-6", eight), 4);
  EXPECT_EQ(threads(100, "0-6", eight), 5);
  EXPECT_EQ(threads(64, "shared", eight), 8);
  EXPECT_EQ(threads(61, "shared", eight), 1);
  EXPECT_EQ(threads(3, "shared", eight), 3);
  EXPECT_EQ(threads(1, "shared", eight), 1);
}

TEST(Resolve, ChecksThePlan) {
  Plan plan;
  plan.threads = 3;
  EXPECT_EQ(refusal(plan, {0, 1}),
            "error: 64 connections cannot be shared by 3 threads: the client gives each thread 21, "
            "so 1 would never be opened\n  hint: take 63 or 66 connections, or threads auto");
}

std::vector<std::string> names(const std::vector<Trial>& trials) {
  std::vector<std::string> found;
  for (const auto& trial : trials) found.push_back(trial.framework);
  return found;
}

using Names = std::vector<std::string>;

TEST(Expand, KeepsTheOrderOfASingleRoundAfterTheCeiling) {
  Settings settings;
  settings.connections = 17;
  const auto trials = expand({"b", "a", "c"}, settings, 1, 99);
  EXPECT_EQ(names(trials), (Names{"pacer-ceiling", "b", "a", "c"}));
  for (std::size_t i = 0; i < trials.size(); ++i) {
    EXPECT_EQ(trials[i].round, 1);
    EXPECT_EQ(trials[i].position, static_cast<int>(i) + 1);
    EXPECT_EQ(trials[i].settings.connections, 17);
  }
}

TEST(Expand, RunsTheCeilingLikeEveryFrameworkInEveryRound) {
  const auto trials = expand({"a", "b"}, Settings(), 7, 9);
  // round_orders(3, 7, 9) with 0 for the ceiling, 1 for a and 2 for b
  EXPECT_EQ(names(trials), (Names{"a",
                                  "b",
                                  "pacer-ceiling",
                                  "pacer-ceiling",
                                  "a",
                                  "b",
                                  "b",
                                  "pacer-ceiling",
                                  "a",
                                  "pacer-ceiling",
                                  "b",
                                  "a",
                                  "a",
                                  "pacer-ceiling",
                                  "b",
                                  "b",
                                  "a",
                                  "pacer-ceiling",
                                  "b",
                                  "pacer-ceiling",
                                  "a"}));
  for (std::size_t i = 0; i < trials.size(); ++i) {
    EXPECT_EQ(trials[i].round, static_cast<int>(i) / 3 + 1);
    EXPECT_EQ(trials[i].position, static_cast<int>(i) % 3 + 1);
  }
}

TEST(Expand, RunsTheCeilingAloneWhereThereIsNoFramework) {
  EXPECT_EQ(names(expand({}, Settings(), 1, 1)), Names{"pacer-ceiling"});
  EXPECT_EQ(names(expand({}, Settings(), 2, 1)), (Names{"pacer-ceiling", "pacer-ceiling"}));
}

}  // namespace
}  // namespace pacer
