#include "core/stats/looks.h"

#include <gtest/gtest.h>

#include <numeric>

namespace pacer {
namespace {

TEST(Looks, ComeAfter10And15And20And30Rounds) {
  EXPECT_EQ(look_at(0), std::nullopt);
  EXPECT_EQ(look_at(9), std::nullopt);
  EXPECT_EQ(look_at(10), 10);
  EXPECT_EQ(look_at(14), 10);
  EXPECT_EQ(look_at(15), 15);
  EXPECT_EQ(look_at(29), 20);
  EXPECT_EQ(look_at(30), 30);
  EXPECT_EQ(look_at(1000), 30);
}

TEST(Looks, TheNextIsTheFirstAfter) {
  EXPECT_EQ(next_look(0), 10);
  EXPECT_EQ(next_look(10), 15);
  EXPECT_EQ(next_look(19), 20);
  EXPECT_EQ(next_look(30), 30);
}

TEST(Looks, SpendTheErrorTogether) {
  EXPECT_DOUBLE_EQ(alpha_of_one_look(), 0.0125);
  EXPECT_DOUBLE_EQ(alpha_of_one_look(0.1) * kLooks.size(), 0.1);
}

}  // namespace
}  // namespace pacer
