#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>

#include "core/model/plan.h"

namespace pacer {

/// What /proc/stat counted of one CPU since boot, in seconds (steps of 10 ms).
struct CpuTimes {
  double idle_s = 0;  ///< with iowait
  double irq_s = 0;   ///< hard and soft interrupts
  double steal_s = 0;
};

struct MachineCpu {
  std::map<int, CpuTimes> cpus;  ///< by CPU number; only CPUs that are online
  /// The kernel times interrupts itself (CONFIG_IRQ_TIME_ACCOUNTING) and keeps them out of the
  /// CPU time of the process they interrupt. Told by the time of hard interrupts: without that
  /// accounting it stays 0 for good, because the clock tick that samples is one of them.
  bool irq_apart = false;
};

MachineCpu parse_proc_stat(std::string_view text);
MachineCpu read_proc_stat();

/// What a set of CPUs did between two readings, as shares of what they offered (0 … 1).
struct CpuUse {
  /// Neither idle nor stolen. Idle time is the kernel's exact account, not its sampling tick.
  double busy_share = 0;
  /// Wanted by this machine, given to another by the hypervisor.
  double steal_share = 0;
  /// Busy, but not with the processes under test or Pacer: other processes and kernel threads.
  /// Softirq (on loopback: all TCP processing) runs on the back of whoever sends or receives, and
  /// is part of that process's CPU time, except where the kernel accounts interrupts apart; there
  /// it is taken out of the busy time, because nobody can tell for whom it ran. Work that ksoftirqd
  /// takes over counts as foreign. Never more than other processes used: waking from idle, tens of
  /// thousands of times a second, is neither idle nor any process's time (a tenth of a CPU under
  /// many a client). Floored at 0; nothing where the processes' own time is unknown.
  std::optional<double> foreign_share;
};

/// CPU time by processes, between the same two readings.
struct ProcessCpu {
  double own_s = 0;     ///< of those under test, on the CPUs that are looked at
  double others_s = 0;  ///< of all others, on whatever CPU
};

/// `cpus` must not be empty.
CpuUse cpu_use(const MachineCpu& begin, const MachineCpu& end, double wall_s, const CpuSet& cpus,
               const std::optional<ProcessCpu>& processes = std::nullopt);

/// Seconds of "some CPU pressure" since boot (/proc/pressure/cpu): time in which at least one task
/// waited for a CPU. Nothing where the kernel does not count it.
std::optional<double> parse_pressure_s(std::string_view text);
std::optional<double> read_cpu_pressure_s();

}  // namespace pacer
