#include "core/stats/paired.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"

namespace pacer {
namespace {

// The depression scores of Hollander and Wolfe (1973), p. 27; R's wilcox.test(paired = TRUE) gives
// the same.
TEST(SignedRank, HasTheProbabilityOfTheTextbook) {
  EXPECT_NEAR(signed_rank_p({1.83 - .878, .50 - .647, 1.62 - .598, 2.48 - 2.05, 1.68 - 1.06,
                             1.88 - 1.29, 1.55 - 1.06, 3.06 - 3.14, 1.30 - 1.29}),
              0.0390625, 1e-12);
}

// All 64 signs of the six differences that are not 0.
TEST(SignedRank, IsExactWithEqualValuesAndZeros) {
  EXPECT_NEAR(signed_rank_p({0, 1, 2, 2, -1, 3, 0, 4}), 0.09375, 1e-12);
  EXPECT_EQ(signed_rank_p({0, 0, 0}), 1);
}

TEST(SignedRank, CannotBeSurerThanTheNumberOfSigns) {
  EXPECT_DOUBLE_EQ(signed_rank_p({1, 2, 3, 4, 5}), 2.0 / 32);
  EXPECT_DOUBLE_EQ(signed_rank_p({-1, -2, -3, -4, -5, -6}), 2.0 / 64);
}

TEST(PairedRatio, IsTheMedianOfMeansWithItsInterval) {
  const auto estimate =
      paired_hodges_lehmann_ratio({103.1, 98.4, 110.2, 105.5, 99.9, 121.3, 100.4, 111.0},
                                  {88.7, 97.2, 101.8, 92.4, 95.0, 90.1, 101.6, 99.5}, 0.95);
  EXPECT_NEAR(estimate.ratio, 1.0973344694815188, 1e-12);
  EXPECT_NEAR(estimate.low, 1.0193913495712064, 1e-12);
  EXPECT_NEAR(estimate.high, 1.2255130887232795, 1e-12);
}

// Each pair lies a factor of ten from the next, but the two of a pair never by more than 3 %.
TEST(PairedRatio, DropsWhatThePairsHaveInCommon) {
  const auto estimate = paired_hodges_lehmann_ratio({1.1, 11.1, 110, 1105, 11020, 111000},
                                                    {1, 10, 100, 1000, 10000, 100000}, 0.95);
  EXPECT_NEAR(estimate.ratio, 1.105, 0.002);
  EXPECT_GT(estimate.low, 1.09);
  EXPECT_LT(estimate.high, 1.12);
}

TEST(PairedRatio, IsOpenWithFivePairs) {
  const auto estimate = paired_hodges_lehmann_ratio({2, 2, 2, 2, 2}, {1, 1.1, 1.2, 1.3, 1.4}, 0.95);
  EXPECT_EQ(estimate.low, 0);
  EXPECT_TRUE(std::isinf(estimate.high));
}

TEST(Paired, RefusesWhatHasNoRatio) {
  EXPECT_THROW(signed_rank_p({}), Error);
  EXPECT_THROW(paired_hodges_lehmann_ratio({}, {}, 0.95), Error);
  EXPECT_THROW(paired_hodges_lehmann_ratio({1}, {1, 2}, 0.95), Error);
  EXPECT_THROW(paired_hodges_lehmann_ratio({1, 2}, {1, 0}, 0.95), Error);
  EXPECT_THROW(paired_hodges_lehmann_ratio({1}, {1}, 1), Error);
}

}  // namespace
}  // namespace pacer
