#include "core/ranking/compare_rows.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/ranking/rank.h"
#include "tests/samples.h"

namespace pacer {
namespace {

using testing::measured;
using testing::run_of;

struct Speed {
  const char* framework;
  double throughput_rps;
  double cpu_us_per_request;
};

/// `rounds` rounds in which trials stray from the given values by up to `stray`, differently for
/// each framework; the ceiling strays with the first.
std::vector<Sample> campaign(int rounds, double stray, const std::vector<Speed>& speeds) {
  std::vector<Sample> samples;
  for (int round = 1; round <= rounds; ++round) {
    for (std::size_t i = 0; i < speeds.size(); ++i) {
      const auto step =
          (round * 37 + static_cast<int>(i) * 53 + round * round * (1 + static_cast<int>(i))) % 21;
      const double factor = 1 + stray * (step - 10) / 10;
      auto sample = measured(speeds[i].framework, speeds[i].throughput_rps * factor, round);
      sample.values["server_cpu_us_per_request"] = speeds[i].cpu_us_per_request / factor;
      samples.push_back(sample);
      if (i == 0) samples.push_back(measured(kCeilingName, 1000 * factor, round));
    }
  }
  return samples;
}

Ranking ranking_of(int rounds, double stray, const std::vector<Speed>& speeds) {
  std::vector<std::string> names;
  for (const auto& speed : speeds) names.emplace_back(speed.framework);
  return rank(run_of(names, rounds), campaign(rounds, stray, speeds));
}

/// "a 1-1 2-3, b …": by throughput and by cost.
std::string both_ranks(const Ranking& ranking) {
  std::string all;
  const auto add = [&](const std::optional<RankInterval>& rank) {
    all += rank ? " " + std::to_string(rank->best) + "-" + std::to_string(rank->worst) : " none";
  };
  for (const auto& row : ranking.rows) {
    all += (all.empty() ? "" : ", ") + row.summary.framework;
    add(row.rank);
    add(row.cost_rank);
  }
  return all;
}

TEST(CompareRows, RanksByThroughputAndByCost) {
  EXPECT_EQ(both_ranks(ranking_of(10, 0.01, {{"a", 900, 30}, {"b", 600, 10}, {"c", 300, 20}})),
            "a 1-1 3-3, b 2-2 1-1, c 3-3 2-2");
}

TEST(CompareRows, NoiseMakesIntervals) {
  EXPECT_EQ(both_ranks(ranking_of(10, 0.15, {{"a", 900, 10}, {"b", 890, 10}, {"c", 300, 30}})),
            "a 1-2 1-2, b 1-2 1-2, c 3-3 3-3");
}

TEST(CompareRows, GivesTheRatioOfEachPair) {
  const auto ranking = ranking_of(10, 0.05, {{"a", 900, 10}, {"b", 890, 20}, {"c", 300, 30}});
  std::string all;
  for (const auto& pair : ranking.throughput.value().pairs) {
    EXPECT_LT(pair.low, pair.ratio);
    EXPECT_GT(pair.high, pair.ratio);
    all += fmt::format("{}/{} {:.0f}{} ", pair.first, pair.second, pair.ratio,
                       pair.differs ? " different" : "");
  }
  EXPECT_EQ(all, "a/b 1 a/c 3 different b/c 3 different ");
}

TEST(CompareRows, SixRoundsAreEnoughAndFiveAreNot) {
  const std::vector<Speed> speeds{{"a", 900, 10}, {"b", 600, 20}, {"c", 300, 30}};
  EXPECT_EQ(both_ranks(ranking_of(6, 0.01, speeds)), "a 1-1 1-1, b 2-2 2-2, c 3-3 3-3");
  const auto few = ranking_of(5, 0.01, speeds);
  EXPECT_EQ(both_ranks(few), "a none none, b none none, c none none");
  EXPECT_FALSE(few.throughput);
  EXPECT_FALSE(few.cost);
}

TEST(CompareRows, SaysHowFineADifferenceCouldBeSeen) {
  const auto quiet = ranking_of(10, 0.01, {{"a", 900, 10}, {"b", 600, 20}, {"c", 300, 30}});
  const auto noisy = ranking_of(10, 0.15, {{"a", 900, 10}, {"b", 600, 20}, {"c", 300, 30}});
  ASSERT_TRUE(quiet.throughput && quiet.cost && noisy.throughput);
  EXPECT_GT(quiet.throughput->noise_floor, 1.02);
  EXPECT_LT(quiet.throughput->noise_floor, 1.05);
  EXPECT_GT(noisy.throughput->noise_floor, 1.1);
  EXPECT_NEAR(quiet.throughput->spread.value(), 0.006, 0.002);
  EXPECT_NEAR(noisy.throughput->spread.value(), 0.09, 0.03);
  EXPECT_TRUE(quiet.cost->normalised_spread);
  EXPECT_FALSE(quiet.throughput->overruled);
}

TEST(CompareRows, SaysThatTheMachineDriftedByItsCeiling) {
  const std::vector<Speed> speeds{{"a", 900, 10}, {"b", 600, 20}};
  auto samples = campaign(10, 0.01, speeds);
  EXPECT_FALSE(rank(run_of({"a", "b"}, 10), samples).throughput->ceiling_drift);
  for (auto& sample : samples) {
    if (sample.trial.framework != kCeilingName) continue;
    sample.values["throughput_rps"] *= 1 - 0.02 * sample.trial.round;
  }
  const auto drifted = rank(run_of({"a", "b"}, 10), samples);
  EXPECT_NEAR(drifted.throughput->ceiling_drift.value(), -0.2, 0.03);
  EXPECT_FALSE(drifted.cost->ceiling_drift);
}

TEST(CompareRows, WithoutACeilingThereIsNoNormalisedSpread) {
  auto samples = campaign(10, 0.01, {{"a", 900, 10}, {"b", 600, 20}});
  std::erase_if(samples, [](const auto& sample) { return sample.trial.framework == kCeilingName; });
  const auto ranking = rank(run_of({"a", "b"}, 10), samples);
  ASSERT_TRUE(ranking.throughput);
  EXPECT_TRUE(ranking.throughput->spread);
  EXPECT_FALSE(ranking.throughput->normalised_spread);
}

TEST(CompareRows, ASingleRowIsTheFirst) {
  const auto ranking = ranking_of(10, 0.01, {{"a", 900, 10}});
  EXPECT_EQ(both_ranks(ranking), "a 1-1 1-1");
  EXPECT_FALSE(ranking.throughput);
}

// A CPU time below the kernel's tick reads 0: the row keeps its rank by throughput.
TEST(CompareRows, AValueOfZeroIsNotMeasured) {
  auto samples = campaign(10, 0.01, {{"a", 900, 10}, {"b", 600, 20}, {"c", 300, 30}});
  for (auto& sample : samples) {
    if (sample.trial.framework == "a" && sample.trial.round > 5) {
      sample.values["server_cpu_us_per_request"] = 0;
    }
  }
  EXPECT_EQ(both_ranks(rank(run_of({"a", "b", "c"}, 10), samples)),
            "a 1-1 none, b 2-2 1-1, c 3-3 2-2");
}

TEST(CompareRows, RowsThatShareNoRoundAreNotRanked) {
  std::vector<Sample> samples;
  for (int round = 1; round <= 12; ++round) {
    auto a = measured("a", 900, round);
    auto b = measured("b", 600, round);
    (round <= 6 ? b : a).outcome = Failed{};
    samples.push_back(a);
    samples.push_back(b);
  }
  EXPECT_EQ(both_ranks(rank(run_of({"a", "b"}, 12), samples)), "a none none, b none none");
}

TEST(CompareRows, TheSameSamplesGiveTheSameTable) {
  const std::vector<Speed> speeds{{"a", 900, 10}, {"b", 800, 11}, {"c", 750, 12}};
  EXPECT_EQ(ranking_of(10, 0.15, speeds).throughput->permutation_p,
            ranking_of(10, 0.15, speeds).throughput->permutation_p);
}

}  // namespace
}  // namespace pacer
