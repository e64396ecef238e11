#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/clients/client.h"
#include "core/judge/count.h"
#include "core/judge/warming.h"
#include "core/model/sample.h"

namespace pacer {

/// Everything that was observed of one load, by the client, by the kernel and by Pacer itself.
/// What could not be observed is absent, never zero.
struct Evidence {
  Settings settings;
  bool strict = false;  ///< a dedicated machine: disturbance invalidates

  LoadResult load;
  double wall_s = 0;  ///< of the load, by Pacer's monotonic clock

  std::size_t smallest_response_bytes = 0;  ///< learnt at verify
  std::size_t largest_response_bytes = 0;

  std::uint64_t probes_right = 0;  ///< whole answers checked during the load
  std::uint64_t probes_wrong = 0;
  std::uint64_t probes_unanswered = 0;
  std::uint64_t probe_requests_answered = 0;  ///< right or wrong, the last ones after the load too
  std::uint64_t probe_requests_lost = 0;      ///< sent, and not wholly answered
  std::string first_wrong_probe;

  std::optional<double> connections_reopened;
  std::optional<int> connections_unserved;   ///< open, and never sent a byte of an answer
  std::optional<int> connections_hung;       ///< answered at first, and silent to the end
  std::optional<double> accept_queue_share;  ///< share of the time somebody waited in it
  double longest_stall_s = 0;                ///< 0: none of 250 ms or more
  double longest_wait_s = 0;                 ///< of one connection for an answer that came

  std::optional<double> server_cpu_s;  ///< user + system, whole tree
  std::optional<double> client_cpu_s;
  std::optional<double> pacer_cpu_s;         ///< of Pacer itself, in the same time
  std::vector<CpuReading> server_cpu_track;  ///< during the load; empty: not known
  bool server_cpu_is_lower_bound = false;    ///< some member's time was lost
  int server_cpus = 1;
  int client_cpus = 1;
  bool server_left_its_cpus = false;  ///< it set an affinity of its own
  double memory_peak_bytes = 0;                         ///< summed resident memory
  std::optional<double> memory_cgroup_v1_peak_bytes;  ///< of a control group of its own
  std::optional<double> memory_cgroup_v2_peak_bytes;
  std::optional<double> server_instructions;
  bool instructions_with_kernel = false;
  std::optional<double> memory_pss_bytes;
  int processes_appeared = 0;
  int processes_vanished = 0;

  std::optional<CountReading> count;  ///< none where handlers are not counted

  std::optional<double> steal_share;         ///< of the worse of the two CPU sets
  std::optional<double> foreign_cpu_share;   ///< likewise
  std::optional<bool> throttled;             ///< a cgroup limit held the server back
  std::optional<double> cpu_pressure_share;  ///< share of the time somebody waited for a CPU
  std::optional<std::uint64_t> heat_events;  ///< times that a CPU was slowed down by heat
  std::optional<double> cpu_mhz;             ///< mean clock of the measured CPUs
  std::optional<double> energy_j;            ///< of all CPU packages, whoever used it
};

/// What may be printed of it.
struct Judgement {
  std::map<std::string, double> values;  ///< by metric key
  std::vector<std::string> reasons;      ///< why it is invalid; empty: it stands
  std::vector<Note> notes;
  Badge badge = Badge::kBytes;
};

/// Applies rules 1, 2, 4, 5, 7, 11, 12 and 13 of docs/rules.md.
Judgement judge(const Evidence& evidence);

}  // namespace pacer
