#include "load/stalls.h"

#include <gtest/gtest.h>

namespace pacer::load {
namespace {

constexpr std::int64_t kMs = 1'000'000;
using Stalls = std::vector<Stall>;

TEST(StallWatch, KeepsOnlyLongGapsBetweenAnswers) {
  StallWatch watch;
  watch.waiting(1000 * kMs);
  watch.answered(1249 * kMs);
  watch.answered(1499 * kMs);
  watch.answered(1500 * kMs);
  EXPECT_EQ(watch.stalls(), Stalls({{1249 * kMs, 1499 * kMs}}));
}

TEST(StallWatch, DoesNotCountTimeInWhichNothingWasDue) {
  StallWatch watch;
  watch.waiting(0);
  watch.answered(kMs);
  watch.waiting(2000 * kMs);
  watch.answered(2001 * kMs);
  EXPECT_EQ(watch.stalls(), Stalls());
}

TEST(CommonStalls, AreThoseOfAllThreads) {
  const Stall early{0, 400 * kMs};
  const Stall late{1000 * kMs, 2000 * kMs};
  EXPECT_EQ(common_stalls({}), Stalls());
  EXPECT_EQ(common_stalls({{early, late}}), Stalls({early, late}));
  EXPECT_EQ(common_stalls({{early, late}, {}}), Stalls());
  EXPECT_EQ(common_stalls({{early, late}, {{100 * kMs, 1300 * kMs}, {1600 * kMs, 3000 * kMs}}}),
            Stalls({{100 * kMs, 400 * kMs}, {1000 * kMs, 1300 * kMs}, {1600 * kMs, 2000 * kMs}}));
  EXPECT_EQ(common_stalls({{early}, {{200 * kMs, 449 * kMs}}}), Stalls());
}

}  // namespace
}  // namespace pacer::load
