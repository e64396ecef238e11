#include "core/plan/check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/edit_distance.h"
#include "base/error.h"
#include "base/text.h"
#include "base/utf8.h"
#include "core/clients/client.h"
#include "core/model/workload.h"
#include "core/plan/limits.h"

namespace pacer {
namespace {

using Faults = std::vector<PlanFault>;

void check_number(const std::string& field, int value, const yaml::Range& range, Faults& faults) {
  if (range.holds(value)) return;
  faults.push_back({{field}, yaml::out_of_range(field, range, std::to_string(value)), ""});
}

void check_length(const std::string& field, Duration value, const yaml::DurationRange& range,
                  Faults& faults) {
  if (range.holds(value)) return;
  faults.push_back({{field}, yaml::out_of_range(field, range, format_duration(value)), ""});
}

/// A list of settings, each of which becomes a table.
void check_settings(const std::string& field, const std::vector<int>& values,
                    const yaml::Range& range, Faults& faults) {
  if (values.empty()) {
    faults.push_back({{field}, fmt::format("{} must not be an empty list", field), ""});
  }
  for (const int value : values) check_number(field, value, range, faults);
  auto sorted = values;
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice == sorted.end()) return;
  faults.push_back({{field}, fmt::format("{} holds {} twice", field, *twice), "name each once"});
}

void check_requests(const std::string& field, const std::optional<std::uint64_t>& requests,
                    Faults& faults) {
  if (!requests || (*requests >= 1 && *requests <= kMostRequests)) return;
  faults.push_back({{field},
                    fmt::format("{} must be from 1 to {}, not {}", field, kMostRequests, *requests),
                    ""});
}

void check_limits(const Plan& plan, Faults& faults) {
  check_settings("connections", plan.connections, kConnections, faults);
  check_settings("pipeline", plan.pipeline, kPipeline, faults);
  const auto together = plan.connections.size() * plan.pipeline.size();
  if (together > kMostSettings) {
    faults.push_back({{"connections", "pipeline"},
                      fmt::format("connections x pipeline make {} settings", together),
                      fmt::format("take {} at most", kMostSettings)});
  }
  check_requests("requests", plan.requests, faults);
  check_requests("full_requests", plan.full_requests, faults);
  check_length("at_most", plan.at_most, kLoad, faults);
  check_length("full_at_most", plan.full_at_most, kLoad, faults);
  if (plan.latency_capacity_percent) {
    check_number("latency_capacity_percent", *plan.latency_capacity_percent, kCapacityPercent,
                 faults);
  }
  check_number("repetitions", plan.repetitions, kRepetitions, faults);
  if (plan.threads) check_number("threads", *plan.threads, kThreads, faults);
  if (plan.port) check_number("port", *plan.port, kPort, faults);
  check_length("duration", plan.duration, kLoad, faults);
  check_length("warmup", plan.warmup, kWarmup, faults);
  for (const int rate : plan.latency_rates) {
    check_number("latency_rates", rate, kLatencyRate, faults);
  }
  if (plan.latency_rates.size() > kMostLatencyRates) {
    faults.push_back({{"latency_rates"},
                      fmt::format("{} rates are too many", plan.latency_rates.size()),
                      fmt::format("take {} at most", kMostLatencyRates)});
  }
  check_length("latency_duration", plan.latency_duration, kLoad, faults);
  check_length("quiet_within", plan.quiet_within, kQuietWithin, faults);
}

void check_name(const std::string& field, const std::string& name,
                const std::vector<std::string>& known, Faults& faults) {
  if (std::find(known.begin(), known.end(), name) != known.end()) return;
  faults.push_back({{field},
                    unknown_word(field, cut(printable_line(name), 40), known),
                    fmt::format("known: {}", fmt::join(known, ", "))});
}

void check_workload(const std::string& name, Faults& faults) {
  for (const auto& workload : workloads()) {
    if (workload.name != name || workload.loadable) continue;
    faults.push_back({{"workload"},
                      fmt::format("the workload {} is not put under load", name),
                      fmt::format("take {}", fmt::join(loadable_workloads(), ", "))});
    return;
  }
  check_name("workload", name, loadable_workloads(), faults);
}

void check_threads(int threads, int connections, Faults& faults) {
  if (threads < 1 || connections < 1) return;  // said by the limits
  const std::vector<std::string> fields{"connections", "threads"};
  const int each = connections / threads;
  const int rest = connections % threads;
  if (each == 0) {
    faults.push_back(
        {fields, fmt::format("{} connections are too few for {} threads", connections, threads),
         "each thread needs at least one"});
  } else if (rest != 0) {
    faults.push_back(
        {fields,
         fmt::format("{} connections cannot be shared by {} threads: the client gives each thread "
                     "{}, so {} would never be opened",
                     connections, threads, each, rest),
         fmt::format("take {} or {} connections, or threads auto", threads * each,
                     threads * (each + 1))});
  }
}

/// Open loops send one request at a time; a pipelined capacity is no rate for them.
void check_capacity(const Plan& plan, Faults& faults) {
  const auto deep = std::find_if(plan.pipeline.begin(), plan.pipeline.end(),
                                 [](int pipeline) { return pipeline > 1; });
  if (!plan.latency_capacity_percent || deep == plan.pipeline.end()) return;
  faults.push_back({{"latency_capacity_percent", "pipeline"},
                    fmt::format("a share of the capacity at pipeline {} is no rate for an open "
                                "loop, which does not pipeline",
                                *deep),
                    "take pipeline 1, or leave out latency_capacity_percent"});
}

/// A client that only knows durations would measure something else than was asked for.
void check_counting(const Plan& plan, Faults& faults) {
  if (!plan.requests) return;
  for (const auto& client : clients()) {
    if (client.name != plan.client || client.counts_requests) continue;
    faults.push_back({{"requests", "client"},
                      fmt::format("{} loads for a time: it cannot send an exact number of requests",
                                  plan.client),
                      "take the client pacer-load, or a duration in place of requests"});
  }
}

/// Its looks decide when to stop, and they are those of one table.
void check_budget(const Plan& plan, Faults& faults) {
  const auto settings = plan.connections.size() * plan.pipeline.size();
  if (!plan.budget || settings <= 1) return;
  faults.push_back({{"connections", "pipeline"},
                    fmt::format("a budget is for one setting, and these are {}", settings),
                    "take one of them, or --repetitions instead of --budget"});
}

}  // namespace

std::vector<std::string> client_names() {
  std::vector<std::string> names;
  for (const auto& client : clients()) names.emplace_back(client.name);
  return names;
}

std::vector<std::string> loadable_workloads() {
  std::vector<std::string> names;
  for (const auto& workload : workloads()) {
    if (workload.loadable) names.emplace_back(workload.name);
  }
  return names;
}

std::vector<PlanFault> faults_of(const Plan& plan) {
  Faults faults;
  check_limits(plan, faults);
  check_name("client", plan.client, client_names(), faults);
  check_workload(plan.workload, faults);
  for (const int connections : plan.connections) {
    check_threads(plan.threads.value_or(1), connections, faults);
  }
  check_counting(plan, faults);
  check_capacity(plan, faults);
  check_budget(plan, faults);
  if (plan.build == BuildOrder::kBatched && plan.repetitions > 1) {
    faults.push_back(
        {{"build", "repetitions"},
         fmt::format("building in batches allows one repetition, not {}", plan.repetitions),
         "a round needs every framework: take `build: first`"});
  }
  return faults;
}

void check(const Plan& plan) {
  const auto faults = faults_of(plan);
  if (!faults.empty()) throw Error(faults.front().message, "", faults.front().hint);
}

}  // namespace pacer
