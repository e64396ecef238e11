#include "ceiling/extra_work.h"

#include <gtest/gtest.h>

namespace pacer::ceiling {
namespace {

TEST(ExtraWork, ATenthMoreIsOwedForWhatWasDone) {
  ExtraWork work(10);
  EXPECT_TRUE(work.wanted());
  EXPECT_EQ(work.burn_until_ns(1'000'000), 1'100'000);
  work.burned(1'100'000);
  EXPECT_EQ(work.burn_until_ns(1'600'000), 1'650'000) << "the burn itself owes nothing";
}

TEST(ExtraWork, WhatABurnWasTooLongIsTakenOffTheNext) {
  ExtraWork work(10);
  work.burn_until_ns(1'000'000);
  work.burned(1'130'000);
  EXPECT_EQ(work.burn_until_ns(2'130'000), 2'200'000);
  work.burned(2'200'000);
  work.burn_until_ns(2'201'000);
  work.burned(2'300'000);
  EXPECT_LT(work.burn_until_ns(2'310'000), 2'310'000) << "more was burned than is owed";
}

TEST(ExtraWork, WithoutItNothingIsBurned) {
  ExtraWork work(0);
  EXPECT_FALSE(work.wanted());
  EXPECT_EQ(work.burn_until_ns(5'000'000), 5'000'000);
}

}  // namespace
}  // namespace pacer::ceiling
