#include "core/stats/median.h"

#include <gtest/gtest.h>

#include <limits>

#include "base/error.h"

namespace pacer {
namespace {

TEST(Median, IsTheMiddleOne) {
  EXPECT_EQ(median({7}), 7);
  EXPECT_EQ(median({9, 1, 5}), 5);
  EXPECT_EQ(median({5, 5, 1, 9, 5}), 5);
}

TEST(Median, OfAnEvenNumberIsTheMeanOfTheMiddleTwo) {
  EXPECT_EQ(median({1, 4}), 2.5);
  EXPECT_EQ(median({100, 1, 3, 2}), 2.5);
}

TEST(Median, IgnoresHowFarTheExtremesAre) { EXPECT_EQ(median({1, 2, 1e300}), 2); }

TEST(Median, OfHugeValuesDoesNotOverflow) {
  const double huge = std::numeric_limits<double>::max();
  EXPECT_EQ(median({huge, huge}), huge);
}

TEST(Median, OfNothingIsAnError) {
  try {
    median({});
    FAIL() << "no values had a median";
  } catch (const Error& error) {
    EXPECT_EQ(error.render(), "error: there is no median of no values");
  }
}

}  // namespace
}  // namespace pacer
