#include "core/plan/check.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace pacer {
namespace {

std::string refusal(const Plan& plan) {
  try {
    check(plan);
  } catch (const Error& error) {
    return error.render();
  }
  return "";
}

TEST(CheckPlan, LikesTheDefaults) { EXPECT_EQ(refusal(Plan()), ""); }

TEST(CheckPlan, HoldsTheLimits) {
  const auto with = [](auto member, auto value) {
    Plan plan;
    plan.*member = value;
    return refusal(plan);
  };
  EXPECT_EQ(with(&Plan::connections, std::vector{0}),
            "error: connections must be from 1 to 100000, not 0");
  EXPECT_EQ(with(&Plan::connections, std::vector{100'000}), "");
  EXPECT_EQ(with(&Plan::connections, std::vector{100'001}),
            "error: connections must be from 1 to 100000, not 100001");
  EXPECT_EQ(with(&Plan::pipeline, std::vector{1001}),
            "error: pipeline must be from 1 to 1000, not 1001");
  EXPECT_EQ(with(&Plan::repetitions, 0), "error: repetitions must be from 1 to 1000, not 0");
  EXPECT_EQ(with(&Plan::threads, 0), "error: threads must be from 1 to 1024, not 0");
  EXPECT_EQ(with(&Plan::threads, -4), "error: threads must be from 1 to 1024, not -4");
  EXPECT_EQ(with(&Plan::port, 65'536), "error: port must be from 1 to 65535, not 65536");
  EXPECT_EQ(with(&Plan::port, 65'535), "");
  EXPECT_EQ(with(&Plan::duration, Duration(0)),
            "error: duration must be over 0s and at most 24h, not 0s");
  EXPECT_EQ(with(&Plan::warmup, Duration(0)), "");
  EXPECT_EQ(with(&Plan::warmup, std::chrono::minutes(61)),
            "error: warmup must be at most 1h, not 61m");
  EXPECT_EQ(with(&Plan::quiet_within, std::chrono::hours(25)),
            "error: quiet_within must be at most 24h, not 25h");
}

TEST(CheckPlan, KnowsClientsAndWorkloads) {
  Plan plan;
  plan.client = "wrrk";
  EXPECT_EQ(refusal(plan),
            "error: unknown client 'wrrk'; did you mean 'wrk'?\n  hint: known: wrk, pacer-load");
  plan = Plan();
  plan.workload = "helo";
  EXPECT_EQ(refusal(plan),
            "error: unknown workload 'helo'; did you mean 'hello'?\n  hint: known: hello");
  plan.workload = "count";
  EXPECT_EQ(refusal(plan), "error: the workload count is not put under load\n  hint: take hello");
}

TEST(CheckPlan, RefusesConnectionsThatThreadsCannotShare) {
  const auto with = [](int threads, int connections) {
    Plan plan;
    plan.threads = threads;
    plan.connections = {connections};
    return refusal(plan);
  };
  EXPECT_EQ(with(4, 128), "");
  EXPECT_EQ(with(1, 61), "");
  EXPECT_EQ(with(61, 61), "");
  EXPECT_EQ(
      with(8, 100),
      "error: 100 connections cannot be shared by 8 threads: the client gives each thread 12, "
      "so 4 would never be opened\n  hint: take 96 or 104 connections, or threads auto");
  EXPECT_EQ(
      with(8, 4),
      "error: 4 connections are too few for 8 threads\n  hint: each thread needs at least one");
}

TEST(CheckPlan, JudgesEachSetting) {
  Plan plan;
  plan.threads = 10;
  plan.connections = {50, 100, 300};
  EXPECT_EQ(refusal(plan), "");
  plan.connections = {50, 64};
  EXPECT_EQ(refusal(plan),
            "error: 64 connections cannot be shared by 10 threads: the client gives each thread 6, "
            "so 4 would never be opened\n  hint: take 60 or 70 connections, or threads auto");
  plan.threads.reset();
  EXPECT_EQ(refusal(plan), "");
  plan.connections = {50, 64, 50};
  EXPECT_EQ(refusal(plan), "error: connections holds 50 twice\n  hint: name each once");
  plan.connections = {};
  EXPECT_EQ(refusal(plan), "error: connections must not be an empty list");
  plan.connections = {1, 2, 3, 4, 5};
  plan.pipeline = {1, 2, 3};
  EXPECT_EQ(refusal(plan), "");
  plan.pipeline = {1, 2, 3, 4};
  EXPECT_EQ(refusal(plan),
            "error: connections x pipeline make 20 settings\n  hint: take 16 at most");
}

TEST(CheckPlan, CountsRequestsOnlyWhereTheClientCan) {
  Plan plan;
  plan.requests = 100'000;
  EXPECT_EQ(refusal(plan), "");
  plan.client = "wrk";
  EXPECT_EQ(refusal(plan),
            "error: wrk loads for a time: it cannot send an exact number of requests\n"
            "  hint: take the client pacer-load, or a duration in place of requests");
  plan.requests.reset();
  EXPECT_EQ(refusal(plan), "");
  plan.client = "pacer-load";
  plan.requests = 0;
  EXPECT_EQ(refusal(plan), "error: requests must be from 1 to 1000000000000, not 0");
}

TEST(CheckPlan, TakesAShareOfTheCapacityOnlyWithoutPipelining) {
  Plan plan;
  plan.latency_capacity_percent = 70;
  EXPECT_EQ(refusal(plan), "");
  plan.latency_capacity_percent = 101;
  EXPECT_EQ(refusal(plan), "error: latency_capacity_percent must be from 1 to 100, not 101");
  plan.latency_capacity_percent = 70;
  plan.pipeline = {1, 16};
  EXPECT_EQ(refusal(plan),
            "error: a share of the capacity at pipeline 16 is no rate for an open loop, which does "
            "not pipeline\n  hint: take pipeline 1, or leave out latency_capacity_percent");
}

TEST(CheckPlan, BuildsInBatchesOnlyForOneRepetition) {
  Plan plan;
  plan.build = BuildOrder::kBatched;
  EXPECT_EQ(refusal(plan), "");
  plan.repetitions = 2;
  EXPECT_EQ(refusal(plan),
            "error: building in batches allows one repetition, not 2\n"
            "  hint: a round needs every framework: take `build: first`");
}

TEST(FaultsOf, FindsAll) {
  Plan plan;
  plan.threads = 3;
  plan.pipeline = {0};
  plan.workload = "x";
  std::vector<std::string> blamed;
  for (const auto& fault : faults_of(plan)) blamed.push_back(fault.fields.front());
  EXPECT_EQ(blamed, (std::vector<std::string>{"pipeline", "workload", "connections"}));
}

TEST(CheckPlan, ABudgetIsForOneSetting) {
  Plan plan;
  plan.budget = std::chrono::hours(2);
  EXPECT_TRUE(faults_of(plan).empty());
  plan.pipeline = {1, 16};
  const auto faults = faults_of(plan);
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_EQ(faults.front().message, "a budget is for one setting, and these are 2");
}

}  // namespace
}  // namespace pacer
