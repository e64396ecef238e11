#include "engine/health/cpu_stat.h"

#include <gtest/gtest.h>
#include <sched.h>

#include "engine/health/environment.h"
#include "engine/health/test_helpers.h"

namespace pacer {
namespace {

// Steps of 10 ms; the kernel's columns: user nice system idle iowait irq softirq steal guest …
constexpr const char* kTicked =
    "cpu  300 0 300 1000 100 0 90 30 0 0\n"
    "cpu0 100 0 100 600 60 0 40 10 0 0\n"
    "cpu3 200 0 200 400 40 0 50 20 0 0\n"
    "intr 9000000 1 2 3\n"
    "ctxt 77\n";

MachineCpu machine(double idle_s, double irq_s, double steal_s, bool irq_apart = false) {
  return {{{0, {idle_s, irq_s, steal_s}}, {1, {idle_s, irq_s, steal_s}}}, irq_apart};
}

TEST(ParseProcStat, ReadsEachCpuAndNotTheSum) {
  const auto cpu = parse_proc_stat(kTicked);
  ASSERT_EQ(cpu.cpus.size(), 2U);
  EXPECT_DOUBLE_EQ(cpu.cpus.at(0).idle_s, 6.6);
  EXPECT_DOUBLE_EQ(cpu.cpus.at(0).irq_s, 0.4);
  EXPECT_DOUBLE_EQ(cpu.cpus.at(0).steal_s, 0.1);
  EXPECT_DOUBLE_EQ(cpu.cpus.at(3).idle_s, 4.4);
  EXPECT_FALSE(cpu.irq_apart);
}

TEST(ParseProcStat, KnowsAKernelThatTimesInterruptsByTheTimeOfHardOnes) {
  const auto cpu = parse_proc_stat(
      "cpu  300 0 300 1000 100 800 90 30 0 0\n"
      "cpu0 300 0 300 1000 100 800 90 30 0 0\n"
      "intr 9000000 1 2 3\n");
  EXPECT_TRUE(cpu.irq_apart);
}

TEST(ParseProcStat, KnowsNothingOfAnEmptyFile) { EXPECT_TRUE(parse_proc_stat("").cpus.empty()); }

TEST(CpuUse, IsWhatWasOfferedLessIdleAndSteal) {
  const auto use =
      cpu_use(machine(10, 0, 1), machine(11, 0.5, 1.5), 4, {0, 1}, ProcessCpu{3.0, 9.0});
  EXPECT_DOUBLE_EQ(use.busy_share, 0.625);  // 8 offered, 2 idle, 1 stolen
  EXPECT_DOUBLE_EQ(use.steal_share, 0.125);
  EXPECT_DOUBLE_EQ(use.foreign_share.value(), 0.25);  // 5 busy, 3 of them our own
}

TEST(CpuUse, LooksOnlyAtItsOwnCpus) {
  auto end = machine(14, 0, 0);
  end.cpus[1].idle_s = 10;
  EXPECT_DOUBLE_EQ(cpu_use(machine(10, 0, 0), end, 4, {0}, ProcessCpu{0.0, 9.0}).busy_share, 0);
  EXPECT_DOUBLE_EQ(cpu_use(machine(10, 0, 0), end, 4, {1}, ProcessCpu{0.0, 9.0}).busy_share, 1);
}

TEST(CpuUse, LeavesInterruptsOutWhereTheKernelTimesThemApart) {
  const auto use =
      cpu_use(machine(10, 0, 0, true), machine(11, 1, 0, true), 4, {0}, ProcessCpu{2.0, 9.0});
  EXPECT_DOUBLE_EQ(use.busy_share, 0.75);
  EXPECT_DOUBLE_EQ(use.foreign_share.value(), 0);
}

TEST(CpuUse, NeverAccusesByLessThanNothing) {
  const auto use = cpu_use(machine(10, 0, 0), machine(14.01, 0, 0), 4, {0}, ProcessCpu{0.5, 9.0});
  EXPECT_DOUBLE_EQ(use.busy_share, 0);
  EXPECT_DOUBLE_EQ(use.foreign_share.value(), 0);
}

// A CPU that goes to sleep and wakes up at every answer is busy by its account, with nobody.
TEST(CpuUse, AccusesStrangersOfNoMoreThanTheyUsed) {
  const auto use = [](double others_s) {
    return cpu_use(machine(10, 0, 0), machine(11, 0, 0), 4, {0}, ProcessCpu{2.0, others_s});
  };
  EXPECT_DOUBLE_EQ(use(0.2).foreign_share.value(), 0.05);
  EXPECT_DOUBLE_EQ(use(3.0).foreign_share.value(), 0.25);
  EXPECT_DOUBLE_EQ(use(-0.1).foreign_share.value(), 0) << "what nobody waited for";
}

TEST(CpuUse, SaysNothingOfStrangersWhereOurOwnTimeIsUnknown) {
  EXPECT_FALSE(cpu_use(machine(1, 0, 0), machine(2, 0, 0), 4, {0}, std::nullopt).foreign_share);
}

TEST(CpuUse, SeesAProcessThatIsNotOurs) {
  constexpr pid_t kNobody = -1;  // the burner is below this test
  const int cpu = allowed_cpus().back();
  const testing::Channel begun;
  const testing::Guard guard([&] {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(static_cast<std::size_t>(cpu), &set);
    sched_setaffinity(0, sizeof(set), &set);
    begun.put(getpid());
    testing::burn(1e9);
  });
  const auto burner = static_cast<pid_t>(begun.get());
  const auto begin = read_proc_stat();
  const auto begin_at = monotonic_now();
  const double begin_s = process_cpu_s(burner).value();
  const double others_s = cpu_of_others_s(scan_processes(), kNobody);
  ASSERT_TRUE(testing::eventually([&] { return *process_cpu_s(burner) >= begin_s + 0.2; }));
  const double used_s = *process_cpu_s(burner) - begin_s;
  const double wall_s = std::chrono::duration<double>(monotonic_now() - begin_at).count();
  const auto use = cpu_use(begin, read_proc_stat(), wall_s, {cpu},
                           ProcessCpu{0.0, cpu_of_others_s(scan_processes(), kNobody) - others_s});
  EXPECT_GE(use.foreign_share.value() * wall_s, used_s - 0.03);  // ticks of idle and steal
  EXPECT_LE(use.busy_share, 1.0);
}

TEST(ParsePressure, TakesTheTotalOfSome) {
  EXPECT_DOUBLE_EQ(parse_pressure_s("some avg10=0.00 avg60=0.00 avg300=0.00 total=2500000\n"
                                    "full avg10=0.00 avg60=0.00 avg300=0.00 total=7\n")
                       .value(),
                   2.5);
  EXPECT_FALSE(parse_pressure_s(""));
  EXPECT_FALSE(parse_pressure_s("some nonsense\n"));
}

}  // namespace
}  // namespace pacer
