#include "engine/health/process_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <thread>

#include "engine/health/test_helpers.h"

namespace pacer {
namespace {

using testing::burn;
using testing::Channel;
using testing::eventually;
using testing::Guard;
using testing::rest;
using testing::spawn;

bool contains(const std::vector<pid_t>& pids, double pid) {
  return std::find(pids.begin(), pids.end(), static_cast<pid_t>(pid)) != pids.end();
}

TEST(ParseStat, ReadsEveryFieldBehindANameWithBlanksAndParentheses) {
  const auto stat = parse_stat(
      "4242 (a) b (c) S 17 4242 4242 0 -1 4194560 1 2 3 4 150 50 1000 200 20 0 7 0 987654 "
      "1073741824 2560 18446744073709551615 1 1 0");
  ASSERT_TRUE(stat);
  EXPECT_EQ(stat->pid, 4242);
  EXPECT_EQ(stat->command, "a) b (c");
  EXPECT_EQ(stat->state, 'S');
  EXPECT_EQ(stat->parent, 17);
  EXPECT_DOUBLE_EQ(stat->cpu_s, 200.0 / static_cast<double>(sysconf(_SC_CLK_TCK)));
  EXPECT_DOUBLE_EQ(stat->children_cpu_s, 1200.0 / static_cast<double>(sysconf(_SC_CLK_TCK)));
  EXPECT_EQ(stat->threads, 7);
  EXPECT_EQ(stat->start_ticks, 987654U);
  EXPECT_EQ(stat->rss_bytes, 2560U * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)));
  EXPECT_FALSE(stat->ended());
}

TEST(ParseStat, RefusesWhatIsCutOff) {
  EXPECT_FALSE(parse_stat(""));
  EXPECT_FALSE(parse_stat("12 (x"));
  EXPECT_FALSE(parse_stat("12 (x) R 1 2 3"));
}

TEST(Descendants, SeesChildrenAndGrandchildrenButNotTheRoot) {
  const Channel channel;
  const Guard guard([&] {
    spawn([&] {
      channel.put(getpid());
      rest();
    });
    channel.put(getpid());
    rest();
  });
  const double first = channel.get();
  const double second = channel.get();
  const auto pids = descendants(guard.pid());
  EXPECT_EQ(pids.size(), 2U);
  EXPECT_TRUE(contains(pids, first));
  EXPECT_TRUE(contains(pids, second));
}

TEST(Descendants, SeesAChildThatAnotherThreadMade) {
  const Channel channel;
  const Guard guard([&] {
    std::thread([&] {
      const auto child = spawn([] { rest(); });
      channel.put(child);
      rest();
    }).join();
  });
  EXPECT_TRUE(contains(descendants(guard.pid()), channel.get()));
}

TEST(Descendants, SeesAnOrphanThatTheGuardTookOver) {
  const Channel channel;
  const Guard guard([&] {
    spawn([&] {
      channel.put(getpid());
      rest();
    });
  });
  const auto orphan = static_cast<pid_t>(channel.get());
  ASSERT_TRUE(eventually([&] { return descendants(guard.pid()) == std::vector<pid_t>{orphan}; }));
  EXPECT_EQ(read_stat(orphan)->parent, guard.pid());
}

TEST(ProcessTree, KeepsAZombieThatDescendantsLeavesOut) {
  const Channel channel;
  const Guard guard([&] {
    channel.put(spawn([] {}));  // never waited for
    rest();
  });
  const auto zombie = static_cast<pid_t>(channel.get());
  ASSERT_TRUE(eventually([&] { return read_stat(zombie)->ended(); }));
  const auto tree = process_tree(guard.pid());
  EXPECT_TRUE(std::any_of(tree.begin(), tree.end(),
                          [&](const ProcessStat& process) { return process.pid == zombie; }));
  EXPECT_FALSE(contains(descendants(guard.pid()), zombie));
}

TEST(CpuOfOthers, LeavesOutATreeAndKeepsWhatTheEndedUsed) {
  const auto process = [](pid_t pid, pid_t parent, double cpu_s, double children_cpu_s) {
    ProcessStat stat;
    stat.pid = pid;
    stat.parent = parent;
    stat.cpu_s = cpu_s;
    stat.children_cpu_s = children_cpu_s;
    return stat;
  };
  const std::vector<ProcessStat> before{process(1, 0, 5, 1), process(10, 1, 7, 0),
                                        process(11, 10, 100, 0), process(20, 1, 3, 0)};
  EXPECT_DOUBLE_EQ(cpu_of_others_s(before, 10), 9);
  // 20 has ended, and what it used has moved into 1; 11 has worked on.
  const std::vector<ProcessStat> after{process(1, 0, 5, 4.5), process(10, 1, 8, 0),
                                       process(11, 10, 200, 0)};
  EXPECT_DOUBLE_EQ(cpu_of_others_s(after, 10), 9.5);
}

TEST(NewcomerScan, FindsWhoWasBornSinceTheLastLookAndOnlyOnce) {
  const auto born = [](const std::vector<ProcessStat>& newcomers, pid_t pid) {
    return std::any_of(newcomers.begin(), newcomers.end(),
                       [&](const ProcessStat& process) { return process.pid == pid; });
  };
  const Channel channel;
  const Guard old([] { rest(); });
  NewcomerScan scan(scan_processes());
  const Guard young([&] {
    channel.put(getpid());
    rest();
  });
  const auto child = static_cast<pid_t>(channel.get());
  const auto newcomers = scan.look();
  EXPECT_TRUE(born(newcomers, young.pid()));
  EXPECT_TRUE(born(newcomers, child));
  EXPECT_FALSE(born(newcomers, old.pid()));
  EXPECT_FALSE(born(newcomers, getpid()));
  EXPECT_FALSE(born(scan.look(), child));
}

TEST(ReadStat, FindsNothingOfAProcessThatIsGone) {
  const auto pid = spawn([] {});
  waitpid(pid, nullptr, 0);
  EXPECT_FALSE(read_stat(pid));
  EXPECT_FALSE(process_cpu_s(pid));
  EXPECT_FALSE(pss_bytes(pid));
  EXPECT_EQ(command_line(pid), "");
}

TEST(ProcessCpu, IsTheSumOfAllThreadsAndAgreesWithTheTicks) {
  const Channel channel;
  const Guard guard([&] {
    std::thread([] { burn(0.05); }).join();
    burn(0.05);
    channel.put(getpid());
    rest();
  });
  const auto pid = static_cast<pid_t>(channel.get());
  ASSERT_TRUE(eventually([&] { return read_stat(pid)->state == 'S'; }));
  const double exact_s = process_cpu_s(pid).value();
  EXPECT_GE(exact_s, 0.1);
  EXPECT_EQ(process_cpu_s(pid).value(), exact_s);
  EXPECT_NEAR(read_stat(pid)->cpu_s, exact_s, 0.021);  // one tick each of user and system
}

TEST(Pss, HoldsTheProcessesOwnPagesAndNoMoreThanItsRss) {
  constexpr std::size_t kBytes = 16U << 20;
  const Channel channel;
  const Guard guard([&] {
    const std::string own(kBytes, 'x');
    channel.put(getpid());
    rest();
  });
  const auto pid = static_cast<pid_t>(channel.get());
  const auto pss = pss_bytes(pid);
  ASSERT_TRUE(pss);
  EXPECT_GE(*pss, kBytes);
  EXPECT_LE(*pss, read_stat(pid)->rss_bytes + (1U << 20));  // RSS is counted in batches
}

TEST(CommandLine, JoinsTheArguments) {
  EXPECT_TRUE(command_line(getpid()).starts_with(program_invocation_name));
}

}  // namespace
}  // namespace pacer
