#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/model/plan.h"

namespace pacer {

/// What a Plan becomes on one machine: every choice made.
struct Settings {
  std::string client;
  std::string workload;
  int threads = 1;
  int connections = 1;
  int pipeline = 1;
  Duration duration{};                    ///< zero where the load is by number
  std::optional<std::uint64_t> requests;  ///< exactly so many, for `at_most`
  Duration at_most{};
  Duration warmup{};
  std::vector<int> latency_rates;               ///< requests a second of open loops
  std::optional<int> latency_capacity_percent;  ///< one more, at this share of own capacity
  Duration latency_duration{};                  ///< of each open loop
  CpuSet server_cpus;                           ///< empty: every CPU
  CpuSet client_cpus;
  int server_cpu_count = 1;  ///< what {cpus} becomes
  bool shared_cpus = false;  ///< server and client compete for the same CPUs

  friend bool operator==(const Settings&, const Settings&) = default;
};

/// What tells the settings of one run from each other: connections and pipeline.
using SettingKey = std::pair<int, int>;
SettingKey setting_key(const Settings& settings);

/// A name for each: "depth 16", "128 connections" or "128 connections, depth 16", by what differs;
/// empty where there is only one.
std::vector<std::string> setting_names(const std::vector<Settings>& settings);

/// How long the measured load takes at most.
Duration longest_load(const Settings& settings);
/// How many open loops follow it.
int count_open_loops(const Settings& settings);

/// The name under which the ceiling server runs. Shown apart and never ranked.
inline constexpr const char* kCeilingName = "pacer-ceiling";

/// The controls (rule 10): the same program in another folder, and one with a tenth more work. They
/// run in every round of a ranked campaign; like the ceiling they are shown apart and never ranked.
inline constexpr const char* kTwinName = "pacer-ceiling-twin";
inline constexpr const char* kHeavierName = "pacer-ceiling-heavier";
inline constexpr int kHeavierBy_percent = 10;
inline bool is_control(std::string_view name) { return name == kTwinName || name == kHeavierName; }

/// One fully resolved run of one framework.
struct Trial {
  std::string framework;
  int round = 1;     ///< 1 … repetitions
  int position = 1;  ///< place within its round and setting, 1 first
  Settings settings;
  std::string setting{};  ///< what it is called among the run's settings; empty where it is alone
};

}  // namespace pacer
