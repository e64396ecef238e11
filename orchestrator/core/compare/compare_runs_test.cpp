#include "core/compare/compare_runs.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "core/compare/output.h"
#include "tests/samples.h"

namespace pacer {
namespace {

constexpr int kRounds = 10;

/// Fixed noise of a few percent, other for each framework and round.
double noise(std::size_t salt, int round) {
  return 1 + 0.02 * std::sin(static_cast<double>(salt) * 1.7 + round * 2.3);
}

struct Run {
  RunRecord record;
  std::vector<Sample> samples;
  MeasuredRun view() const { return {record, samples}; }
};

void add(Run& run, const std::string& framework, double throughput_rps, std::size_t salt = 0) {
  for (int round = 1; round <= run.record.plan.repetitions; ++round) {
    run.samples.push_back(testing::measured(
        framework, throughput_rps * noise(salt + framework.size(), round), round));
  }
}

Run run_of(std::vector<std::string> frameworks, int rounds = kRounds) {
  Run run{testing::run_of(std::move(frameworks), rounds), {}};
  add(run, kCeilingName, 100'000);
  return run;
}

Run with(double throughput_rps, std::size_t salt = 0) {
  auto run = run_of({"go-http"});
  add(run, "go-http", throughput_rps, salt);
  return run;
}

RunComparison compare(const Run& before, const Run& after, const CompareOptions& options = {}) {
  return compare_runs(before.view(), after.view(), options);
}

using Lines = std::vector<std::string>;

TEST(CompareRuns, AnUnchangedCopyPasses) {
  const auto comparison = compare(with(50'000), with(50'000, 3));
  EXPECT_EQ(comparison.verdict, CompareVerdict::kPassed);
  ASSERT_EQ(comparison.rows.size(), 1u);
  EXPECT_EQ(comparison.rows.front().change, Change::kSame);
  EXPECT_EQ(comparison_headline(comparison), "passed: no regression over 5 %");
  EXPECT_EQ(comparison.reasons, Lines{});
}

TEST(CompareRuns, ATenthLessIsFound) {
  const auto comparison = compare(with(50'000), with(45'000, 3));
  EXPECT_EQ(comparison.verdict, CompareVerdict::kRegressed);
  EXPECT_EQ(comparison_headline(comparison),
            "regressed by more than 5 %: go-http (req/s, CPU/req)");
}

TEST(CompareRuns, AGainIsNamed) {
  const auto comparison = compare(with(50'000), with(60'000, 3));
  EXPECT_EQ(comparison.verdict, CompareVerdict::kPassed);
  EXPECT_EQ(comparison_headline(comparison),
            "passed: no regression over 5 %; better: go-http (req/s, CPU/req)");
}

TEST(CompareRuns, MemoryIsComparedByAMethodThatBothHave) {
  const auto weighed = [](const char* key, double bytes, std::size_t salt) {
    auto run = with(50'000, salt);
    for (auto& sample : run.samples) sample.values[key] = bytes;
    return run;
  };
  const auto memory_of = [](const RunComparison& comparison) {
    std::vector<std::string> keys;
    for (const auto& metric : comparison.rows.at(0).metrics) {
      if (metric.metric.starts_with("memory")) keys.push_back(metric.metric);
    }
    return keys;
  };
  const auto old_run = weighed("memory_cgroup_v1_peak_bytes", 5e6, 0);
  EXPECT_EQ(memory_of(compare(old_run, weighed("memory_cgroup_v1_peak_bytes", 9e6, 3))),
            Lines{"memory_cgroup_v1_peak_bytes"});
  EXPECT_EQ(memory_of(compare(old_run, weighed("memory_cgroup_v2_peak_bytes", 9e6, 3))),
            Lines{"memory_peak_bytes"});
}

TEST(CompareRuns, InstructionsAreComparedWhereBothWereCounted) {
  const auto counted = [](double instructions, std::size_t salt) {
    auto run = with(50'000, salt);
    for (auto& sample : run.samples) {
      sample.values["server_instructions_per_request"] =
          instructions * noise(salt + 5, sample.trial.round);
    }
    return run;
  };
  const auto more = compare(counted(40'000, 0), counted(60'000, 3));
  EXPECT_EQ(comparison_headline(more), "regressed by more than 5 %: go-http (instr/req)");
  EXPECT_EQ(compare(counted(40'000, 0), with(50'000, 3)).verdict, CompareVerdict::kPassed);
}

TEST(CompareRuns, WithOneRoundTheyAreNotComparable) {
  auto before = run_of({"go-http"}, 1);
  add(before, "go-http", 50'000);
  const auto comparison = compare(before, before);
  EXPECT_EQ(comparison.verdict, CompareVerdict::kNotComparable);
  EXPECT_EQ(comparison.reasons,
            Lines{"go-http has too few rounds for any answer: at least 4 more are needed of each "
                  "version"});
}

/// What is different, and the reason that is told.
struct Difference {
  void (*make)(RunRecord& record);
  std::string reason;
};

TEST(CompareRuns, OtherMachinesAndSettingsAreRefused) {
  const std::vector<Difference> differences{
      {[](RunRecord& run) { run.environment.machine.value = "Xeon"; },
       "other machine: AMD EPYC 7B13, 2 CPUs, 7.8 GiB, KVM, then Xeon"},
      {[](RunRecord& run) { run.environment.kernel.value.reset(); },
       "other kernel: Linux 6.1.0-18-amd64, then not known"},
      {[](RunRecord& run) { run.environment.governor.value = "powersave"; },
       "other frequency governor: not known, then powersave"},
      {[](RunRecord& run) { run.environment.client_version.value = "wrk 4.2.0"; },
       "other load client: wrk debian/4.1.0-3+b2 [epoll], then wrk 4.2.0"},
      {[](RunRecord& run) { run.settings.client = "pacer-load"; },
       "other load client: wrk, then pacer-load"},
      {[](RunRecord& run) { run.settings.connections = 128; }, "other connections: 64, then 128"},
      {[](RunRecord& run) { run.settings.pipeline = 16; }, "other pipeline depth: 1, then 16"},
      {[](RunRecord& run) { run.settings.duration = std::chrono::seconds(9); },
       "other duration: 5s, then 9s"},
      {[](RunRecord& run) { run.settings.warmup = std::chrono::seconds(9); },
       "other warm-up: 2s, then 9s"},
      {[](RunRecord& run) { run.settings.latency_rates = {1000}; },
       "other latency rates: none, then 1000"},
      {[](RunRecord& run) { run.settings.workload = "echo"; }, "other workload: hello, then echo"},
      {[](RunRecord& run) {
         run.settings.server_cpus = {0, 1};
       },
       "other server CPUs: 0, then 0-1"},
      {[](RunRecord& run) { run.settings.client_cpus = {2}; }, "other client CPUs: 1, then 2"},
      {[](RunRecord& run) { run.settings.requests = 1000; },
       "other number of requests: none, then 1000"},
      {[](RunRecord& run) {
         run.further_settings = {run.settings, run.settings};
       },
       "2026-01-02-quick holds 3 settings: only runs of one are compared"},
      {[](RunRecord& run) { run.settings.threads = 2; }, "other threads: 1, then 2"},
  };
  const auto before = with(50'000);
  for (const auto& difference : differences) {
    auto after = with(50'000);
    difference.make(after.record);
    const auto comparison = compare(before, after);
    EXPECT_EQ(comparison.verdict, CompareVerdict::kNotComparable);
    EXPECT_EQ(comparison.reasons, Lines{difference.reason});
    EXPECT_TRUE(comparison.rows.empty()) << "figures of other machines are refused, not scaled";
  }
}

TEST(CompareRuns, AMachineInAnotherStateIsRefused) {
  auto after = run_of({"go-http"});
  add(after, "go-http", 50'000);
  for (auto& sample : after.samples) {
    if (sample.trial.framework == kCeilingName) sample.values["throughput_rps"] *= 0.8;
  }
  const auto comparison = compare(with(50'000), after);
  EXPECT_EQ(comparison.verdict, CompareVerdict::kNotComparable);
  ASSERT_EQ(comparison.reasons.size(), 1u);
  EXPECT_EQ(comparison.reasons.front().substr(0, 99),
            "the machine was in another state: req/s of the ceiling, the same program in both, "
            "changed by -20.0 ");
}

TEST(CompareRuns, NothingInCommonIsNotComparable) {
  auto other = run_of({"vertx"});
  add(other, "vertx", 50'000);
  const auto comparison = compare(with(50'000), other);
  EXPECT_EQ(comparison.verdict, CompareVerdict::kNotComparable);
  EXPECT_EQ(comparison.reasons, Lines{"the runs have no framework in common"});
  EXPECT_EQ(comparison.notes,
            (Lines{"only in the old run: go-http", "only in the new run: vertx"}));
}

TEST(CompareRuns, AFailureOfTheNewOneIsTold) {
  auto after = run_of({"go-http"});
  after.samples.push_back(
      testing::with_outcome("go-http", Failed{Stage::kReady, "never answered", {}}));
  const auto comparison = compare(with(50'000), after);
  EXPECT_EQ(comparison.verdict, CompareVerdict::kNotComparable);
  EXPECT_EQ(comparison.reasons,
            Lines{"go-http was not measured: new failed: ready: never answered"});
}

TEST(CompareRuns, WhatNeitherMeasuredIsLeftOut) {
  auto before = with(50'000);
  auto after = with(50'000, 3);
  for (auto* run : {&before, &after}) {
    run->record.frameworks.emplace_back("vertx");
    run->samples.push_back(testing::with_outcome("vertx", Skipped{"no jdk", ""}));
  }
  const auto comparison = compare(before, after);
  EXPECT_EQ(comparison.verdict, CompareVerdict::kPassed);
  EXPECT_EQ(comparison.notes, Lines{"measured in neither run: vertx"});
}

TEST(CompareRuns, OnlyTheSelectedAreCompared) {
  auto before = run_of({"go-http", "vertx"});
  auto after = run_of({"go-http", "vertx"});
  for (auto* run : {&before, &after}) add(*run, "go-http", 50'000);
  add(before, "vertx", 50'000);
  add(after, "vertx", 30'000);
  EXPECT_EQ(compare(before, after).verdict, CompareVerdict::kRegressed);
  EXPECT_EQ(compare(before, after, {0.05, {"go-*"}}).verdict, CompareVerdict::kPassed);
}

TEST(CompareRuns, WhereTheClientWasTheLimitThroughputTellsNothing) {
  auto before = with(50'000);
  auto after = with(45'000, 3);
  for (auto* run : {&before, &after}) {
    for (auto& sample : run->samples) {
      sample.values["client_cpu_share"] = 0.97;
      sample.values["server_cpu_share"] = 0.5;
    }
  }
  const auto comparison = compare(before, after);
  EXPECT_EQ(comparison.rows.front().metrics.front().change, Change::kUndecided);
  EXPECT_EQ(comparison_headline(comparison), "regressed by more than 5 %: go-http (CPU/req)");
  EXPECT_EQ(comparison.notes,
            Lines{"go-http: the load client was the limit on both sides, so that req/s tells "
                  "nothing of the server; CPU/req does"});
}

Run pairs(double factor, int rounds = kRounds) {
  Run run{testing::run_of({"go-http.old", "go-http.new"}, rounds), {}};
  run.record.live =
      LivePair{"go-http",          "/repo",        "bench/go-http", "main", "0123456789abcdef",
               "fedcba9876543210", "fedcba9-dirty"};
  for (int round = 1; round <= rounds; ++round) {
    // What a round has in common is far larger than the change.
    const double pace = 50'000 * (1 + 0.5 * std::sin(round * 1.3));
    run.samples.push_back(testing::measured("go-http.old", pace * noise(1, round), round));
    run.samples.push_back(testing::measured("go-http.new", pace * factor * noise(7, round), round));
  }
  return run;
}

TEST(ComparePairs, FindsInTheDifferencesWhatTheRoundsHide) {
  const auto same = pairs(1);
  EXPECT_EQ(compare_pairs(same.view(), {}).verdict, CompareVerdict::kPassed);
  const auto slower = pairs(0.9);
  const auto comparison = compare_pairs(slower.view(), {});
  EXPECT_EQ(comparison.verdict, CompareVerdict::kRegressed);
  EXPECT_EQ(comparison.rows.front().framework, "go-http");
  EXPECT_TRUE(comparison.is_paired);
}

TEST(ComparePairs, AMissingTrialTakesItsPairAlong) {
  auto run = pairs(0.9);
  run.samples.erase(run.samples.begin());
  const auto comparison = compare_pairs(run.view(), {});
  EXPECT_EQ(comparison.rows.front().metrics.front().new_n, kRounds - 1);
  EXPECT_EQ(comparison.rows.front().metrics.front().old_n, kRounds - 1);
}

TEST(ComparePairs, RefuseARunOfOtherFrameworks) {
  const auto run = with(50'000);
  try {
    compare_pairs(run.view(), {});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.render(),
              "error: 2026-01-02-quick: does not hold two versions of one framework\n"
              "  hint: name two runs, or make one with `pacer compare --live`");
  }
}

}  // namespace
}  // namespace pacer
