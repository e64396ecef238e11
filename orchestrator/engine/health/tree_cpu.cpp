#include "engine/health/tree_cpu.h"

#include <algorithm>

namespace pacer {
namespace {

constexpr int kAttempts = 5;
constexpr double kTickRounding_s = 0.02;  // one tick each of cutime and cstime

/// Nobody of the reading has ended or waited for a child since.
bool still_true(const TreeCpu& reading, pid_t guard) {
  const auto guard_stat = read_stat(guard);
  if (!guard_stat || guard_stat->children_cpu_s != reading.guard_children_s) return false;
  return std::all_of(reading.members.begin(), reading.members.end(),
                     [](const TreeCpu::Member& member) {
                       const auto stat = read_stat(member.pid);
                       return stat && stat->start_ticks == member.start_ticks &&
                              stat->children_cpu_s == member.children_s;
                     });
}

const TreeCpu::Member* find(const std::vector<TreeCpu::Member>& members,
                            const TreeCpu::Member& wanted) {
  const auto found =
      std::find_if(members.begin(), members.end(), [&](const TreeCpu::Member& member) {
        return member.pid == wanted.pid && member.start_ticks == wanted.start_ticks;
      });
  return found == members.end() ? nullptr : &*found;
}

}  // namespace

std::optional<TreeCpu> read_tree_cpu(pid_t guard, std::vector<ProcessStat> processes) {
  TreeCpu reading;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    if (attempt > 0) processes = scan_processes();
    const auto guard_stat = read_stat(guard);
    if (!guard_stat) return std::nullopt;
    reading = {monotonic_now(), {}, guard_stat->children_cpu_s};
    for (const auto& process : tree_below(processes, guard)) {
      reading.members.push_back({process.pid, process.start_ticks,
                                 process_cpu_s(process.pid).value_or(process.cpu_s),
                                 process.children_cpu_s});
    }
    if (still_true(reading, guard)) break;
  }
  return reading;
}

CpuSpent cpu_between(const TreeCpu& begin, const TreeCpu& end) {
  double own_s = 0;
  double waited_for_s = end.guard_children_s - begin.guard_children_s;
  for (const auto& member : end.members) {
    const auto* before = find(begin.members, member);
    own_s += std::max(0.0, member.own_s - (before != nullptr ? before->own_s : 0));
    waited_for_s += member.children_s - (before != nullptr ? before->children_s : 0);
  }
  double ended_before_s = 0;  // what those that ended since had used before the first reading
  int ended = 0;
  for (const auto& member : begin.members) {
    if (find(end.members, member) != nullptr) continue;
    ended_before_s += member.own_s + member.children_s;
    ++ended;
  }
  const double reaped_s = waited_for_s - ended_before_s;
  const bool lost = reaped_s < -kTickRounding_s * (ended + 1);
  return {own_s + std::max(0.0, reaped_s), lost};
}

}  // namespace pacer
