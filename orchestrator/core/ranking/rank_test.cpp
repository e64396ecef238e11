#include "core/ranking/rank.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.h"
#include "tests/samples.h"

namespace pacer {
namespace {

using testing::measured;
using testing::quick_settings;
using testing::run_of;
using testing::with_outcome;

/// `rounds` rounds in which each framework reaches the throughput given for it.
std::vector<Sample> rounds_of(int rounds,
                              const std::vector<std::pair<std::string, double>>& throughputs) {
  std::vector<Sample> samples;
  for (int round = 1; round <= rounds; ++round) {
    for (const auto& [framework, rps] : throughputs) {
      samples.push_back(measured(framework, rps, round));
    }
  }
  return samples;
}

std::vector<std::string> names(const std::vector<Row>& rows) {
  std::vector<std::string> list;
  for (const auto& row : rows) list.push_back(row.summary.framework);
  return list;
}

using Names = std::vector<std::string>;
using Ranks = std::vector<std::optional<RankInterval>>;

Ranks ranks(const Ranking& ranking) {
  Ranks list;
  for (const auto& row : ranking.rows) list.push_back(row.rank);
  return list;
}

RankInterval place(int place) { return {place, place}; }

TEST(Rank, SortsByMedianThroughputTiesByName) {
  const auto ranking = rank(run_of({"d", "c", "b", "a"}), {measured("d", 50), measured("c", 70),
                                                           measured("b", 50), measured("a", 90)});
  EXPECT_EQ(names(ranking.rows), (Names{"a", "c", "b", "d"}));
  EXPECT_EQ(ranking.settings, quick_settings());
}

TEST(Rank, ShowsTheCeilingApart) {
  const auto ranking = rank(run_of({"a", "b"}),
                            {measured(kCeilingName, 200), measured("a", 50), measured("b", 150)});
  EXPECT_EQ(names(ranking.rows), (Names{"b", "a"}));
  ASSERT_TRUE(ranking.ceiling);
  EXPECT_EQ(ranking.ceiling->summary.framework, kCeilingName);
  EXPECT_EQ(ranking.ceiling->ceiling_ratio, 1.0);
  EXPECT_EQ(ranking.rows[0].ceiling_ratio, 0.75);
  EXPECT_EQ(ranking.rows[1].ceiling_ratio, 0.25);
  EXPECT_FALSE(ranking.rows[0].ceiling_ratio_interval);
}

TEST(Rank, TheCeilingRatioIsTheMedianOfTheRoundsBothWereMeasuredIn) {
  const std::vector<Sample> samples{measured(kCeilingName, 100, 1), measured("a", 50, 1),   // 0.5
                                    measured(kCeilingName, 200, 2), measured("a", 140, 2),  // 0.7
                                    measured(kCeilingName, 100, 3), measured("a", 60, 3),   // 0.6
                                    measured("a", 1000, 4),  // no ceiling in this round
                                    measured(kCeilingName, 100, 5)};
  const auto row = rank(run_of({"a"}, 5), samples).rows.at(0);
  EXPECT_EQ(row.ceiling_ratio, 0.6);
  EXPECT_EQ(row.ceiling_ratio_interval, (std::pair{0.5, 0.7}));
  EXPECT_EQ(row.summary.estimates.at("throughput_rps").median, 100);
}

TEST(Rank, TwoCommonRoundsMakeNoInterval) {
  const std::vector<Sample> samples{measured(kCeilingName, 100, 1), measured("a", 50, 1),
                                    measured(kCeilingName, 100, 2), measured("a", 70, 2),
                                    measured("a", 90, 3)};
  const auto row = rank(run_of({"a"}, 3), samples).rows.at(0);
  EXPECT_DOUBLE_EQ(row.ceiling_ratio.value(), 0.6);
  EXPECT_FALSE(row.ceiling_ratio_interval);
}

TEST(Rank, WithoutACommonRoundThereIsNoRatio) {
  const std::vector<Sample> apart{measured(kCeilingName, 100, 1), measured("a", 50, 2)};
  EXPECT_FALSE(rank(run_of({"a"}), apart).rows.at(0).ceiling_ratio);
  EXPECT_FALSE(rank(run_of({"a"}), {measured("a", 50)}).rows.at(0).ceiling_ratio);
  EXPECT_FALSE(rank(run_of({"a"}), {measured("a", 50)}).ceiling);
}

TEST(Rank, AFailedCeilingIsStillTheCeiling) {
  const auto ranking =
      rank(run_of({"a"}), {with_outcome(kCeilingName, Failed{}), measured("a", 5)});
  ASSERT_TRUE(ranking.ceiling);
  EXPECT_EQ(ranking.ceiling->summary.n_valid, 0);
  EXPECT_FALSE(ranking.ceiling->ceiling_ratio);
  EXPECT_TRUE(ranking.below.empty());
}

TEST(Rank, TheStandingFollowsTheCompleteRounds) {
  const auto standing = [](int rounds) {
    return standing_name(
        rank(run_of({"a", "b"}), rounds_of(rounds, {{"a", 2}, {"b", 1}})).standing);
  };
  EXPECT_EQ(standing(1), "unranked");
  EXPECT_EQ(standing(5), "unranked");
  EXPECT_EQ(standing(6), "provisional");
  EXPECT_EQ(standing(9), "provisional");
  EXPECT_EQ(standing(10), "ranked");
}

TEST(Rank, ARoundThatWasInterruptedIsNotComplete) {
  auto samples = rounds_of(6, {{"a", 2}, {"b", 1}});
  samples.pop_back();
  EXPECT_EQ(rank(run_of({"a", "b"}, 10), samples).standing, Standing::kUnranked);
  samples.push_back(with_outcome("b", Failed{Stage::kMeasure, "crashed", {}}, 6));
  EXPECT_EQ(rank(run_of({"a", "b"}, 10), samples).standing, Standing::kProvisional);
}

TEST(Rank, WhatNeverRanDoesNotHoldUpTheOthers) {
  auto samples = rounds_of(10, {{"a", 2}, {"b", 1}});
  samples.push_back(with_outcome("c", Skipped{"no jdk", ""}, 1));
  EXPECT_EQ(rank(run_of({"a", "b", "c"}, 10), samples).standing, Standing::kRanked);
}

TEST(Rank, WithoutNoiseRanksArePositionsAndEqualsShareThem) {
  const auto samples = rounds_of(6, {{"a", 9}, {"b", 7}, {"c", 7}, {"d", 5}});
  EXPECT_EQ(ranks(rank(run_of({"a", "b", "c", "d"}, 6), samples)),
            (Ranks{place(1), RankInterval{2, 3}, RankInterval{2, 3}, place(4)}));
  const auto few = rounds_of(5, {{"a", 9}, {"b", 7}});
  EXPECT_EQ(ranks(rank(run_of({"a", "b"}, 5), few)), (Ranks{std::nullopt, std::nullopt}));
}

TEST(Rank, ARowWithFewValidTrialsHasNoRank) {
  auto samples = rounds_of(10, {{"a", 9}, {"b", 7}, {"c", 5}});
  for (auto& sample : samples) {
    if (sample.trial.framework == "b" && sample.trial.round > 5) sample.outcome = Failed{};
  }
  EXPECT_EQ(ranks(rank(run_of({"a", "b", "c"}, 10), samples)),
            (Ranks{place(1), std::nullopt, place(2)}));
}

TEST(Rank, HarnessBoundRowsAreNotToldApart) {
  auto samples = rounds_of(6, {{"a", 9}, {"b", 8}, {"c", 7}, {"d", 6}});
  for (auto& sample : samples) {
    const auto& name = sample.trial.framework;
    sample.values["client_cpu_share"] = name == "c" ? 0.89 : 0.95;
    sample.values["server_cpu_share"] = name == "d" ? 0.95 : 0.6;
  }
  auto record = run_of({"a", "b", "c", "d"}, 6);
  const auto bound = rank(record, samples);
  EXPECT_EQ(ranks(bound), (Ranks{RankInterval{1, 2}, RankInterval{1, 2}, place(3), place(4)}));
  EXPECT_EQ(bound.rows[0].cost_rank, place(1));  // what they cost was measured
  EXPECT_EQ(bound.rows[1].cost_rank, place(2));

  record.settings.shared_cpus = true;  // both compete for one set: neither is "the" limit
  for (auto& sample : samples) sample.trial.settings.shared_cpus = true;
  EXPECT_EQ(ranks(rank(record, samples)), (Ranks{place(1), place(2), place(3), place(4)}));
}

TEST(Rank, BelowTheLineStandsWhatWasNotMeasured) {
  const auto ranking =
      rank(run_of({"late", "z-skipped", "b-failed", "fine", "invalid", "a-failed"}),
           {with_outcome("z-skipped", Skipped{"no jdk", "pacer setup jdk"}),
            with_outcome("b-failed", Failed{Stage::kReady, "no answer", {}}), measured("fine", 5),
            with_outcome("invalid", Invalid{{"wrong process"}}),
            with_outcome("a-failed", Failed{Stage::kBuild, "exit 1", {}})});
  EXPECT_EQ(names(ranking.rows), (Names{"fine"}));
  EXPECT_EQ(names(ranking.below), (Names{"a-failed", "b-failed", "invalid", "z-skipped", "late"}));
  const auto& late = ranking.below.back().summary;
  EXPECT_EQ(late.n_run, 0);
  EXPECT_EQ(outcome_reason(late.worst), "not run yet: interrupted");
  EXPECT_EQ(std::get<Skipped>(late.worst).remedy, "pacer run --resume 2026-01-02-quick");
}

TEST(Rank, ColumnsAreTheMetricsWithAValueInTheTablesOrder) {
  auto other = measured("b", 5);
  other.values = {{"throughput_rps", 5}, {"steal_share", 0.01}, {"of_the_future", 1}};
  auto failed = measured("c", 5);
  failed.outcome = Invalid{{"wrong"}};
  failed.values = {{"stop_ms", 5}};
  const auto ranking = rank(run_of({"a", "b"}), {other, failed, measured("a", 7)});
  EXPECT_EQ(ranking.columns, (Names{"throughput_rps", "latency_mean_us", "transfer_bytes_per_s",
                                    "server_cpu_us_per_request", "memory_peak_bytes", "startup_ms",
                                    "errors", "steal_share"}));
}

TEST(Rank, MemoryIsThatOfTheBestMethodThatEveryTrialHas) {
  std::vector<Sample> samples;
  for (int round = 1; round <= 3; ++round) {
    for (const auto* name : {"a", "b", kCeilingName}) {
      samples.push_back(measured(name, 5, round));
      samples.back().values["memory_cgroup_v1_peak_bytes"] = 9e6;
    }
  }
  const auto record = run_of({"a", "b", kCeilingName}, 3);
  const auto shows = [](const Ranking& ranking, const std::string& key) {
    return std::count(ranking.columns.begin(), ranking.columns.end(), key) == 1;
  };
  auto ranking = rank(record, samples);
  EXPECT_EQ(ranking.memory_key, "memory_cgroup_v1_peak_bytes");
  EXPECT_TRUE(shows(ranking, "memory_cgroup_v1_peak_bytes"));
  EXPECT_FALSE(shows(ranking, "memory_peak_bytes"));
  // One trial without it, as after a resume by another user: the column is of the other method.
  samples[4].values.erase("memory_cgroup_v1_peak_bytes");
  ranking = rank(record, samples);
  EXPECT_EQ(ranking.memory_key, "memory_peak_bytes");
  EXPECT_FALSE(shows(ranking, "memory_cgroup_v1_peak_bytes"));
  EXPECT_TRUE(shows(ranking, "memory_peak_bytes"));
}

TEST(Rank, WithoutSamplesEverythingIsYetToRun) {
  const auto ranking = rank(run_of({"b", "a", kCeilingName}), {});
  EXPECT_EQ(ranking.title, "quick, unranked");
  EXPECT_TRUE(ranking.rows.empty());
  EXPECT_FALSE(ranking.ceiling);
  EXPECT_TRUE(ranking.columns.empty());
  EXPECT_EQ(names(ranking.below), (Names{"a", "b"}));
}

TEST(Rank, TheTitleIsThePlanAndTheStanding) {
  EXPECT_EQ(rank(run_of({"a"}), {measured("a", 5)}).title, "quick, unranked");
  auto record = run_of({"a"}, 10);
  record.plan.name = "hello";
  EXPECT_EQ(rank(record, rounds_of(10, {{"a", 5}})).title, "hello, ranked");
  record.plan.name = "";
  EXPECT_EQ(rank(record, rounds_of(6, {{"a", 5}})).title, "provisional");
}

TEST(Rank, RefusesSamplesOfOtherSettings) {
  auto deeper = quick_settings();
  deeper.pipeline = 16;
  try {
    rank(run_of({"a", "b"}), {measured("a", 5), measured("b", 5, 1, deeper)});
    FAIL() << "samples of other settings were ranked";
  } catch (const Error& error) {
    EXPECT_EQ(error.render(),
              "error: b: was measured under other settings than the run's\n"
              "  hint: a table compares equal settings only: keep these samples in a run of their "
              "own");
  }
}

/// Two depths; at depth 16 the other framework is faster.
RunRecord two_depths(std::vector<std::string> frameworks, int rounds = 1) {
  auto record = run_of(std::move(frameworks), rounds);
  record.further_settings = {record.settings};
  record.further_settings[0].pipeline = 16;
  return record;
}

TEST(Rank, RanksEachSettingOnItsOwn) {
  constexpr int kRounds = 10;
  const auto record = two_depths({"a", "b", "c"}, kRounds);
  const auto deep = record.further_settings[0];
  std::vector<Sample> samples;
  for (int round = 1; round <= kRounds; ++round) {
    const double wobble = 1 + 0.001 * (round % 3);
    samples.push_back(measured(kCeilingName, 200 * wobble, round));
    samples.push_back(measured("a", 100 * wobble, round));
    samples.push_back(measured("b", 50 * wobble, round));
    samples.push_back(measured(kCeilingName, 2000 * wobble, round, deep));
    samples.push_back(measured("a", 500 * wobble, round, deep));
    if (round > 7) continue;
    samples.push_back(measured("b", 1000 * wobble, round, deep));
  }
  samples.push_back(with_outcome("c", Failed{Stage::kVerify, "no pipelining", {}}, 1, deep));
  const auto ranking = rank(record, samples);
  EXPECT_EQ(ranking.setting, "depth 1");
  EXPECT_EQ(names(ranking.rows), (Names{"a", "b"}));
  EXPECT_EQ(ranks(ranking), (Ranks{place(1), place(2)}));
  EXPECT_EQ(ranking.standing, Standing::kRanked);
  EXPECT_EQ(ranking.rows[0].ceiling_ratio, 0.5);
  EXPECT_EQ(names(ranking.below), Names{"c"}) << "not run at depth 1";
  EXPECT_EQ(ranking.below[0].summary.n_run, 0);
  ASSERT_EQ(ranking.further.size(), 1U);
  const auto& other = ranking.further[0];
  EXPECT_EQ(other.setting, "depth 16");
  EXPECT_EQ(other.settings, deep);
  EXPECT_EQ(names(other.rows), (Names{"b", "a"}));
  EXPECT_EQ(other.rows[0].ceiling_ratio, 0.5);
  EXPECT_EQ(other.standing, Standing::kProvisional) << "by its own rounds";
  EXPECT_EQ(outcome_name(other.below.at(0).summary.worst), "failed");
}

TEST(Rank, RefusesSettingsThatTheRunOfSeveralDoesNotHave) {
  auto third = quick_settings();
  third.pipeline = 50;
  try {
    rank(two_depths({"a"}), {measured("a", 1, 1, third)});
    FAIL() << "mixed";
  } catch (const Error& error) {
    EXPECT_EQ(error.render(),
              "error: a: was measured under other settings than the run's\n"
              "  hint: a table compares equal settings only: keep these samples in a run of their "
              "own");
  }
}

}  // namespace
}  // namespace pacer
