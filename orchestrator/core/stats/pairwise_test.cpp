#include "core/stats/pairwise.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"

namespace pacer {
namespace {

constexpr std::nullopt_t kNone = std::nullopt;

const TwoWayTable kFull{
    {10.2, 11.1, 9.8, 10.6}, {12.5, 13.9, 12.1, 13.0}, {10.4, 11.6, 10.1, 10.5}};
const TwoWayTable kWithGaps{{10.2, kNone, 9.8, 10.6, kNone, 10.0},
                            {12.5, 13.9, kNone, 13.0, 12.2, 12.1},
                            {10.4, 11.6, 10.1, kNone, 10.3, 10.2},
                            {kNone, 8.1, 7.7, 8.3, 7.9, kNone}};

void expect_pairs(const std::vector<PairRatio>& pairs, const std::vector<PairRatio>& expected) {
  ASSERT_EQ(pairs.size(), expected.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    SCOPED_TRACE(i);
    EXPECT_EQ(pairs[i].first, expected[i].first);
    EXPECT_EQ(pairs[i].second, expected[i].second);
    EXPECT_NEAR(pairs[i].ratio, expected[i].ratio, 1e-6);
    EXPECT_NEAR(pairs[i].low, expected[i].low, 1e-6);
    EXPECT_NEAR(pairs[i].high, expected[i].high, 1e-6);
    EXPECT_EQ(pairs[i].differs, expected[i].differs);
  }
}

// Figures from NumPy and SciPy: python3 orchestrator/tests/reference/stats.py

TEST(ComparePairs, OfAFullTable) {
  const auto result = compare_groups(kFull, {.alpha = 0.05});
  expect_pairs(result.pairs, {{0, 1, 0.8099354, 0.7890486, 0.8313751, true},    // the fit's noise
                              {0, 2, 0.9791817, 0.9338086, 1.0267593, false},   // the pair's own
                              {1, 2, 1.2089626, 1.1693531, 1.2499139, true}});  // the pair's own
  EXPECT_NEAR(result.noise_floor, 1.0545505, 1e-6);
  EXPECT_EQ(result.ranks, (std::vector<RankInterval>{{2, 3}, {1, 1}, {2, 3}}));
}

TEST(ComparePairs, OfATableWithGaps) {
  const auto result = compare_groups(kWithGaps, {.alpha = 0.05});
  expect_pairs(result.pairs, {{0, 1, 0.8140044, 0.7742653, 0.8557830, true},
                              {0, 2, 0.9707933, 0.9233999, 1.0206191, false},
                              {0, 3, 1.2999320, 1.2310546, 1.3726632, true},
                              {1, 2, 1.1926144, 1.1389844, 1.2487696, true},
                              {1, 3, 1.5969596, 1.2701390, 2.0078746, true},
                              {2, 3, 1.3390410, 1.0852521, 1.6521791, true}});
  EXPECT_NEAR(result.noise_floor, 1.0747102, 1e-6);
  EXPECT_EQ(result.ranks, (std::vector<RankInterval>{{2, 3}, {1, 1}, {2, 3}, {4, 4}}));
}

// R's TukeyHSD of the pair that takes the fit's noise: Rscript orchestrator/tests/reference/stats.R
TEST(ComparePairs, AgreesWithTukeyHsd) {
  const auto pair = compare_groups(kFull, {}).pairs.front();
  EXPECT_NEAR(1 / pair.ratio, 1.2346663, 2e-6);
  EXPECT_NEAR(1 / pair.high, 1.2028265, 2e-6);
  EXPECT_NEAR(1 / pair.low, 1.2673490, 2e-6);
}

TEST(ComparePairs, IntervalsWidenWithTheLevel) {
  const auto loose = compare_groups(kFull, {.alpha = 0.05}).pairs.front();
  const auto strict = compare_groups(kFull, {.alpha = 0.0125}).pairs.front();
  EXPECT_LT(strict.low, loose.low);
  EXPECT_GT(strict.high, loose.high);
  EXPECT_EQ(strict.ratio, loose.ratio);
}

/// `groups` groups of `rounds` rounds; group i lies `step` percent over group i - 1, with noise of
/// about a tenth of a percent.
TwoWayTable ladder(std::size_t groups, int rounds, double step) {
  TwoWayTable table(groups);
  for (std::size_t i = 0; i < groups; ++i) {
    for (int round = 0; round < rounds; ++round) {
      const double noise = 0.001 * ((static_cast<int>(i) * 5 + round * 3) % 7 - 3) / 2;
      table[i].push_back(100 * std::pow(1 + step / 100, static_cast<double>(i)) * (1 + noise));
    }
  }
  return table;
}

TEST(ComparePairs, ASureDifferenceBelowTwoPercentDoesNotMatter) {
  const auto pair = compare_groups(ladder(2, 10, 1.5), {}).pairs.front();
  EXPECT_LT(pair.high, 1);
  EXPECT_FALSE(pair.differs);
  EXPECT_TRUE(compare_groups(ladder(2, 10, 3), {}).pairs.front().differs);
}

TEST(ComparePairs, LessIsBetterForCosts) {
  const auto table = ladder(3, 10, 5);
  using Ranks = std::vector<RankInterval>;
  EXPECT_EQ(compare_groups(table, {.higher_is_better = true}).ranks,
            (Ranks{{3, 3}, {2, 2}, {1, 1}}));
  EXPECT_EQ(compare_groups(table, {.higher_is_better = false}).ranks,
            (Ranks{{1, 1}, {2, 2}, {3, 3}}));
}

// Neighbours of a chain are not told apart, its ends are: "equal" is not transitive, and the
// intervals say so.
TEST(ComparePairs, ChainsOverlapWithoutBeingEqual) {
  const auto ranks = compare_groups(ladder(3, 10, 1.5), {}).ranks;
  EXPECT_EQ(ranks, (std::vector<RankInterval>{{2, 3}, {1, 3}, {1, 2}}));
}

TEST(ComparePairs, OnlyIdenticalGroupsAreEqual) {
  const auto ranks = compare_groups(ladder(4, 10, 0), {}).ranks;
  EXPECT_EQ(ranks, (std::vector<RankInterval>(4, {1, 4})));
}

// The first three never vary, the fourth by a factor: the noise of all would call the fourth
// different, its own does not.
TEST(ComparePairs, AnUnsteadyGroupIsHeldAgainstItsOwnNoise) {
  auto table = ladder(12, 10, 0);
  for (std::size_t round = 0; round < 10; ++round) {
    *table[11][round] *= round % 2 == 0 ? 1.3 : 0.95;
  }
  const auto result = compare_groups(table, {});
  for (const auto& pair : result.pairs) EXPECT_FALSE(pair.differs) << pair.first << pair.second;
  StudentizedRange range(12, 0.95);
  TwoWayTable logs = table;
  for (auto& row : logs) {
    for (auto& value : row) value = std::log(*value);
  }
  const auto fit = fit_two_way(logs);
  const double by_all = range.quantile(fit.residual_df) / std::sqrt(2) * standard_error(fit, 0, 11);
  EXPECT_GT(std::abs(fit.effects[0] - fit.effects[11]) - by_all, std::log(1.02));
}

TEST(ComparePairs, WithoutTwoCommonRoundsNothingIsToldApart) {
  const auto result = compare_groups({{100, 101, 100, kNone, kNone, kNone},
                                      {200, 202, 201, 200, 201, 202},
                                      {kNone, kNone, 401, 400, 402, 400}},
                                     {.permutations = 999});
  EXPECT_EQ(result.pairs[1].low, 0);
  EXPECT_TRUE(std::isinf(result.pairs[1].high));
  EXPECT_NEAR(result.pairs[1].ratio, 0.25, 0.01);
  EXPECT_FALSE(result.pairs[1].differs);
}

// Two groups in five rounds can be arranged in 32 ways, two of which are as extreme as this: 1 in
// 16, whatever normal theory says.
TEST(ComparePairs, ThePermutationCheckOverrules) {
  const auto few = compare_groups(ladder(2, 5, 10), {});
  EXPECT_NEAR(few.permutation_p, 1.0 / 16, 0.02);
  EXPECT_TRUE(few.overruled);
  EXPECT_FALSE(few.pairs.front().differs);
  EXPECT_EQ(few.ranks, (std::vector<RankInterval>{{1, 2}, {1, 2}}));

  const auto more = compare_groups(ladder(2, 10, 10), {});
  EXPECT_FALSE(more.overruled);
  EXPECT_TRUE(more.pairs.front().differs);
}

TEST(ComparePairs, TheNoiseFloorIsWhereTheIntervalLeavesTwoPercent) {
  const auto result = compare_groups(ladder(2, 10, 0), {});
  const double half = result.pairs.front().high / result.pairs.front().ratio;
  EXPECT_DOUBLE_EQ(result.noise_floor, 1.02 * half);
  EXPECT_LT(result.noise_floor, 1.03);
}

TEST(ComparePairs, RefusesValuesWithoutALogarithm) {
  try {
    compare_groups({{1, 2, 3}, {1, 0, 3}}, {});
    FAIL() << "the logarithm of 0 was taken";
  } catch (const Error& error) {
    EXPECT_EQ(error.render(), "error: a ratio needs positive values, not 0");
  }
}

}  // namespace
}  // namespace pacer
