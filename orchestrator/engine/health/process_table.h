#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pacer {

/// One line of /proc/PID/stat (proc(5)). Times are user + system of the whole thread group, in
/// steps of one clock tick (10 ms).
struct ProcessStat {
  pid_t pid = 0;
  pid_t parent = 0;
  std::string command;  ///< the kernel's short name, at most 15 characters
  char state = '?';     ///< 'R', 'S', 'D', 'Z' …
  double cpu_s = 0;
  double children_cpu_s = 0;      ///< of the children that were waited for, and of theirs
  std::uint64_t start_ticks = 0;  ///< since boot; pid and start_ticks together name a process
  std::uint64_t rss_bytes = 0;
  int threads = 0;

  bool ended() const { return state == 'Z' || state == 'X' || state == 'x'; }
};

/// Nothing where the text is not such a line.
std::optional<ProcessStat> parse_stat(std::string_view text);
/// Nothing where the process is gone. A zombie is still there: its CPU time has not moved yet.
std::optional<ProcessStat> read_stat(pid_t pid);

/// User + system time of the whole thread group in nanosecond steps (its CPU-time clock,
/// clock_getcpuclockid(3)): the same sum as ProcessStat::cpu_s, without the rounding to ticks.
std::optional<double> process_cpu_s(pid_t pid);
/// Proportional set size (smaps_rollup): shared pages are divided among those that share them.
/// Walks the page table, so not to be read during a load.
std::optional<std::uint64_t> pss_bytes(pid_t pid);
/// The kernel's own peak of the resident size since the process began, or since it was set back
/// (VmHWM; "5" to clear_refs, proc(5)).
std::optional<std::uint64_t> peak_rss_bytes(pid_t pid);
bool set_peak_rss_back(pid_t pid);
/// Empty where the process is gone.
std::vector<pid_t> threads_of(pid_t pid);
/// The argument list with blanks between; empty for zombies and kernel threads.
std::string command_line(pid_t pid);

/// Every process of this machine (pid namespace), zombies included: one pass over /proc/*/stat,
/// some 10 µs each. Tolerates processes that end meanwhile; the pass is repeated (three times at
/// most) where a parent ended between the readings and its branch would be lost.
std::vector<ProcessStat> scan_processes();
/// Those below `root`, without it, parents before children. Parent links tell, so children made by
/// any thread are among them.
std::vector<ProcessStat> tree_below(const std::vector<ProcessStat>& processes, pid_t root);
std::vector<ProcessStat> process_tree(pid_t root);
/// The living ones of process_tree().
std::vector<pid_t> descendants(pid_t root);

/// CPU time of all processes but `root` and those below it. What an ended one used has moved into
/// the one that waited for it, so the sum only falls by what nobody waited for.
double cpu_of_others_s(const std::vector<ProcessStat>& processes, pid_t root);

/// Finds processes that were born since the last look. Lists /proc and reads only what it does not
/// know yet: a tenth of the cost of a whole scan. A pid that came back as another process between
/// two looks would be missed.
class NewcomerScan {
 public:
  explicit NewcomerScan(const std::vector<ProcessStat>& known);
  std::vector<ProcessStat> look();

 private:
  std::vector<pid_t> known_;  ///< sorted
};

}  // namespace pacer
