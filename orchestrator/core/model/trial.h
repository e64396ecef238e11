#pragma once

#include <string>
#include <string_view>
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
  Duration duration{};
  Duration warmup{};
  std::vector<int> latency_rates;  ///< requests a second; empty: no open loop
  Duration latency_duration{};     ///< of each rate
  CpuSet server_cpus;              ///< empty: every CPU
  CpuSet client_cpus;
  int server_cpu_count = 1;  ///< what {cpus} becomes
  bool shared_cpus = false;  ///< server and client compete for the same CPUs

  friend bool operator==(const Settings&, const Settings&) = default;
};

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
  int position = 1;  ///< place within its round, 1 first
  Settings settings;
};

}  // namespace pacer
