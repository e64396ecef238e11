#include "load/schedule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace pacer::load {
namespace {

std::vector<std::int64_t> times(std::uint64_t rate, std::uint64_t total, int threads) {
  std::vector<std::int64_t> all;
  for (int thread = 0; thread < threads; ++thread) {
    Schedule schedule(rate, total, thread, threads);
    for (auto left = schedule.left(); !schedule.ended(); --left) {
      EXPECT_EQ(schedule.left(), left);
      all.push_back(schedule.due_ns());
      schedule.advance();
    }
    EXPECT_EQ(schedule.left(), 0U);
  }
  std::sort(all.begin(), all.end());
  return all;
}

TEST(Schedule, IsEvenOverAllThreads) {
  const std::vector<std::int64_t> four{0, 250'000'000, 500'000'000, 750'000'000, 1'000'000'000};
  EXPECT_EQ(times(4, 5, 1), four);
  EXPECT_EQ(times(4, 5, 3), four);
  EXPECT_EQ(times(4, 5, 8), four);
  EXPECT_EQ(times(3, 3, 2), (std::vector<std::int64_t>{0, 333'333'333, 666'666'666}));
  EXPECT_TRUE(times(4, 0, 2).empty());
}

TEST(Schedule, DoesNotDriftOrOverflow) {
  Schedule schedule(100'000'000, std::uint64_t{1} << 53, 0, 1);
  for (int i = 0; i < 3; ++i) schedule.advance();
  EXPECT_EQ(schedule.due_ns(), 30);
  Schedule late(3, 30'000'000'000, 0, 1'000'000'000);
  for (int i = 0; i < 9; ++i) late.advance();
  EXPECT_EQ(late.due_ns(), 3'000'000'000'000'000'000);
}

TEST(Schedule, ThatIsEmptyHasEnded) {
  EXPECT_TRUE(Schedule().ended());
  EXPECT_EQ(Schedule().left(), 0U);
}

}  // namespace
}  // namespace pacer::load
