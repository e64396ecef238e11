#include "core/plan/expand.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <tuple>

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
  const auto settings = resolve(plan_with(server, client), machine).front();
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
  plan.connections = {128};
  plan.pipeline = {16};
  plan.duration = std::chrono::seconds(30);
  plan.warmup = std::chrono::seconds(10);
  const auto settings = resolve(plan, {0, 1}).front();
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
  plan.connections = {connections};
  return resolve(plan, machine).front().threads;
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

TEST(Resolve, MakesOneSettingOfEachPair) {
  Plan plan;
  plan.connections = {50, 300};
  plan.pipeline = {1, 16};
  plan.server_cpus = plan.client_cpus = cpus("shared");
  const auto all = resolve(plan, {0, 1, 2, 3, 4, 5, 6, 7});
  ASSERT_EQ(all.size(), 4U);
  std::vector<SettingKey> keys;
  std::vector<int> threads;
  for (const auto& one : all) {
    keys.push_back(setting_key(one));
    threads.push_back(one.threads);
  }
  EXPECT_EQ(keys, (std::vector<SettingKey>{{50, 1}, {50, 16}, {300, 1}, {300, 16}}));
  EXPECT_EQ(threads, (std::vector{5, 5, 6, 6})) << "of 8 CPUs, each by its own connections";
}

TEST(Resolve, TakesANumberOfRequestsInPlaceOfADuration) {
  Plan plan;
  plan.requests = 100'000;
  plan.at_most = std::chrono::seconds(90);
  const auto settings = resolve(plan, {0, 1}).front();
  EXPECT_EQ(settings.requests, 100'000U);
  EXPECT_EQ(settings.duration, Duration::zero());
  EXPECT_EQ(longest_load(settings), std::chrono::seconds(90));
  EXPECT_EQ(longest_load(resolve(Plan(), {0, 1}).front()), Plan().duration);
}

TEST(SettingNames, SayWhatDiffers) {
  const auto named = [](const std::vector<SettingKey>& keys) {
    std::vector<Settings> all;
    for (const auto& [connections, pipeline] : keys) {
      all.emplace_back();
      all.back().connections = connections;
      all.back().pipeline = pipeline;
    }
    return setting_names(all);
  };
  using Texts = std::vector<std::string>;
  EXPECT_EQ(named({{64, 16}}), Texts{""});
  EXPECT_EQ(named({{64, 1}, {64, 16}}), (Texts{"depth 1", "depth 16"}));
  EXPECT_EQ(named({{1, 4}, {64, 4}}), (Texts{"1 connection", "64 connections"}));
  EXPECT_EQ(named({{32, 1}, {64, 16}}),
            (Texts{"32 connections, depth 1", "64 connections, depth 16"}));
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
  const auto trials = expand({"b", "a", "c"}, {settings}, 1, 99);
  EXPECT_EQ(names(trials), (Names{"pacer-ceiling", "b", "a", "c"}));
  for (std::size_t i = 0; i < trials.size(); ++i) {
    EXPECT_EQ(trials[i].round, 1);
    EXPECT_EQ(trials[i].position, static_cast<int>(i) + 1);
    EXPECT_EQ(trials[i].settings.connections, 17);
  }
}

TEST(Expand, RunsTheCeilingLikeEveryFrameworkInEveryRound) {
  const auto trials = expand({"a", "b"}, {Settings()}, 7, 9);
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

std::vector<Settings> two_depths() {
  std::vector<Settings> all(2);
  all[1].pipeline = 16;
  return all;
}

TEST(Expand, RunsAllFrameworksUnderOneSettingThenUnderTheNext) {
  const auto trials = expand({"a", "b"}, two_depths(), 1, 7);
  EXPECT_EQ(names(trials), (Names{"pacer-ceiling", "a", "b", "pacer-ceiling", "a", "b"}));
  std::vector<int> depths;
  std::vector<int> positions;
  for (const auto& trial : trials) {
    depths.push_back(trial.settings.pipeline);
    positions.push_back(trial.position);
    EXPECT_EQ(trial.setting, fmt::format("depth {}", trial.settings.pipeline));
  }
  EXPECT_EQ(depths, (std::vector{1, 1, 1, 16, 16, 16}));
  EXPECT_EQ(positions, (std::vector{1, 2, 3, 1, 2, 3}));
}

TEST(Expand, HoldsEachFrameworkOnceARoundUnderEachSetting) {
  constexpr int kRounds = 4;
  const auto trials = expand({"a", "b"}, two_depths(), kRounds, 7);
  ASSERT_EQ(trials.size(), 3U * 2 * kRounds);
  std::map<std::tuple<std::string, int, int>, int> seen;
  std::map<int, int> first_depths;  // how often each setting came first in its round
  for (std::size_t i = 0; i < trials.size(); ++i) {
    const auto& trial = trials[i];
    ++seen[{trial.framework, trial.settings.pipeline, trial.round}];
    EXPECT_EQ(trial.round, static_cast<int>(i / 6) + 1);
    EXPECT_EQ(trial.settings.pipeline, trials[i / 3 * 3].settings.pipeline) << "blocks of one";
    if (i % 6 == 0) ++first_depths[trial.settings.pipeline];
  }
  EXPECT_EQ(seen.size(), trials.size());
  EXPECT_EQ(first_depths, (std::map<int, int>{{1, 2}, {16, 2}}));
}

TEST(Expand, GivesTheFirstSettingTheOrderThatItHasAlone) {
  const auto both = expand({"a", "b", "c"}, two_depths(), 5, 3);
  std::vector<std::string> of_first;
  for (const auto& trial : both) {
    if (trial.settings.pipeline == 1) of_first.push_back(trial.framework);
  }
  EXPECT_EQ(of_first, names(expand({"a", "b", "c"}, {two_depths().front()}, 5, 3)));
}

TEST(Expand, RunsTheCeilingAloneWhereThereIsNoFramework) {
  EXPECT_EQ(names(expand({}, {Settings()}, 1, 1)), Names{"pacer-ceiling"});
  EXPECT_EQ(names(expand({}, {Settings()}, 2, 1)), (Names{"pacer-ceiling", "pacer-ceiling"}));
}

TEST(ExpandPairs, ChangesPlacesEachRound) {
  const auto trials = expand_pairs("x.old", "x.new", {}, 4);
  std::vector<std::string> order;
  for (const auto& trial : trials) order.push_back(trial.framework.substr(2));
  EXPECT_EQ(order,
            (std::vector<std::string>{"old", "new", "new", "old", "old", "new", "new", "old"}));
  EXPECT_EQ(trials[2].round, 2);
  EXPECT_EQ(trials[2].position, 1);
  EXPECT_EQ(trials[3].position, 2);
}

}  // namespace
}  // namespace pacer
