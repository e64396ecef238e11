#include "core/metrics/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/bytes.h"
#include "base/edit_distance.h"
#include "base/error.h"
#include "base/text.h"

namespace pacer {
namespace {

std::string whole(double value) {
  const auto digits = group_thousands(fmt::format("{:.0f}", std::fabs(value)));
  return (value < 0 && digits != "0" ? "-" : "") + digits;
}

/// Three significant digits, more before the point where the value has them; never an exponent.
std::string three_digits(double value) {
  const double size = std::fabs(value);
  if (size >= 99.95) return whole(value);
  if (size == 0) return "0";
  // The place of the first digit after rounding: 0.9996 is 1.00, not 1.000.
  const auto rounded = fmt::format("{:.2e}", size);
  const int place = std::stoi(rounded.substr(rounded.find('e') + 1));
  return fmt::format("{:.{}f}", value, 2 - place);
}

/// The best first; the last is always had.
const std::vector<MemoryMethod>& memory_methods() {
  static const std::vector<MemoryMethod> kMethods = {
      {"memory_cgroup_v2_peak_bytes", "cgroup_v2",
       "Memory: peak that the kernel charged to the server's control group (v2) under load, "
       "without page cache."},
      {"memory_cgroup_v1_peak_bytes", "cgroup_v1",
       "Memory: peak that the kernel charged to the server's control group (v1) under load, "
       "without page cache and sockets."},
      {"memory_peak_bytes", "rss_peak",
       "Memory: peak of the summed RSS of the whole server tree under load, sampled at 10 Hz where "
       "it has several processes; shared pages count once per process."},
  };
  return kMethods;
}

}  // namespace

const std::vector<Metric>& metrics() {
  static const std::vector<Metric> kTable{
      {"throughput_rps", "req/s", Display::kRate, Better::kHigher, true,
       "Right answers per second: responses that count as good, over the client's elapsed time."},
      {"latency_mean_us", "mean latency", Display::kMicroseconds, Better::kLower, true,
       "Closed-loop mean by Little's law: connections x elapsed / responses. Only at depth 1."},
      {"latency_us_p50", "p50", Display::kMicroseconds, Better::kLower, true,
       "Median latency at the plan's first rate: open loop, from the moment a request was due."},
      {"latency_us_p99", "p99", Display::kMicroseconds, Better::kLower, true,
       "99th percentile of the same."},
      {"batch_cycle_us", "batch cycle", Display::kMicroseconds, Better::kLower, true,
       "Connections x depth x elapsed / responses: the time a batch of pipelined requests takes. "
       "Not a latency."},
      {"transfer_bytes_per_s", "transfer", Display::kBytesPerSecond, Better::kHigher, true,
       "Bytes of responses per second, headers included."},
      {"server_cpu_us_per_request", "CPU/req", Display::kMicroseconds, Better::kLower, true,
       "User and system time of the whole server tree per response."},
      {"server_instructions_per_request", "instr/req", Display::kCount, Better::kLower, true,
       "Instructions of the whole server tree per response, user and kernel mode, by the CPU's own "
       "counter; where there is one."},
      {"server_user_instructions_per_request", "user instr/req", Display::kCount, Better::kLower,
       true,
       "The same in user mode alone, where the kernel's are not to be counted "
       "(kernel.perf_event_paranoid)."},
      {"memory_cgroup_v2_peak_bytes", "memory", Display::kBytes, Better::kLower, true,
       "Peak memory during the load that the kernel charged to the control group (v2) of the whole "
       "server tree, without page cache."},
      {"memory_cgroup_v1_peak_bytes", "memory", Display::kBytes, Better::kLower, true,
       "The same by a control group of version 1, which does not count the memory of sockets."},
      {"memory_peak_bytes", "memory", Display::kBytes, Better::kLower, true,
       "Peak of the summed resident memory (RSS) of the whole server tree during the load: the "
       "kernel's own peak of a single process, else sampled at 10 Hz. Pages that processes share "
       "count once for each."},
      {"memory_pss_bytes", "PSS", Display::kBytes, Better::kLower, false,
       "Proportional memory of the whole server tree, read once after the load."},
      {"startup_ms", "startup", Display::kMilliseconds, Better::kLower, true,
       "From exec to the first right answer, polled every millisecond."},
      {"errors", "errors", Display::kCount, Better::kLower, true,
       "Connect, read, write and timeout errors and wrong status codes that the client counted."},
      {"requests", "requests", Display::kCount, Better::kNeither, false,
       "Responses the client counted as good."},
      {"duration_us", "elapsed", Display::kMicroseconds, Better::kNeither, false,
       "Elapsed time by the client's own clock."},
      {"bytes", "bytes", Display::kBytes, Better::kNeither, false, "Bytes the client read."},
      {"response_bytes", "response", Display::kBytes, Better::kNeither, false,
       "Size of one verified response, headers included."},
      {"connections_reopened", "reopened", Display::kCount, Better::kLower, false,
       "Connections opened during the load beyond those asked for."},
      {"server_cpu_share", "server CPU", Display::kPercent, Better::kNeither, false,
       "CPU time of the server tree over what its CPUs offered."},
      {"client_cpu_share", "client CPU", Display::kPercent, Better::kNeither, false,
       "CPU time of the client over what its CPUs offered."},
      {"pacer_cpu_share", "Pacer CPU", Display::kPercent, Better::kNeither, false,
       "CPU time of Pacer itself during the load, of one CPU."},
      {"client_cpu_us_per_request", "client CPU/req", Display::kMicroseconds, Better::kNeither,
       false, "User and system time of the load client per response."},
      {"steal_share", "steal", Display::kPercent, Better::kLower, false,
       "Time the hypervisor took from the measured CPUs."},
      {"foreign_cpu_share", "foreign CPU", Display::kPercent, Better::kLower, false,
       "Time other processes took on the measured CPUs."},
      {"cpu_pressure_share", "CPU pressure", Display::kPercent, Better::kNeither, false,
       "Share of the time in which some task of the machine waited for a CPU (PSI); the server's "
       "own threads count."},
      {"cpu_mhz", "clock", Display::kMegahertz, Better::kNeither, false,
       "Mean clock of the measured CPUs, where their driver tells it."},
      {"energy_uj_per_request", "energy/req", Display::kMicrojoules, Better::kLower, false,
       "Energy of all CPU packages (RAPL) per response, the client's share and the idle one "
       "included; where it can be read."},
      {"longest_stall_ms", "stall", Display::kMilliseconds, Better::kLower, false,
       "Longest time without any progress on any connection."},
      {"stop_ms", "stop", Display::kMilliseconds, Better::kLower, false,
       "From TERM to the end of the whole server tree."},
  };
  return kTable;
}

const MemoryMethod* memory_method(std::string_view key) {
  const auto found = std::find_if(memory_methods().begin(), memory_methods().end(),
                                  [&](const MemoryMethod& method) { return method.key == key; });
  return found == memory_methods().end() ? nullptr : &*found;
}

const MemoryMethod& best_memory_method(const std::function<bool(const char* key)>& is_whole) {
  const auto found =
      std::find_if(memory_methods().begin(), memory_methods().end(),
                   [&](const MemoryMethod& method) { return is_whole(method.key); });
  return found == memory_methods().end() ? memory_methods().back() : *found;
}

const Metric& metric(std::string_view key) {
  const auto& table = metrics();
  const auto found =
      std::find_if(table.begin(), table.end(), [&](const Metric& row) { return row.key == key; });
  if (found != table.end()) return *found;
  std::vector<std::string> keys;
  keys.reserve(table.size());
  for (const auto& row : table) keys.emplace_back(row.key);
  throw Error(unknown_word("metric", key, keys));
}

std::string format_value(const Metric& metric, double value) {
  switch (metric.display) {
    case Display::kCount:  // a median of counts need not be whole: half an error is not none
      return value == std::floor(value) ? whole(value) : three_digits(value);
    case Display::kRate:
      return three_digits(value);
    case Display::kMicroseconds:
      if (value >= 999.5e3) return three_digits(value / 1e6) + " s";
      return value >= 999.5 ? three_digits(value / 1e3) + " ms" : three_digits(value) + " us";
    case Display::kMilliseconds:
      return value >= 999.5 ? three_digits(value / 1e3) + " s" : three_digits(value) + " ms";
    case Display::kBytes:
      return humanize_bytes(value);
    case Display::kBytesPerSecond:
      return humanize_bytes(value) + "/s";
    case Display::kMicrojoules:
      return three_digits(value) + " uJ";
    case Display::kMegahertz:
      return three_digits(value) + " MHz";
    case Display::kPercent:
      return fmt::format("{:.1f} %", value * 100);
  }
  return "";
}

}  // namespace pacer
