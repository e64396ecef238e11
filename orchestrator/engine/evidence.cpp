#include "engine/evidence.h"

#include <algorithm>

#include "engine/health/environment.h"

namespace pacer {
namespace {

/// wrk opens one connection before the load, to try the address.
double trial_connections(const Settings& settings) { return settings.client == "wrk" ? 1 : 0; }

/// A connection whose turn comes this much later than the mean is left out, not slow.
constexpr double kHungCycles = 20;

/// Of the load's connections; nothing where the kernel does not tell.
std::optional<int> hung(const Evidence& evidence, const LoadObservation& seen,
                        const LoadProbe::Result& probes) {
  if (!seen.silent_at_end) return std::nullopt;
  // Silence all over that ends with the load is a stall. And a second without an answer is the
  // ordinary turn of a server that is slow enough.
  const bool goes_on = seen.stalled_at_end.value_or(false) && probes.silent_at_end == 0;
  const double mean_cycle_s = evidence.settings.connections * evidence.wall_s /
                              std::max(1.0, static_cast<double>(evidence.load.requests));
  if (goes_on || mean_cycle_s * kHungCycles > 1) return 0;
  // While one of the probe's connections hangs, the others are not asked and look silent too.
  const bool probe_hangs = probes.unanswered > 0 || probes.silent_at_end > 0;
  const int silent = *seen.silent_at_end - (probe_hangs ? LoadProbe::kConnections : 0);
  return std::clamp(silent, 0, evidence.settings.connections);
}

int count_of(const CpuSet& cpus) {
  return static_cast<int>(cpus.empty() ? allowed_cpus().size() : cpus.size());
}

}  // namespace

void fill(Evidence& evidence, const LoadObservation& seen, const LoadProbe::Result& probes) {
  evidence.probes_right = probes.right;
  evidence.probes_wrong = probes.wrong;
  evidence.probes_unanswered = probes.unanswered;
  evidence.probe_requests_answered = probes.answered;
  evidence.probe_requests_lost = probes.asked - probes.answered;
  evidence.first_wrong_probe = probes.first_wrong;

  if (seen.connections_reopened) {
    const auto opened = static_cast<double>(*seen.connections_reopened);
    evidence.connections_reopened = std::max(
        0.0, opened - static_cast<double>(probes.reopened) - trial_connections(evidence.settings));
  }
  evidence.connections_unserved = seen.unserved;
  evidence.connections_hung = hung(evidence, seen, probes);
  evidence.accept_queue_share = seen.accept_queue_persisted;
  evidence.longest_stall_s = seen.longest_stall_s.value_or(0);
  evidence.longest_wait_s = seen.longest_wait_s.value_or(0);

  evidence.server_cpu_s = seen.server_cpu_s;
  evidence.client_cpu_s = seen.client_cpu_s;
  evidence.pacer_cpu_s = seen.pacer_cpu_s;
  evidence.server_cpu_track = seen.server_cpu_track;
  evidence.server_cpu_is_lower_bound = seen.server_cpu_is_lower_bound;
  evidence.server_cpus = count_of(evidence.settings.server_cpus);
  evidence.client_cpus = count_of(evidence.settings.client_cpus);
  evidence.server_left_its_cpus = !seen.server_stray_cpus.empty();
  evidence.memory_peak_bytes = static_cast<double>(seen.server_rss_peak_bytes);
  if (const auto& peak = seen.server_group_peak_bytes) {
    auto& value = seen.server_group_version == 2 ? evidence.memory_cgroup_v2_peak_bytes
                                                 : evidence.memory_cgroup_v1_peak_bytes;
    value = static_cast<double>(*peak);
  }
  if (seen.server_instructions) {
    evidence.server_instructions = static_cast<double>(*seen.server_instructions);
    evidence.instructions_with_kernel = seen.instructions_with_kernel;
  }
  if (seen.server_pss_bytes) {
    evidence.memory_pss_bytes = static_cast<double>(*seen.server_pss_bytes);
  }
  evidence.processes_appeared = static_cast<int>(seen.server_appeared.size());
  evidence.processes_vanished = static_cast<int>(seen.server_vanished.size());

  evidence.steal_share = std::max(seen.server_cpus.steal_share, seen.client_cpus.steal_share);
  const auto& server = seen.server_cpus.foreign_share;
  const auto& client = seen.client_cpus.foreign_share;
  if (server && client) evidence.foreign_cpu_share = std::max(*server, *client);
  evidence.cpu_pressure_share = seen.cpu_pressure_share;
  evidence.energy_j = seen.energy_j;
  evidence.cpu_mhz = seen.cpu_mhz;
  evidence.heat_events = seen.heat_events;
  if (seen.server_throttled_periods) evidence.throttled = *seen.server_throttled_periods > 0;
}

}  // namespace pacer
