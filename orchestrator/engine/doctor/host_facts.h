#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "core/model/run_record.h"

namespace pacer {

/// What decides how well a machine can measure. Fields are empty where it does not tell.
struct HostFacts {
  Environment environment;
  int allowed_cpus = 1;                ///< that this process may use
  double busy_share = 0;               ///< over the second of looking, of the allowed CPUs
  double steal_share = 0;              ///< likewise: taken by other guests of the same host
  std::optional<double> load_average;  ///< of the last minute
  std::optional<std::uint64_t> memory_available_bytes;
  std::uint64_t file_descriptors = 0;       ///< soft limit
  std::uint64_t file_descriptors_hard = 0;  ///< up to which the soft one may be raised
  std::optional<int> ephemeral_ports;       ///< net.ipv4.ip_local_port_range, as a number of ports
  std::optional<int> sockets_in_time_wait;
  std::optional<int> somaxconn;
  std::optional<int> tcp_tw_reuse;
  std::optional<std::string> huge_pages;  ///< transparent: "always", "madvise" or "never"
  std::optional<std::string> clock_source;
  std::optional<double> cpu_quota;  ///< of the tightest control group, in CPUs; none: no limit
  std::optional<int> memory_group_version;  ///< engine/health/memory_group.h
  std::optional<int> perf_event_paranoid;
  std::optional<std::uint64_t> disk_free_bytes;  ///< where results go
};

/// Looks for about a second. `results` is the folder whose disk counts (or its nearest parent that
/// exists). Throws Interrupted on Ctrl-C.
HostFacts look_at_host(const std::filesystem::path& results);

/// The part that /proc and /sys tell at once; `root` stands for "/".
void read_settings(const std::filesystem::path& root, HostFacts& facts);

/// The tightest of the limits in the folders of these cpu.stat files (see
/// engine/health/cgroup.h), both versions of control groups.
std::optional<double> cpu_quota_of(const std::vector<std::string>& cpu_stat_files);

}  // namespace pacer
