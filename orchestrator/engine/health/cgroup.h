#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pacer {

/// The cpu.stat files that limit a process: its own control group's and those of every group above
/// it, because each of them may throttle. `cgroups` is the text of /proc/PID/cgroup, `mounts` that
/// of /proc/self/mountinfo. Both versions of control groups (cgroups(7)) are followed.
std::vector<std::string> cpu_stat_files(std::string_view cgroups, std::string_view mounts);

/// The cpu.stat files of a living process; none where they cannot be told.
std::vector<std::string> cpu_stat_files(pid_t pid);

/// The folder of a process's control group: that of a version 1 controller ("memory"), or of
/// version 2 (""). Nothing where it is not mounted, or not seen from here.
std::optional<std::string> cgroup_folder(std::string_view cgroups, std::string_view mounts,
                                         const std::string& controller);

/// How often these control groups were held back because their CPU quota was used up, since they
/// exist. Nothing where no file tells.
std::optional<std::uint64_t> throttled_periods(const std::vector<std::string>& cpu_stat_files);

}  // namespace pacer
