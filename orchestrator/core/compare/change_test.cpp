#include "core/compare/change.h"

#include <gtest/gtest.h>

namespace pacer {
namespace {

const std::vector<double> kTen{98.1, 99.5, 100.2, 100.9, 99.0, 101.4, 100.6, 98.8, 101.9, 99.7};

std::vector<double> times(double factor, std::vector<double> values = kTen) {
  for (auto& value : values) value *= factor;
  return values;
}

MetricChange judged(const OldAndNew& values, double tolerance = 0.05) {
  std::vector changes{measure_change(values)};
  decide_changes({values}, tolerance, changes);
  return changes.front();
}

MetricChange throughput(double factor, double tolerance = 0.05) {
  return judged({"throughput_rps", kTen, times(factor), false}, tolerance);
}

MetricChange cost(double factor) {
  return judged({"server_cpu_us_per_request", kTen, times(factor), false});
}

TEST(Change, OfAnUnchangedCopyIsTheSame) {
  const auto change = throughput(1);
  EXPECT_EQ(change.change, Change::kSame);
  EXPECT_DOUBLE_EQ(*change.ratio, 1);
  EXPECT_EQ(*change.new_better_share, 0.5);
  EXPECT_EQ(change.more_rounds, std::nullopt);
}

TEST(Change, ATenthLessThroughputIsARegression) {
  const auto change = throughput(0.9);
  EXPECT_EQ(change.change, Change::kRegressed);
  EXPECT_NEAR(*change.ratio, 0.9, 0.002);
  EXPECT_LT(*change.high, 0.95);
  EXPECT_EQ(*change.new_better_share, 0);
}

TEST(Change, KnowsWhichWayIsBetter) {
  EXPECT_EQ(throughput(1.1).change, Change::kBetter);
  EXPECT_EQ(cost(1.1).change, Change::kRegressed);
  EXPECT_EQ(*cost(1.1).new_better_share, 0);
  EXPECT_EQ(cost(0.9).change, Change::kBetter);
  EXPECT_EQ(*cost(0.9).new_better_share, 1);
}

TEST(Change, WithinTheToleranceIsNoRegression) {
  EXPECT_EQ(throughput(0.96).change, Change::kSlightlyWorse);
  EXPECT_EQ(throughput(0.96, 0.03).change, Change::kRegressed);
  EXPECT_EQ(throughput(0.9, 0.2).change, Change::kSlightlyWorse);
}

TEST(Change, BetterButNotSurelySoIsNotWorse) {
  const std::vector<double> old_values{90, 95, 100, 105, 110, 99, 101};
  const auto change = judged({"throughput_rps", old_values, times(1.06, old_values), false});
  EXPECT_LT(*change.low, 1);
  EXPECT_GT(*change.high, 1.05);
  EXPECT_EQ(change.change, Change::kNotWorse);
}

/// Noise that a tolerance of 5 % drowns in.
const std::vector<double> kWild{60, 140, 80, 120, 100, 90, 115, 70, 130, 105};

TEST(Change, ThatNoiseHidesIsUndecidedAndSaysHowManyRoundsItTakes) {
  const auto change = judged({"throughput_rps", kWild, times(0.9, kWild), false});
  EXPECT_EQ(change.change, Change::kUndecided);
  ASSERT_TRUE(change.more_rounds);
  // By hand: sd of the logarithms 0.275, n = 2 (0.275 (1.960 + 0.842) / ln(1 / 0.9))^2 pi / 3
  EXPECT_NEAR(*change.more_rounds, 113 - 10, 2);
}

TEST(Change, OfAnUnchangedNoisyCopyIsNeverTheSame) {
  const auto change = judged({"throughput_rps", kWild, kWild, false});
  EXPECT_EQ(change.change, Change::kUndecided);
  EXPECT_GT(*change.more_rounds, 100);
}

TEST(Change, ThreeRoundsAreTooFew) {
  const auto change = judged({"throughput_rps", {100, 101, 102}, {50, 51, 52}, false});
  EXPECT_EQ(change.change, Change::kTooFew);
  EXPECT_EQ(change.low, std::nullopt);
  EXPECT_EQ(change.more_rounds, 1);
}

TEST(Change, OneRoundTellsOnlyWhatIsNeededAtLeast) {
  const auto change = judged({"throughput_rps", {100}, {50}, false});
  EXPECT_EQ(change.change, Change::kTooFew);
  EXPECT_EQ(change.more_rounds, 3);
}

TEST(Change, WithoutValuesWasNotMeasured) {
  const auto change = judged({"latency_us_p99", kTen, {}, false});
  EXPECT_EQ(change.change, Change::kNotMeasured);
  EXPECT_EQ(change.ratio, std::nullopt);
  EXPECT_TRUE(change.old_median);
}

TEST(Change, PairsSeeThroughWhatARoundHasInCommon) {
  const auto slower = times(0.93, kWild);
  EXPECT_EQ(judged({"throughput_rps", kWild, slower, false}).change, Change::kUndecided);
  EXPECT_EQ(judged({"throughput_rps", kWild, slower, true}).change, Change::kRegressed);
  EXPECT_EQ(judged({"throughput_rps", kWild, kWild, true}).change, Change::kSame);
}

TEST(Change, FivePairsAreTooFew) {
  const auto change =
      judged({"throughput_rps", {100, 101, 102, 99, 98}, {50, 51, 52, 49, 47}, true});
  EXPECT_EQ(change.change, Change::kTooFew);
  EXPECT_EQ(change.more_rounds, 1);
}

// One of twenty figures that is sure by itself (p = 0.029) is none among twenty.
TEST(Change, ManyFiguresAreJudgedTogether) {
  const OldAndNew worse{"throughput_rps", {100, 101, 102, 103}, {90, 91, 92, 93}, false};
  EXPECT_EQ(judged(worse).change, Change::kRegressed);
  const std::vector<OldAndNew> values(20, worse);
  std::vector<MetricChange> changes;
  for (const auto& one : values) changes.push_back(measure_change(one));
  decide_changes(values, 0.05, changes);
  EXPECT_EQ(changes.front().change, Change::kUndecided);
  EXPECT_NEAR(*changes.front().p_holm, 20 * 2.0 / 70, 1e-12);
  EXPECT_EQ(*changes.front().more_rounds, fewest_rounds(false, 20) - 4);
}

TEST(Change, TheClientsLimitIsNotTheServers) {
  const OldAndNew values{"throughput_rps", kTen, times(0.9), false};
  std::vector changes{measure_change(values)};
  changes.front().client_bound = true;
  decide_changes({values}, 0.05, changes);
  EXPECT_EQ(changes.front().change, Change::kUndecided);
  EXPECT_EQ(changes.front().more_rounds, std::nullopt);
}

TEST(FewestRounds, AreThoseOfTheExactTests) {
  EXPECT_EQ(fewest_rounds(false, 1), 4);  // 2 / C(8, 4) = 0.029
  EXPECT_EQ(fewest_rounds(false, 6), 5);  // 2 / C(10, 5) = 0.0079 ≤ 0.05 / 6
  EXPECT_EQ(fewest_rounds(true, 1), 6);   // 2 / 64
  EXPECT_EQ(fewest_rounds(true, 6), 8);   // 2 / 256
}

}  // namespace
}  // namespace pacer
