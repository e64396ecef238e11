#include "engine/doctor/host_checks.h"

#include <fmt/format.h>

#include <array>

#include "base/bytes.h"

namespace pacer {
namespace {

Finding good(std::string value) { return {"", Verdict::kGood, std::move(value), "", "", false}; }

Finding attention(std::string value, std::string effect, std::string remedy) {
  return {"", Verdict::kAttention, std::move(value), std::move(effect), std::move(remedy), false};
}

Finding bad(std::string value, std::string effect, std::string remedy) {
  return {"", Verdict::kBad, std::move(value), std::move(effect), std::move(remedy), false};
}

/// Where the machine does not tell, there is nothing to do about it.
Finding unknown(const std::string& why_not = "not told by this machine") { return good(why_not); }

std::string percent(double share) { return fmt::format("{:.1f} %", 100 * share); }

Finding check_cpus(const HostFacts& facts) {
  const auto value =
      facts.allowed_cpus == facts.environment.cpu_count
          ? fmt::format("{}", facts.allowed_cpus)
          : fmt::format("{} of {} may be used", facts.allowed_cpus, facts.environment.cpu_count);
  if (facts.allowed_cpus == 1) {
    return bad(value, "server and client compete for the one CPU", "use a machine with more CPUs");
  }
  if (facts.allowed_cpus < 4) {
    return attention(value, "too few to measure how servers scale",
                     "use a machine with 4 CPUs or more");
  }
  return good(value);
}

Finding check_guest(const HostFacts& facts) {
  const auto machine = facts.environment.machine.value.value_or("");
  if (machine.find(" guest") == std::string::npos) return good("none seen");
  const auto comma = machine.rfind(", ", machine.find(" guest"));
  const auto end = machine.find(" guest") + std::string(" guest").size();
  return attention(machine.substr(comma + 2, end - comma - 2),
                   "other guests of the host take time; one second differs from the next by 10 to "
                   "20 %",
                   "trust only tables of many rounds: pacer run --plan hello");
}

Finding check_steal(const HostFacts& facts) {
  const auto value = percent(facts.steal_share) + " just now";
  if (facts.steal_share <= 0.005) return good(value);
  const auto* effect = "the host runs other guests while the server should run";
  const auto* remedy = "measure when the host is quieter, or on a dedicated machine";
  if (facts.steal_share <= 0.05) return attention(value, effect, remedy);
  return bad(value, effect, remedy);
}

Finding check_busy(const HostFacts& facts) {
  auto value = percent(facts.busy_share) + " just now";
  if (facts.load_average) value += fmt::format(", load average {:.2f}", *facts.load_average);
  if (facts.busy_share < 0.05) return good(value);
  const auto* effect = "other programs take CPU time from server and client";
  const auto* remedy = "see what runs and stop it: top -o %CPU";
  if (facts.busy_share < 0.25) return attention(value, effect, remedy);
  return bad(value, effect, remedy);
}

Finding check_governor(const HostFacts& facts) {
  const auto& governor = facts.environment.governor;
  if (!governor.value) return unknown(governor.why_not);
  if (*governor.value == "performance") return good(*governor.value);
  return attention(*governor.value, "the clock speed follows the load: short runs start slow",
                   "sudo cpupower frequency-set --governor performance");
}

Finding check_turbo(const HostFacts& facts) {
  const auto& turbo = facts.environment.turbo;
  if (!turbo.value) return unknown(turbo.why_not);
  if (*turbo.value != "on") return good(*turbo.value);
  return attention(
      *turbo.value, "the clock speed depends on temperature and on busy neighbours",
      "switch it off: echo 1 | sudo tee /sys/devices/system/cpu/intel_pstate/no_turbo, "
      "or echo 0 | sudo tee /sys/devices/system/cpu/cpufreq/boost");
}

Finding check_smt(const HostFacts& facts) {
  const auto& smt = facts.environment.smt;
  if (!smt.value) return unknown(smt.why_not);
  if (*smt.value != "on") return good(*smt.value);
  return attention(*smt.value, "two CPUs share one core: a client beside a server slows it",
                   "echo off | sudo tee /sys/devices/system/cpu/smt/control");
}

Finding check_memory(const HostFacts& facts) {
  if (!facts.memory_available_bytes) return unknown();
  const auto bytes = *facts.memory_available_bytes;
  const auto value = humanize_bytes(static_cast<double>(bytes)) + " available";
  if (bytes >= 2ULL << 30) return good(value);
  const auto* effect = "JVMs size their heap by it, and builds may run out of it";
  const auto* remedy = "end what is not needed: ps aux --sort=-rss | head";
  if (bytes >= 1ULL << 30) return attention(value, effect, remedy);
  return bad(value, effect, remedy);
}

Finding check_memory_figures(const HostFacts& facts) {
  if (!facts.memory_group_version) return unknown();
  if (const int version = *facts.memory_group_version; version != 0) {
    return good(fmt::format("by control group, version {}", version));
  }
  return attention("by resident size", "pages that a server's processes share count once for each",
                   "systemd-run --user --scope --property=Delegate=yes ./pacer run");
}

Finding check_file_descriptors(const HostFacts& facts) {
  const auto value =
      fmt::format("{}, hard limit {}", facts.file_descriptors, facts.file_descriptors_hard);
  if (facts.file_descriptors >= 4096) return good(value);
  const auto* effect = "each connection takes one in the client and one in the server";
  const auto remedy =
      fmt::format("ulimit -n {}", std::min<std::uint64_t>(facts.file_descriptors_hard, 65'536));
  if (facts.file_descriptors >= 1024) return attention(value, effect, remedy);
  return bad(value, effect, remedy);
}

Finding check_ports(const HostFacts& facts) {
  if (!facts.ephemeral_ports) return unknown();
  const int waiting = facts.sockets_in_time_wait.value_or(0);
  const auto value = fmt::format("{}, of which {} in TIME_WAIT", *facts.ephemeral_ports, waiting);
  if (*facts.ephemeral_ports < 20'000) {
    return attention(value, "a server that closes each connection uses them up within seconds",
                     "sudo sysctl -w net.ipv4.ip_local_port_range='32768 60999'");
  }
  if (waiting > *facts.ephemeral_ports / 2) {
    return attention(value, "new connections may find no port", "wait a minute, then look again");
  }
  return good(value);
}

Finding check_accept_queue(const HostFacts& facts) {
  if (!facts.somaxconn) return unknown();
  const auto value = fmt::format("{} at most", *facts.somaxconn);
  if (*facts.somaxconn >= 1024) return good(value);
  return attention(value, "connections beyond it are dropped and tried again a second later",
                   "sudo sysctl -w net.core.somaxconn=4096");
}

Finding check_reuse(const HostFacts& facts) {
  if (!facts.tcp_tw_reuse) return unknown();
  if (*facts.tcp_tw_reuse != 0) return good(*facts.tcp_tw_reuse == 2 ? "on loopback" : "on");
  return attention("off", "a server that closes each connection uses up the client's ports",
                   "sudo sysctl -w net.ipv4.tcp_tw_reuse=2");
}

Finding check_huge_pages(const HostFacts& facts) {
  if (!facts.huge_pages) return unknown();
  if (*facts.huge_pages != "always") return good(*facts.huge_pages);
  return attention(*facts.huge_pages, "memory figures grow and vary with the pages given",
                   "echo madvise | sudo tee /sys/kernel/mm/transparent_hugepage/enabled");
}

Finding check_clock(const HostFacts& facts) {
  if (!facts.clock_source) return unknown();
  // These are read without a system call (vdso); any other costs about a microsecond each time.
  constexpr std::array<std::string_view, 5> kFast{
      "tsc", "kvm-clock", "arch_sys_counter", "hyperv_clocksource_tsc_page", "riscv_clocksource"};
  for (const auto& fast : kFast) {
    if (*facts.clock_source == fast) return good(*facts.clock_source);
  }
  return attention(*facts.clock_source, "reading the time takes a system call, in the client too",
                   "echo tsc | sudo tee "
                   "/sys/devices/system/clocksource/clocksource0/current_clocksource");
}

Finding check_quota(const HostFacts& facts) {
  if (!facts.cpu_quota) return good("none");
  const auto value = fmt::format("{:.2g} CPUs", *facts.cpu_quota);
  return bad(value, "the kernel stops all programs when the quota of a period is used up",
             "run outside of the container, or without its CPU limit");
}

Finding check_counters(const HostFacts& facts) {
  if (!facts.perf_event_paranoid) return unknown("no perf events in this kernel");
  const auto value = fmt::format("perf_event_paranoid {}", *facts.perf_event_paranoid);
  if (*facts.perf_event_paranoid <= 2) return good(value);
  return attention(value, "instructions per request cannot be counted (except as root)",
                   "sudo sysctl -w kernel.perf_event_paranoid=2");
}

Finding check_wrk(const HostFacts& facts) {
  const auto& wrk = facts.environment.client_version;
  if (wrk.value) return good(*wrk.value);
  auto finding = bad(wrk.why_not, "there is no client to load servers with",
                     "sudo apt-get install -y --no-install-recommends wrk");
  finding.stops_runs = true;
  return finding;
}

Finding check_disk(const HostFacts& facts) {
  if (!facts.disk_free_bytes) return unknown();
  const auto value = humanize_bytes(static_cast<double>(*facts.disk_free_bytes)) + " free";
  if (*facts.disk_free_bytes >= 2ULL << 30) return good(value);
  const auto* effect = "builds, logs and results may not fit";
  const auto* remedy = "make room where the results go: see df -h .";
  if (*facts.disk_free_bytes >= 64ULL << 20) return attention(value, effect, remedy);
  auto finding = bad(value, effect, remedy);
  finding.stops_runs = true;
  return finding;
}

struct Check {
  const char* name;
  Finding (*judge)(const HostFacts& facts);
};

constexpr std::array kChecks{
    Check{"load client wrk", check_wrk},
    Check{"CPUs", check_cpus},
    Check{"virtual machine", check_guest},
    Check{"stolen CPU time", check_steal},
    Check{"busy CPU time", check_busy},
    Check{"CPU quota", check_quota},
    Check{"frequency governor", check_governor},
    Check{"turbo", check_turbo},
    Check{"SMT", check_smt},
    Check{"clock", check_clock},
    Check{"memory", check_memory},
    Check{"memory figures", check_memory_figures},
    Check{"huge pages", check_huge_pages},
    Check{"file descriptors", check_file_descriptors},
    Check{"ephemeral ports", check_ports},
    Check{"port reuse", check_reuse},
    Check{"accept queue", check_accept_queue},
    Check{"hardware counters", check_counters},
    Check{"disk", check_disk},
};

}  // namespace

std::string verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::kGood:
      return "good";
    case Verdict::kAttention:
      return "attention";
    case Verdict::kBad:
      break;
  }
  return "bad";
}

std::vector<Finding> judge(const HostFacts& facts) {
  std::vector<Finding> findings;
  for (const auto& check : kChecks) {
    findings.push_back(check.judge(facts));
    findings.back().name = check.name;
  }
  return findings;
}

}  // namespace pacer
