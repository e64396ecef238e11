#include "core/stats/drift.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "base/error.h"

namespace pacer {
namespace {

const std::vector<double> kTimes{1, 2, 3, 4, 5, 6, 7, 8};
const std::vector<double> kRising{5.1, 5.3, 5.0, 5.6, 5.5, 5.9, 5.8, 6.4};

// Slopes from SciPy's theilslopes: python3 orchestrator/tests/reference/stats.py
TEST(TheilSen, IsTheMedianOfAllSlopes) {
  EXPECT_NEAR(theil_sen_slope(kTimes, kRising), 0.16333333333333339, 1e-12);
  EXPECT_NEAR(theil_sen_slope({1, 1, 2, 4, 4, 7, 9, 9.5}, kRising), 0.13137254901960793, 1e-12);
  EXPECT_EQ(theil_sen_slope({0, 2}, {5, 1}), -2);
}

TEST(TheilSen, BearsWrongPoints) {
  EXPECT_EQ(theil_sen_slope({1, 2, 3, 4, 5, 6, 7}, {1, 2, 3, 4e6, 5, 6, -7e6}), 1);
}

TEST(TheilSen, NeedsTwoTimes) {
  try {
    theil_sen_slope({1, 1}, {2, 3});
    FAIL() << "one time had a slope";
  } catch (const Error& error) {
    EXPECT_EQ(error.render(), "error: a slope needs values at two different times");
  }
  try {
    theil_sen_slope({1, 2}, {2});
    FAIL() << "two times went with one value";
  } catch (const Error& error) {
    EXPECT_EQ(error.render(), "error: 2 times do not fit 1 values");
  }
}

// R's cor.test(method = "kendall", exact = TRUE): Rscript orchestrator/tests/reference/stats.R
TEST(Trend, HasTheProbabilitiesOfR) {
  EXPECT_NEAR(trend_p(kTimes, kRising), 0.014136904762, 1e-12);
  EXPECT_NEAR(trend_p({1, 2, 3, 4, 5}, {1, 2, 3, 5, 4}), 0.083333333333, 1e-12);
  EXPECT_NEAR(
      trend_p({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, {4, 1, 2, 3, 7, 5, 6, 12, 8, 9, 11, 10}),
      0.000974481087, 1e-12);
}

TEST(Trend, OfEqualValuesIsNone) { EXPECT_DOUBLE_EQ(trend_p({1, 2, 3, 4}, {7, 7, 7, 7}), 1); }

TEST(Drift, IsTheChangeFromFirstToLastSlice) {
  const auto drift = drift_of(kTimes, kRising);
  EXPECT_NEAR(drift.change, 0.23505067567450724, 1e-12);
  EXPECT_NEAR(drift.spread, 0.021984467386967084, 1e-12);
  EXPECT_NEAR(drift.p, 0.014136904762, 1e-12);
  EXPECT_TRUE(drift.moving);
}

TEST(Drift, SeesAServerThatWarmsUp) {
  const auto drift = drift_of({1, 2, 3, 4, 5}, {30, 27.5, 25, 24, 23});
  EXPECT_TRUE(drift.moving);
  EXPECT_LT(drift.change, -0.2);
}

TEST(Drift, IsNotASmallOne) {
  const auto drift = drift_of({1, 2, 3, 4, 5}, {100, 101, 102, 103, 104});
  EXPECT_NEAR(drift.change, 0.04, 0.001);
  EXPECT_FALSE(drift.moving);
  EXPECT_TRUE(drift_of({1, 2, 3, 4, 5}, {100, 102, 104, 106, 108}).moving);
}

TEST(Drift, IsNotWhatLiesWithinTheSpread) {
  const auto drift = drift_of({1, 2, 3, 4, 5, 6, 7, 8}, {100, 90, 125, 105, 135, 90, 140, 112});
  EXPECT_GT(drift.change, 0.05);
  EXPECT_GT(drift.spread, 0.1);
  EXPECT_FALSE(drift.moving);
}

TEST(Drift, IsNotSeenInFourSlices) {
  EXPECT_FALSE(drift_of({1, 2, 3, 4}, {1, 2, 4, 8}).moving);
  EXPECT_FALSE(drift_of({}, {}).moving);
}

TEST(Drift, NeedsPositiveValues) {
  try {
    drift_of({1, 2, 3, 4, 5}, {1, 1, -1, 1, 1});
    FAIL() << "a negative value had a logarithm";
  } catch (const Error& error) {
    EXPECT_EQ(error.render(), "error: a drift needs positive values, not -1");
  }
}

// Slices that vary by 15 % and go nowhere, as on a shared machine: at most one in twenty may be
// called moving. Three standard errors of 1,500 draws are 1.7 %.
TEST(Drift, RarelyTakesNoiseForMovement) {
  constexpr int kDraws = 1500;
  std::mt19937_64 engine(7);
  for (const int slices : {5, 10, 30}) {
    int moving = 0;
    for (int i = 0; i < kDraws; ++i) {
      std::vector<double> times;
      std::vector<double> values;
      for (int slice = 0; slice < slices; ++slice) {
        times.push_back(slice);
        const double uniform = static_cast<double>(engine() >> 11) * 0x1p-53;
        values.push_back(1 + 0.26 * (2 * uniform - 1));  // deviation 0.15
      }
      moving += drift_of(times, values).moving ? 1 : 0;
    }
    EXPECT_LT(moving, kDraws * 0.067) << slices << " slices";
  }
}

}  // namespace
}  // namespace pacer
