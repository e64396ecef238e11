#include "core/judge/judge.h"

#include <cmath>

#include <fmt/format.h>

#include "core/judge/harness.h"

namespace pacer {
namespace {

constexpr double kStealNoted = 0.05;
constexpr double kStealStrict = 0.005;
constexpr double kForeignNoted = 0.10;
constexpr double kForeignStrict = 0.02;
constexpr double kReopenedLittle = 0.01;  ///< share of connections, for Little's law
constexpr double kQueueShare = 0.5;
constexpr double kClockShare = 0.05;
constexpr double kLongWait_s = 1;
constexpr double kUnfair = 20;  ///< times the mean turn of a connection
/// A connection that finds the accept queue full comes back after a second.
constexpr std::uint64_t kSlowOpening_us = 500'000;

double settled(double value) { return std::isfinite(value) ? value : 0; }

struct Judge {
  const Evidence& seen;
  Judgement found;

  const LoadResult::Errors& errors() const { return seen.load.errors; }
  double requests() const { return static_cast<double>(seen.load.requests); }
  double right() const { return requests() - static_cast<double>(errors().status + errors().body); }
  double elapsed_us() const { return static_cast<double>(seen.load.duration_us); }
  /// Of the machine's clock, less what the client spent on opening connections.
  double loaded_s() const { return seen.wall_s - static_cast<double>(seen.load.opening_us) / 1e6; }
  double connections() const { return seen.settings.connections; }
  /// Looks ten times a second say nothing of connections that live for one answer.
  double stall_s() const { return requests_per_connection() >= 2 ? seen.longest_stall_s : 0; }
  double requests_per_connection() const {
    return requests() / (connections() + seen.connections_reopened.value_or(0));
  }

  void invalid(std::string reason) { found.reasons.push_back(std::move(reason)); }
  void note(const char* code, std::string text) { found.notes.push_back({code, std::move(text)}); }

  void answers();
  void byte_count();
  void connections_served();
  void keep_alive();
  void progress();
  void processes();
  void handlers();
  void disturbance();
  void cpu_values(const std::string& side, std::optional<double> cpu_s, int cpus);
  void values();
};

void Judge::answers() {
  if (seen.load.requests == 0) invalid("no request was answered");
  if (errors().status > 0) {
    invalid(
        fmt::format("{} of {} answers had a wrong status", errors().status, seen.load.requests));
  }
  if (errors().body > 0) {
    invalid(fmt::format("{} of {} answers had a wrong body", errors().body, seen.load.requests));
  }
  if (seen.probes_wrong > 0) {
    invalid(fmt::format("wrong answers under load ({} of {} checked): {}", seen.probes_wrong,
                        seen.probes_wrong + seen.probes_right, seen.first_wrong_probe));
  }
  const double wall_us = loaded_s() * 1e6;
  if (std::fabs(wall_us - elapsed_us()) > std::max(5e5, kClockShare * wall_us)) {
    invalid(fmt::format("the client's clock says {:.2f} s, the machine's {:.2f} s",
                        elapsed_us() / 1e6, loaded_s()));
  }
  if (const auto asked = seen.settings.requests; asked && seen.load.requests < *asked) {
    note("lost-requests",
         fmt::format("{} of {} requests got no answer", *asked - seen.load.requests, *asked));
  }
  if (seen.load.requests > 0 && (seen.load.requests < 20 || requests() <= connections())) {
    note("few-samples", fmt::format("only {} answers", seen.load.requests));
  }
}

/// Rule 4: every byte is accounted for, up to what is in flight at the end and cut off at closes.
void Judge::byte_count() {
  const auto size = static_cast<double>(seen.largest_response_bytes);
  if (seen.smallest_response_bytes != seen.largest_response_bytes) {
    found.badge = Badge::kClient;
    return;
  }
  const double closes = seen.connections_reopened.value_or(0);
  const double slack = connections() * seen.settings.pipeline * size + closes * (size + 64);
  const double expected = requests() * size;
  const double difference = static_cast<double>(seen.load.bytes) - expected;
  if (std::fabs(difference) > slack) {
    invalid(
        fmt::format("answers under load differ from the verified ones: {:.0f} bytes where "
                    "{} answers of {:.0f} bytes make {:.0f}",
                    static_cast<double>(seen.load.bytes), seen.load.requests, size, expected));
  }
}

void Judge::connections_served() {
  if (errors().connect > 0) {
    invalid(fmt::format("{} of {} connections could not be opened", errors().connect,
                        seen.settings.connections));
  }
  const int unserved = seen.connections_unserved.value_or(0);
  if (unserved > 0) {
    invalid(
        fmt::format("{} of {} connections were never served", unserved, seen.settings.connections));
  }
  const int hung = seen.connections_hung.value_or(0);
  if (hung > 0) {
    invalid(fmt::format("{} of {} connections hung: they were answered no more to the end", hung,
                        seen.settings.connections));
  }
  // A server that closes each connection has a queue by nature; one that keeps them has not.
  const bool keeps_them = requests_per_connection() >= 2;
  if (unserved == 0 && keeps_them && seen.accept_queue_share.value_or(0) > kQueueShare) {
    invalid("connections waited to be accepted during the whole load");
  }
}

void Judge::keep_alive() {
  if (seen.load.opening_us >= kSlowOpening_us) {
    note("slow-accept", fmt::format("its connections took {:.2f} s to open",
                                    static_cast<double>(seen.load.opening_us) / 1e6));
  }
  if (errors().read + errors().write > 0) {
    note("unannounced-closes", fmt::format("{} connections broke without an announced close",
                                           errors().read + errors().write));
  }
  if (errors().timeout > 0) {
    note("timeouts", fmt::format("{} answers came later than 2 s", errors().timeout));
  }
  const double reopened = seen.connections_reopened.value_or(0);
  if (seen.load.requests == 0 || reopened < 1) return;
  if (requests_per_connection() < 2) {
    note("no-keep-alive", "no keep-alive: every request pays a TCP connection");
    return;
  }
  // Each connection was on average half way to its next close when the load ended.
  const double every = requests() / (reopened + connections() / 2);
  const double step = std::pow(10, std::floor(std::log10(every)) - 1);
  note("closes", fmt::format("closes every {:.0f} requests", std::round(every / step) * step));
}

void Judge::progress() {
  if (stall_s() > 0) {
    note("stall", fmt::format("stalled for {:.2f} s", seen.longest_stall_s));
  }
  // A wait of one connection while the others were served; a stall is all of them.
  if (seen.longest_wait_s >= kLongWait_s && seen.longest_stall_s < seen.longest_wait_s / 2 &&
      seen.longest_wait_s * requests() > kUnfair * connections() * elapsed_us() / 1e6) {
    note("unfair", fmt::format("some connections waited {:.1f} s for an answer while others were "
                               "served",
                               seen.longest_wait_s));
  }
  if (seen.probes_unanswered > 0) {
    note("unanswered",
         fmt::format("{} of {} checks under load went unanswered", seen.probes_unanswered,
                     seen.probes_unanswered + seen.probes_right + seen.probes_wrong));
  }
}

/// Rule 5. What cannot be counted is still judged by its bytes.
void Judge::handlers() {
  if (!seen.count) return;
  CountedLoad load{"under load", seen.load.requests - errors().status - errors().body, {}};
  load.answered += seen.probe_requests_answered;
  if (seen.connections_reopened) {
    load.unanswered_most = seen.settings.pipeline * (connections() + *seen.connections_reopened) +
                           static_cast<double>(errors().timeout + seen.probe_requests_lost);
  }
  const auto verdict = judge_count(*seen.count, load);
  if (!verdict.invalid.empty()) invalid(verdict.invalid);
  if (verdict.note) found.notes.push_back(*verdict.note);
  if (verdict.proven) found.badge = Badge::kHandler;
}

void Judge::processes() {
  if (seen.processes_appeared + seen.processes_vanished == 0) return;
  found.badge = Badge::kClient;
  note("processes", fmt::format("processes came and went under load ({} new, {} gone)",
                                seen.processes_appeared, seen.processes_vanished));
}

void Judge::disturbance() {
  const auto weigh = [&](double share, double noted, double strict, const char* code,
                         const char* what) {
    const auto text = fmt::format("{:.1f} % {}", share * 100, what);
    if (seen.strict && share > strict) {
      invalid("disturbed: " + text);
    } else if (share > noted) {
      note(code, text);
    }
  };
  if (seen.steal_share) weigh(*seen.steal_share, kStealNoted, kStealStrict, "steal", "CPU steal");
  if (seen.foreign_cpu_share) {
    weigh(*seen.foreign_cpu_share, kForeignNoted, kForeignStrict, "foreign-cpu", "foreign CPU");
  }
  if (seen.heat_events.value_or(0) > 0) {
    const auto text = fmt::format("slowed down by heat {} times", *seen.heat_events);
    if (seen.strict) {
      invalid("disturbed: " + text);
    } else {
      note("heat", text);
    }
  }
  if (seen.throttled.value_or(false)) invalid("the server's cgroup was throttled");
  if (seen.server_left_its_cpus) invalid("the server ran on CPUs that it was not given");
}

void Judge::cpu_values(const std::string& side, std::optional<double> cpu_s, int cpus) {
  if (!cpu_s) return;
  found.values[side + "_cpu_share"] = settled(*cpu_s / (loaded_s() * cpus));
  if (right() > 0) found.values[side + "_cpu_us_per_request"] = *cpu_s * 1e6 / right();
}

void Judge::values() {
  auto& values = found.values;
  values["requests"] = right();
  values["duration_us"] = elapsed_us();
  values["bytes"] = static_cast<double>(seen.load.bytes);
  values["errors"] = static_cast<double>(errors().total());
  values["response_bytes"] = static_cast<double>(seen.largest_response_bytes);
  values["throughput_rps"] = settled(right() / elapsed_us() * 1e6);
  values["transfer_bytes_per_s"] =
      settled(static_cast<double>(seen.load.bytes) / elapsed_us() * 1e6);
  values["memory_peak_bytes"] = seen.memory_peak_bytes;
  if (const auto& peak = seen.memory_cgroup_v1_peak_bytes) {
    values["memory_cgroup_v1_peak_bytes"] = *peak;
  }
  if (const auto& peak = seen.memory_cgroup_v2_peak_bytes) {
    values["memory_cgroup_v2_peak_bytes"] = *peak;
  }
  if (seen.memory_pss_bytes) values["memory_pss_bytes"] = *seen.memory_pss_bytes;
  cpu_values("server", seen.server_cpu_s, seen.server_cpus);
  cpu_values("client", seen.client_cpu_s, seen.client_cpus);
  if (seen.pacer_cpu_s) values["pacer_cpu_share"] = settled(*seen.pacer_cpu_s / loaded_s());
  if (seen.server_cpu_is_lower_bound) {
    note("cpu-lower-bound", "CPU/req is a lower bound: the time of ended processes was lost");
  }
  if (stall_s() > 0) values["longest_stall_ms"] = stall_s() * 1e3;
  if (seen.steal_share) values["steal_share"] = *seen.steal_share;
  if (seen.foreign_cpu_share) values["foreign_cpu_share"] = *seen.foreign_cpu_share;
  if (seen.cpu_pressure_share) values["cpu_pressure_share"] = *seen.cpu_pressure_share;
  if (seen.cpu_mhz) values["cpu_mhz"] = *seen.cpu_mhz;
  if (seen.connections_reopened) values["connections_reopened"] = *seen.connections_reopened;
  if (right() <= 0) return;
  if (seen.server_instructions) {
    values[seen.instructions_with_kernel ? "server_instructions_per_request"
                                         : "server_user_instructions_per_request"] =
        *seen.server_instructions / right();
  }
  if (seen.energy_j) values["energy_uj_per_request"] = *seen.energy_j * 1e6 / right();
  // Little's law (Little 1961): in a closed loop that keeps all connections busy, mean time in the
  // system = number in the system / throughput.
  const double in_flight = connections() * seen.settings.pipeline;
  const bool all_busy = seen.connections_reopened.value_or(0) < kReopenedLittle * connections() &&
                        seen.connections_unserved.value_or(0) == 0;
  if (seen.settings.pipeline > 1) {
    values["batch_cycle_us"] = in_flight * elapsed_us() / requests();
  } else if (all_busy) {
    values["latency_mean_us"] = in_flight * elapsed_us() / requests();
  }
}

void harness_bound(Judge& judge) {
  const auto& values = judge.found.values;
  if (!values.contains("client_cpu_share") || !values.contains("server_cpu_share")) return;
  const double client = values.at("client_cpu_share");
  const double server = values.at("server_cpu_share");
  if (!is_client_the_limit(judge.seen.settings, client, server)) return;
  judge.note("harness-bound", fmt::format("harness-bound: the client was the limit ({:.0f} % of "
                                          "its CPUs, server {:.0f} %)",
                                          client * 100, server * 100));
}

}  // namespace

Judgement judge(const Evidence& evidence) {
  Judge judge{evidence, {}};
  judge.answers();
  judge.byte_count();
  judge.connections_served();
  judge.keep_alive();
  judge.progress();
  judge.handlers();
  judge.processes();
  judge.disturbance();
  judge.values();
  if (auto note = warming(evidence.load, evidence.server_cpu_track)) {
    judge.found.notes.push_back(std::move(*note));
  }
  harness_bound(judge);
  return judge.found;
}

}  // namespace pacer
