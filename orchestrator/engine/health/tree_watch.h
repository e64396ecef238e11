#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/health/proc_file.h"
#include "engine/health/process_table.h"

namespace pacer {

/// Watches who belongs to a process tree and how much memory it holds. Not thread safe.
class TreeWatch {
 public:
  /// The tree is every process below `guard`, without it; `processes` a scan of the machine.
  TreeWatch(pid_t guard, const std::vector<ProcessStat>& processes);

  /// Takes in those that hang below the guard or a member, and are no members yet.
  void welcome(const std::vector<ProcessStat>& processes);
  /// Memory of the known ones: one system call each. Those that have ended are taken off.
  void sample();

  /// Forgets the peak, the kernel's own one too.
  void set_peak_back();

  std::vector<pid_t> living() const;
  /// It had processes and has none any more.
  bool ended() const { return most_ > 0 && members_.empty(); }
  /// Largest sum of resident memory at one look since set_peak_back(); where one process was alone
  /// all the time, its peak by the kernel's own account (VmHWM), which misses nothing.
  std::uint64_t rss_peak_bytes() const;
  int processes_max() const { return most_; }
  const std::vector<pid_t>& appeared() const { return appeared_; }
  const std::vector<pid_t>& vanished() const { return vanished_; }

 private:
  struct Member {
    pid_t pid = 0;
    std::uint64_t start_ticks = 0;
    ProcFile statm;
  };

  bool belongs(const ProcessStat& process) const;
  bool known(const ProcessStat& process) const;

  pid_t guard_;
  std::vector<Member> members_;
  std::uint64_t rss_peak_bytes_ = 0;
  pid_t alone_ = 0;  ///< whose own peak was set back; 0: it cannot be used
  int most_ = 0;
  std::vector<pid_t> appeared_;
  std::vector<pid_t> vanished_;
};

/// Proportional memory of all of them; nothing where one that lives cannot be read (a partial sum
/// would be wrong).
std::optional<std::uint64_t> pss_of(const std::vector<pid_t>& pids);

}  // namespace pacer
