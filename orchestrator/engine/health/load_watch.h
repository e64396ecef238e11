#pragma once

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/judge/warming.h"
#include "core/model/plan.h"
#include "engine/health/cpu_stat.h"

namespace pacer {

class MemoryGroup;

/// What to watch. A guard is the root of a process tree and no part of it: its own time and memory
/// do not count, the time of members that it has waited for does.
struct WatchedLoad {
  pid_t server_guard = 0;
  pid_t client_guard = 0;  ///< 0: not started yet, client_started() will tell
  int port = 0;
  int connections = 0;  ///< that the client was asked to hold
  CpuSet server_cpus;   ///< empty: every CPU that Pacer may use
  CpuSet client_cpus;
  MemoryGroup* server_memory = nullptr;  ///< in which the server's tree was started; may be none
};

/// What one load looked like from outside. Optional fields are empty where the machine does not
/// tell.
struct LoadObservation {
  double wall_s = 0;  ///< from the constructor's reading of the server's CPU time to finish()'s

  // CPU time, user + system, of whole trees: engine/health/tree_cpu.h says how exact. Empty where
  // the guard is gone.
  std::optional<double> server_cpu_s;
  std::optional<double> client_cpu_s;
  /// CPU time of the server's tree at each tick. Empty where a member ended meanwhile.
  std::vector<CpuReading> server_cpu_track;
  bool server_cpu_is_lower_bound = false;  ///< a member's time was lost: nobody waited for it
  bool client_cpu_is_lower_bound = false;
  double pacer_cpu_s = 0;  ///< of this process, the sampling included

  // The server's tree. Its members are looked up at the start, at the end, and within a second
  // after a new process came up: one that lived shorter may be missed.
  /// Largest sum of RSS seen at one tick; the kernel's own peak where it was one process alone.
  std::uint64_t server_rss_peak_bytes = 0;
  std::optional<std::uint64_t> server_group_peak_bytes;  ///< engine/health/memory_group.h
  int server_group_version = 0;                          ///< of control groups, where that is set
  std::optional<std::uint64_t> server_instructions;      ///< engine/health/tree_counter.h
  bool instructions_with_kernel = false;
  int server_processes_max = 0;
  std::vector<pid_t> server_appeared;
  std::vector<pid_t> server_vanished;
  std::optional<std::uint64_t> server_pss_bytes;  ///< read once, after the window
  /// CPUs outside of server_cpus on which some thread of the server may run: it has set its own
  /// affinity. Empty is well.
  CpuSet server_stray_cpus;

  CpuUse server_cpus;
  CpuUse client_cpus;
  std::optional<double> cpu_pressure_share;  ///< of the window, on the whole machine
  std::optional<double> energy_j;            ///< of all CPU packages, whoever used it
  std::optional<std::uint64_t> heat_events;  ///< times that a CPU was slowed down by heat
  std::optional<double> cpu_mhz;             ///< mean clock of the server's and the client's CPUs
  std::optional<std::uint64_t> server_throttled_periods;

  // Sockets (engine/health/connection_log.h). Empty without NETLINK_SOCK_DIAG, except
  // connections_reopened.
  std::optional<int> established_max;
  std::optional<int> unserved;
  std::optional<double> accept_queue_persisted;
  std::optional<double> longest_stall_s;
  std::optional<bool> stalled_at_end;
  std::optional<int> silent_at_end;
  std::optional<double> longest_wait_s;
  std::optional<double> unconnected_at_end_s;
  /// Connections opened beyond those asked for. By identity where connections live longer than a
  /// tick: exact. Else by the machine's count of accepted connections (TcpPassiveOpens) less
  /// `connections`: this also counts what other servers on this machine accepted, and the one
  /// connection with which wrk tries the address.
  std::optional<std::uint64_t> connections_reopened;
  bool reopened_is_exact = false;

  int ticks = 0;
  int ticks_missed = 0;  ///< the machine was too busy to let the sampler run in time
};

/// Watches one load from its constructor to finish(), ten times a second from a thread of its own.
/// Costs well under 1 % of a CPU for a tree of 64 processes and 64 connections
/// (orchestrator/tests/bench/load_watch_bench.cpp).
class LoadWatch {
 public:
  explicit LoadWatch(const WatchedLoad& load);
  ~LoadWatch();
  LoadWatch(const LoadWatch&) = delete;
  LoadWatch& operator=(const LoadWatch&) = delete;

  /// Where the client is started after the watch, so that the window holds its load from the first
  /// request on: everything that this guard's tree uses counts. At most once.
  void client_started(pid_t client_guard);

  int ticks() const;  ///< how often it has looked so far

  /// Ends the window at once. Call it exactly once, while both guards still live. `probe_ports`:
  /// local ports of connections that are Pacer's own.
  LoadObservation finish(const std::vector<int>& probe_ports = {});

 private:
  class Sampler;
  std::unique_ptr<Sampler> sampler_;
};

}  // namespace pacer
