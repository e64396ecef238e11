#include "core/ranking/caption.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"

namespace pacer {
namespace {

constexpr int kFewestCpusThatScale = 4;

std::string count(int n, const std::string& noun) {
  return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s");
}

std::string not_readable(const Fact& fact) { return "not readable: " + fact.why_not; }

std::string text_of(const Fact& fact) { return fact.value ? *fact.value : not_readable(fact); }

std::string date(const std::string& iso) {
  const auto minute = minute_of(iso);
  return minute == iso ? iso : minute + " UTC";
}

std::string client(const RunRecord& record) {
  const auto& fact = record.environment.client_version;
  const auto& name = record.settings.client;
  if (!fact.value) return fmt::format("{}, version {}", name, not_readable(fact));
  return fact.value->starts_with(name) ? *fact.value : name + " " + *fact.value;
}

std::string settings(const RunRecord& record, const Ranking& ranking, int complete_rounds) {
  const auto& used = record.settings;
  const int planned = record.plan.repetitions;
  const bool all = ranking.rows.empty() || complete_rounds == planned;
  const auto rounds = record.plan.budget ? count(complete_rounds, "round")
                      : all              ? count(planned, "round")
                                         : fmt::format("{} of {} rounds", complete_rounds, planned);
  const auto warmup = used.warmup == Duration::zero()
                          ? "without warm-up"
                          : fmt::format("after {} warm-up", humanize_duration(used.warmup));
  // The usual workload goes without saying, so that the line stays short.
  const auto workload = used.workload == "hello" ? "" : "workload " + used.workload + ", ";
  const auto load = used.requests ? fmt::format("{} requests ({} at most)", *used.requests,
                                                format_duration(used.at_most))
                                  : humanize_duration(used.duration);
  return fmt::format("{}{}, {}, depth {}, {} {}, {}", workload,
                     count(used.connections, "connection"), count(used.threads, "thread"),
                     used.pipeline, load, warmup, rounds);
}

/// "open loop, 5 s each at 1000, 5000 requests/s and at 70 % of own capacity"
std::string open_loops(const Settings& used) {
  std::vector<std::string> rates;
  if (!used.latency_rates.empty()) {
    rates.push_back(fmt::format("at {} requests/s", fmt::join(used.latency_rates, ", ")));
  }
  if (used.latency_capacity_percent) {
    rates.push_back(fmt::format("at {} % of own capacity", *used.latency_capacity_percent));
  }
  return fmt::format("open loop, {}{} {}", humanize_duration(used.latency_duration),
                     count_open_loops(used) > 1 ? " each" : "", join(rates, " and "));
}

std::string cpus(const Settings& used) {
  const auto counted = [](const CpuSet& set) {
    return fmt::format("CPU{} {}", set.size() == 1 ? "" : "s", format_cpu_set(set));
  };
  const auto server = fmt::format("server on {} ({})", count(used.server_cpu_count, "CPU"),
                                  format_cpu_set(used.server_cpus));
  std::string text;
  if (!used.shared_cpus) {
    text = fmt::format("{}, client on {}", server, counted(used.client_cpus));
  } else if (used.server_cpus == used.client_cpus) {
    text = fmt::format("server and client share CPUs: {} ({})", used.server_cpu_count,
                       format_cpu_set(used.server_cpus));
  } else {
    text = fmt::format("server and client share CPUs: {}, client on {}", server,
                       counted(used.client_cpus));
  }
  if (used.server_cpu_count < kFewestCpusThatScale) text += "; does not measure scaling";
  return text;
}

std::string pacer_itself(const RunRecord& record) {
  const auto& commit = record.environment.commit;
  return fmt::format("{}, commit {}", record.pacer_version, text_of(commit));
}

/// Each toolchain once: "go 1.26.8, jdk 25.0.1".
std::string runtimes(const Ranking& ranking) {
  std::vector<std::string> all;
  for (const auto& row : ranking.rows) {
    for (const auto& part : split(row.summary.runtime, ',')) {
      if (const auto runtime = trim(part); !runtime.empty()) all.push_back(runtime);
    }
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return join(all, ", ");
}

/// A share with two digits: "8.1 %", "23 %".
std::string percent(double share) {
  return share < 0.0995 ? fmt::format("{:.1f} %", share * 100)
                        : fmt::format("{:.0f} %", share * 100);
}

/// "throughput 8.1 % (trials vary by 11 %, relative to the ceiling 5.2 %); CPU/req 4.9 % (…)";
/// empty where nothing was compared.
std::string noise_floor(const Ranking& ranking) {
  const auto of = [](const char* what, const std::optional<Resolution>& resolution) {
    if (!resolution) return std::string();
    auto text = fmt::format("{} {}", what, percent(resolution->noise_floor - 1));
    if (!resolution->spread) return text;
    text += fmt::format(" (trials vary by {}", percent(*resolution->spread));
    if (resolution->normalised_spread) {
      text += fmt::format(", relative to the ceiling {}", percent(*resolution->normalised_spread));
    }
    text += ")";
    if (const auto drift = resolution->ceiling_drift) {
      text += fmt::format(", and the ceiling {} by {} over the rounds",
                          *drift < 0 ? "fell" : "rose", percent(std::abs(*drift)));
    }
    return text;
  };
  auto text = of("throughput", ranking.throughput);
  const auto cost = of("CPU/req", ranking.cost);
  if (!text.empty() && !cost.empty()) text += "; ";
  return text + cost;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> caption_of(const RunRecord& record,
                                                            const Ranking& ranking,
                                                            int complete_rounds) {
  std::vector<std::pair<std::string, std::string>> caption{
      {"Date", date(record.started_at)},
      {"Machine", text_of(record.environment.machine)},
      {"Kernel", text_of(record.environment.kernel)},
      {"Client", client(record)},
      {"Settings", settings(record, ranking, complete_rounds)},
      {"CPUs", cpus(record.settings)},
      {"Seed", fmt::format("{}", record.seed)}};
  if (count_open_loops(record.settings) > 0) {
    const auto after_settings = caption.begin() + 5;
    caption.insert(after_settings, {"Latency", open_loops(record.settings)});
  }
  if (const auto floor = noise_floor(ranking); !floor.empty()) {
    caption.emplace_back("Noise floor", floor);
  }
  if (!ranking.budget.empty()) caption.emplace_back("Budget", ranking.budget);
  if (!ranking.control_findings.empty()) {
    const auto* verdict = ranking.controls_failed ? "FAILED, so nothing is ranked: " : "";
    caption.emplace_back("Controls", verdict + join(ranking.control_findings, "; "));
  }
  if (const auto used = runtimes(ranking); !used.empty()) caption.emplace_back("Runtimes", used);
  caption.emplace_back("Pacer", pacer_itself(record));
  caption.emplace_back("Reproduce", shell_quote(record.command));
  if (!record.plan.interest.empty()) caption.emplace_back("Interest", record.plan.interest);
  return caption;
}

}  // namespace pacer
