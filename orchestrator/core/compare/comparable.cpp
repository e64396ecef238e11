#include "core/compare/comparable.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace pacer {
namespace {

/// What must be equal: its name, and how it reads.
using Reading = std::pair<std::string, std::string>;

std::string text_of(const Fact& fact) { return fact.value.value_or("not known"); }

std::vector<Reading> surroundings_of(const RunRecord& run) {
  const auto& seen = run.environment;
  return {{"machine", text_of(seen.machine)},
          {"kernel", text_of(seen.kernel)},
          {"frequency governor", text_of(seen.governor)},
          {"turbo", text_of(seen.turbo)},
          {"SMT", text_of(seen.smt)},
          {"mitigations", text_of(seen.mitigations)},
          {"load client", text_of(seen.client_version)}};
}

std::string number(int value) { return std::to_string(value); }

std::vector<Reading> settings_of(const Settings& used) {
  return {{"load client", used.client},
          {"workload", used.workload},
          {"connections", number(used.connections)},
          {"threads", number(used.threads)},
          {"pipeline depth", number(used.pipeline)},
          {"number of requests", used.requests ? std::to_string(*used.requests) : ""},
          {"latency at a share of capacity",
           used.latency_capacity_percent ? number(*used.latency_capacity_percent) + " %" : ""},
          {"duration", format_duration(used.duration)},
          {"warm-up", format_duration(used.warmup)},
          {"latency rates", fmt::format("{}", fmt::join(used.latency_rates, ", "))},
          {"length of each latency rate", format_duration(used.latency_duration)},
          {"server CPUs", format_cpu_set(used.server_cpus)},
          {"client CPUs", format_cpu_set(used.client_cpus)},
          {"number of server CPUs", number(used.server_cpu_count)}};
}

void add_differences(const std::vector<Reading>& before, const std::vector<Reading>& after,
                     std::vector<std::string>& to) {
  const auto shown = [](const std::string& text) { return text.empty() ? "none" : text; };
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (before[i].second == after[i].second) continue;
    to.push_back(fmt::format("other {}: {}, then {}", before[i].first, shown(before[i].second),
                             shown(after[i].second)));
  }
}

}  // namespace

std::vector<std::string> reasons_against(const RunRecord& old_run, const RunRecord& new_run) {
  std::vector<std::string> reasons;
  for (const auto* run : {&old_run, &new_run}) {
    if (run->further_settings.empty()) continue;
    reasons.push_back(fmt::format("{} holds {} settings: only runs of one are compared", run->id,
                                  run->all_settings().size()));
  }
  add_differences(surroundings_of(old_run), surroundings_of(new_run), reasons);
  add_differences(settings_of(old_run.settings), settings_of(new_run.settings), reasons);
  return reasons;
}

}  // namespace pacer
