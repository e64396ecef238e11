#include "core/plan/expand.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "base/error.h"
#include "core/plan/check.h"
#include "core/plan/rounds.h"

namespace pacer {
namespace {

using Kind = CpuChoice::Kind;

CpuSet without(const CpuSet& all, const CpuSet& taken) {
  CpuSet rest;
  std::set_difference(all.begin(), all.end(), taken.begin(), taken.end(), std::back_inserter(rest));
  return rest;
}

void require_present(const CpuSet& wanted, const CpuSet& machine, const char* side) {
  const auto absent = without(wanted, machine);
  if (absent.empty()) return;
  throw Error(fmt::format("the {} cannot run on CPU {}", side, format_cpu_set(absent)), "",
              fmt::format("this machine offers CPU {}", format_cpu_set(machine)));
}

struct Halves {
  CpuSet server;  ///< empty: every CPU
  CpuSet client;
};

Halves halves_of(const Plan& plan, const CpuSet& machine) {
  const auto& server = plan.server_cpus;
  const auto& client = plan.client_cpus;
  Halves halves{server.cpus, client.cpus};
  if (server.kind == Kind::kShared || client.kind == Kind::kShared) return halves;
  if (server.kind == Kind::kAuto && client.kind == Kind::kAuto) {
    if (machine.size() < 2) return halves;
    const auto middle = machine.begin() + static_cast<std::ptrdiff_t>((machine.size() + 1) / 2);
    return {{machine.begin(), middle}, {middle, machine.end()}};
  }
  if (server.kind == Kind::kAuto) halves.server = without(machine, client.cpus);
  if (client.kind == Kind::kAuto) halves.client = without(machine, server.cpus);
  return halves;
}

int count_of(const CpuSet& cpus, const CpuSet& machine) {
  return static_cast<int>(cpus.empty() ? machine.size() : cpus.size());
}

bool overlap(const Halves& halves) {
  if (halves.server.empty() || halves.client.empty()) return true;
  return without(halves.server, halves.client).size() != halves.server.size();
}

int largest_divisor(int number, int limit) {
  int divisor = std::min(number, limit);
  while (number % divisor != 0) --divisor;
  return divisor;
}

}  // namespace

Settings resolve(const Plan& plan, const std::vector<int>& machine_cpus) {
  check(plan);
  auto machine = machine_cpus;
  std::sort(machine.begin(), machine.end());
  if (machine.empty()) throw Error("this machine offers no CPU");
  require_present(plan.server_cpus.cpus, machine, "server");
  require_present(plan.client_cpus.cpus, machine, "client");
  const auto halves = halves_of(plan, machine);
  const int client_count = count_of(halves.client, machine);
  Settings settings;
  settings.client = plan.client;
  settings.workload = plan.workload;
  settings.threads = plan.threads.value_or(largest_divisor(plan.connections, client_count));
  settings.connections = plan.connections;
  settings.pipeline = plan.pipeline;
  settings.duration = plan.duration;
  settings.warmup = plan.warmup;
  settings.latency_rates = plan.latency_rates;
  if (!plan.latency_rates.empty()) settings.latency_duration = plan.latency_duration;
  settings.server_cpus = halves.server;
  settings.client_cpus = halves.client;
  settings.server_cpu_count = count_of(halves.server, machine);
  settings.shared_cpus = overlap(halves);
  return settings;
}

std::vector<Trial> expand(const std::vector<std::string>& frameworks, const Settings& settings,
                          int repetitions, std::uint64_t seed) {
  std::vector<std::string> entries{kCeilingName};
  entries.insert(entries.end(), frameworks.begin(), frameworks.end());
  std::vector<Trial> trials;
  if (repetitions == 1) {
    for (const auto& entry : entries) {
      trials.push_back({entry, 1, static_cast<int>(trials.size()) + 1, settings});
    }
    return trials;
  }
  const auto orders = round_orders(static_cast<int>(entries.size()), repetitions, seed);
  for (std::size_t round = 0; round < orders.size(); ++round) {
    for (std::size_t place = 0; place < entries.size(); ++place) {
      const auto entry = static_cast<std::size_t>(orders[round][place]);
      trials.push_back(
          {entries[entry], static_cast<int>(round) + 1, static_cast<int>(place) + 1, settings});
    }
  }
  return trials;
}

}  // namespace pacer
