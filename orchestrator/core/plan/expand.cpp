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

Settings without_connections(const Plan& plan, const CpuSet& machine) {
  const auto halves = halves_of(plan, machine);
  Settings settings;
  settings.client = plan.client;
  settings.workload = plan.workload;
  settings.requests = plan.requests;
  (plan.requests ? settings.at_most : settings.duration) =
      plan.requests ? plan.at_most : plan.duration;
  settings.warmup = plan.warmup;
  settings.latency_rates = plan.latency_rates;
  settings.latency_capacity_percent = plan.latency_capacity_percent;
  if (count_open_loops(settings) > 0) settings.latency_duration = plan.latency_duration;
  settings.server_cpus = halves.server;
  settings.client_cpus = halves.client;
  settings.server_cpu_count = count_of(halves.server, machine);
  settings.shared_cpus = overlap(halves);
  return settings;
}

using Orders = std::vector<std::vector<int>>;

/// One round keeps the order given; more are balanced.
Orders orders_of(std::size_t entries, int repetitions, std::uint64_t seed) {
  const auto count = static_cast<int>(entries);
  if (repetitions > 1) return round_orders(count, repetitions, seed);
  Orders one{{}};
  for (int entry = 0; entry < count; ++entry) one.front().push_back(entry);
  return one;
}

}  // namespace

std::vector<Settings> resolve(const Plan& plan, const std::vector<int>& machine_cpus) {
  check(plan);
  auto machine = machine_cpus;
  std::sort(machine.begin(), machine.end());
  if (machine.empty()) throw Error("this machine offers no CPU");
  require_present(plan.server_cpus.cpus, machine, "server");
  require_present(plan.client_cpus.cpus, machine, "client");
  auto settings = without_connections(plan, machine);
  const int client_count = count_of(settings.client_cpus, machine);
  std::vector<Settings> all;
  for (const int connections : plan.connections) {
    for (const int pipeline : plan.pipeline) {
      settings.threads = plan.threads.value_or(largest_divisor(connections, client_count));
      settings.connections = connections;
      settings.pipeline = pipeline;
      all.push_back(settings);
    }
  }
  return all;
}

std::vector<Trial> expand(const std::vector<std::string>& frameworks,
                          const std::vector<Settings>& settings, int repetitions,
                          std::uint64_t seed) {
  std::vector<std::string> entries{kCeilingName};
  entries.insert(entries.end(), frameworks.begin(), frameworks.end());
  const auto names = setting_names(settings);
  // Each setting has an order of its own; that of the first is what a run of it alone has.
  std::vector<Orders> orders;
  for (std::size_t i = 0; i < settings.size(); ++i) {
    orders.push_back(orders_of(entries.size(), repetitions, seed + i));
  }
  const auto blocks = orders_of(settings.size(), repetitions, seed + settings.size());
  std::vector<Trial> trials;
  for (std::size_t round = 0; round < blocks.size(); ++round) {
    for (const int block : blocks[round]) {
      const auto one = static_cast<std::size_t>(block);
      for (std::size_t place = 0; place < entries.size(); ++place) {
        const auto entry = static_cast<std::size_t>(orders[one][round][place]);
        trials.push_back({entries[entry], static_cast<int>(round) + 1, static_cast<int>(place) + 1,
                          settings[one], names[one]});
      }
    }
  }
  return trials;
}

std::vector<Trial> expand_pairs(const std::string& a, const std::string& b,
                                const Settings& settings, int repetitions) {
  std::vector<Trial> trials;
  for (int round = 1; round <= repetitions; ++round) {
    const bool a_first = round % 2 == 1;
    trials.push_back({a_first ? a : b, round, 1, settings});
    trials.push_back({a_first ? b : a, round, 2, settings});
  }
  return trials;
}

}  // namespace pacer
