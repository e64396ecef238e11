#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/model/plan.h"
#include "engine/health/proc_file.h"

namespace pacer {

/// Counters of the machine's own sensors at one moment. Virtual machines mostly have none.
struct SensorReading {
  struct Energy {
    std::uint64_t uj = 0;
    std::uint64_t wraps_at_uj = 0;
  };
  /// Of each CPU package, by its zone. Empty where there is none or one cannot be read (since 2020
  /// only root may): a partial sum would be wrong.
  std::map<std::string, Energy> packages;
  /// How often the CPUs were slowed down by heat, since the machine was started.
  std::optional<std::uint64_t> heat_events;
};

/// Reads Linux's powercap (Documentation/power/powercap/powercap.rst) and each CPU's
/// thermal_throttle. `sys` stands for "/sys", so that other machines' files can be read too.
SensorReading read_sensors(const std::filesystem::path& sys = "/sys");

/// Energy of all packages between two readings, at most one turn of the counter apart (minutes at
/// least); nothing where one of them does not tell.
std::optional<double> joules_between(const SensorReading& begin, const SensorReading& end);
std::optional<std::uint64_t> heat_events_between(const SensorReading& begin,
                                                 const SensorReading& end);

/// Clock frequency of some CPUs, as their driver tells it.
class FrequencyMeter {
 public:
  FrequencyMeter() = default;
  explicit FrequencyMeter(const CpuSet& cpus, const std::filesystem::path& sys = "/sys");
  void sample();
  /// Mean over CPUs and samples; nothing where a CPU does not tell.
  std::optional<double> mean_mhz() const;

 private:
  std::vector<ProcFile> files_;
  double sum_khz_ = 0;
  int samples_ = 0;
};

}  // namespace pacer
