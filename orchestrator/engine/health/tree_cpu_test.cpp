#include "engine/health/tree_cpu.h"

#include <gtest/gtest.h>

#include "engine/health/test_helpers.h"

namespace pacer {
namespace {

using testing::burn;
using testing::Channel;
using testing::eventually;
using testing::Guard;
using testing::own_cpu_s;
using testing::rest;
using testing::spawn;

TreeCpu reading(std::vector<TreeCpu::Member> members, double guard_children_s = 0) {
  return {{}, std::move(members), guard_children_s};
}

TEST(CpuBetween, CountsOnlyWhatALivingMemberUsedSince) {
  const auto spent = cpu_between(reading({{7, 1, 5.0, 0}}), reading({{7, 1, 5.75, 0}}));
  EXPECT_DOUBLE_EQ(spent.cpu_s, 0.75);
  EXPECT_FALSE(spent.lower_bound);
}

TEST(CpuBetween, CountsANewMemberInFull) {
  const auto spent =
      cpu_between(reading({{7, 1, 5.0, 0}}), reading({{7, 1, 5.0, 0}, {8, 9, 0.5, 0.25}}));
  EXPECT_DOUBLE_EQ(spent.cpu_s, 0.75);
}

TEST(CpuBetween, TakesOffWhatAnEndedMemberHadUsedBefore) {
  // 8 had used 2 s, used 0.5 s more, ended, and its parent waited for it.
  const auto spent =
      cpu_between(reading({{7, 1, 1.0, 0}, {8, 2, 2.0, 0}}), reading({{7, 1, 1.0, 2.5}}));
  EXPECT_DOUBLE_EQ(spent.cpu_s, 0.5);
  EXPECT_FALSE(spent.lower_bound);
}

TEST(CpuBetween, FollowsTheLastMemberIntoTheGuard) {
  const auto spent = cpu_between(reading({{7, 1, 1.0, 3.0}}, 10), reading({}, 15));
  EXPECT_DOUBLE_EQ(spent.cpu_s, 1.0);
  EXPECT_FALSE(spent.lower_bound);
}

TEST(CpuBetween, TellsTwoProcessesWithTheSamePidApart) {
  const auto spent = cpu_between(reading({{8, 2, 2.0, 0}}), reading({{8, 99, 0.25, 0}}, 2.5));
  EXPECT_DOUBLE_EQ(spent.cpu_s, 0.75);
}

TEST(CpuBetween, IsALowerBoundWhereNobodyWaitedForAMember) {
  const auto spent =
      cpu_between(reading({{7, 1, 1.0, 0}, {8, 2, 2.0, 0}}), reading({{7, 1, 1.25, 0}}));
  EXPECT_DOUBLE_EQ(spent.cpu_s, 0.25);
  EXPECT_TRUE(spent.lower_bound);
}

TEST(ReadTreeCpu, FindsNothingWithoutAGuard) {
  const auto pid = spawn([] {});
  waitpid(pid, nullptr, 0);
  EXPECT_FALSE(read_tree_cpu(pid));
}

TEST(ReadTreeCpu, CountsAProcessAndAGrandchildThatEndedInBetween) {
  const Channel start;
  const Channel used;
  const Guard guard([&] {
    start.get();
    const auto child = spawn([&] {
      spawn([&] {
        burn(0.1);
        used.put(own_cpu_s());
      });
      wait(nullptr);
      burn(0.05);
      used.put(own_cpu_s());
    });
    waitpid(child, nullptr, 0);
    burn(0.05);
    used.put(own_cpu_s());
    rest();
  });
  ASSERT_TRUE(eventually([&] { return !descendants(guard.pid()).empty(); }));
  const auto begin = read_tree_cpu(guard.pid());
  start.put(1);
  const double used_s = used.get() + used.get() + used.get();
  const auto end = read_tree_cpu(guard.pid());
  ASSERT_TRUE(begin && end);
  const auto spent = cpu_between(*begin, *end);
  EXPECT_NEAR(spent.cpu_s, used_s, 0.045);  // ticks of two ended processes, forks and exits
  EXPECT_GE(spent.cpu_s, 0.155);
  EXPECT_FALSE(spent.lower_bound);
}

TEST(ReadTreeCpu, FindsOutThatAParentIgnoresItsChildren) {
  const Channel ready;
  const Channel go;
  const Guard guard([&] {
    signal(SIGCHLD, SIG_IGN);
    spawn([&] {
      burn(0.2);
      ready.put(1);
      go.get();
    });
    rest();
  });
  ready.get();
  const auto begin = read_tree_cpu(guard.pid());
  go.put(1);
  ASSERT_TRUE(eventually([&] { return descendants(guard.pid()).size() == 1; }));
  const auto end = read_tree_cpu(guard.pid());
  ASSERT_TRUE(begin && end);
  EXPECT_TRUE(cpu_between(*begin, *end).lower_bound);
}

}  // namespace
}  // namespace pacer
