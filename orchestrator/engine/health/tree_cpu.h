#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/health/process_table.h"
#include "engine/process/process.h"

namespace pacer {

/// One reading of the CPU time of a process tree. The guard at its root is not a part of the tree,
/// but the CPU time of every member that it has waited for has moved into it.
struct TreeCpu {
  struct Member {
    pid_t pid = 0;
    std::uint64_t start_ticks = 0;
    double own_s = 0;       ///< user + system, nanosecond steps
    double children_s = 0;  ///< of the children it has waited for, 10 ms steps
  };
  MonotonicTime at;
  std::vector<Member> members;
  double guard_children_s = 0;
};

/// `processes` is a fresh scan of the machine. Reads until two passes agree on who is there and who
/// was waited for (five times at most), so that a process which ends meanwhile counts neither twice
/// nor not at all. Nothing where the guard is gone.
std::optional<TreeCpu> read_tree_cpu(pid_t guard,
                                     std::vector<ProcessStat> processes = scan_processes());

struct CpuSpent {
  double cpu_s = 0;
  /// Some member's time went nowhere: its parent ignores SIGCHLD, so nobody waited for it.
  bool lower_bound = false;
};

/// CPU time of the tree between two readings: what the living ones used, plus what the ended ones
/// moved into those that waited for them, less what these had used before the first reading.
/// Exact to the nanosecond clock for processes that live through; for each process that has waited
/// for a member in between it can be up to 20 ms short (ticks). A member that started and ended
/// between the readings counts in full through its parent.
CpuSpent cpu_between(const TreeCpu& begin, const TreeCpu& end);

}  // namespace pacer
