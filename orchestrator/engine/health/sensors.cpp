#include "engine/health/sensors.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "base/text.h"

namespace pacer {
namespace {

namespace fs = std::filesystem;

std::optional<std::uint64_t> read_number(const fs::path& file) {
  const auto text = read_small_file(file.string());
  return text ? leading_number(*text) : std::nullopt;
}

std::vector<fs::path> entries_of(const fs::path& folder) {
  std::error_code absent;
  std::vector<fs::path> entries;
  for (const auto& entry : fs::directory_iterator(folder, absent)) entries.push_back(entry.path());
  return entries;
}

/// Only zones that are whole packages: "core" and "dram" are parts of one, "psys" holds them all.
std::map<std::string, SensorReading::Energy> read_packages(const fs::path& powercap) {
  std::map<std::string, SensorReading::Energy> packages;
  for (const auto& zone : entries_of(powercap)) {
    const auto name = read_small_file((zone / "name").string());
    if (!name || !name->starts_with("package-")) continue;
    const auto uj = read_number(zone / "energy_uj");
    const auto wraps_at_uj = read_number(zone / "max_energy_range_uj");
    if (!uj || !wraps_at_uj) return {};
    packages[zone.filename().string()] = {*uj, *wraps_at_uj};
  }
  return packages;
}

/// "cpu12", and not "cpufreq".
bool is_cpu(const std::string& name) {
  return name.starts_with("cpu") && name.size() > 3 &&
         name.find_first_not_of("0123456789", 3) == std::string::npos;
}

std::optional<std::uint64_t> read_heat_events(const fs::path& cpus) {
  std::optional<std::uint64_t> events;
  for (const auto& cpu : entries_of(cpus)) {
    if (!is_cpu(cpu.filename().string())) continue;
    const auto count = read_number(cpu / "thermal_throttle" / "core_throttle_count");
    if (count) events = events.value_or(0) + *count;
  }
  return events;
}

}  // namespace

SensorReading read_sensors(const fs::path& sys) {
  return {read_packages(sys / "class/powercap"), read_heat_events(sys / "devices/system/cpu")};
}

std::optional<double> joules_between(const SensorReading& begin, const SensorReading& end) {
  if (begin.packages.empty() || begin.packages.size() != end.packages.size()) return std::nullopt;
  double joules = 0;
  for (const auto& [zone, first] : begin.packages) {
    const auto last = end.packages.find(zone);
    if (last == end.packages.end()) return std::nullopt;
    const bool wrapped = last->second.uj < first.uj;
    const auto uj = last->second.uj + (wrapped ? first.wraps_at_uj : 0) - first.uj;
    joules += static_cast<double>(uj) / 1e6;
  }
  return joules;
}

std::optional<std::uint64_t> heat_events_between(const SensorReading& begin,
                                                 const SensorReading& end) {
  if (!begin.heat_events || !end.heat_events) return std::nullopt;
  return *end.heat_events - std::min(*begin.heat_events, *end.heat_events);
}

FrequencyMeter::FrequencyMeter(const CpuSet& cpus, const fs::path& sys) {
  for (const int cpu : cpus) {
    const auto file = fmt::format("devices/system/cpu/cpu{}/cpufreq/scaling_cur_freq", cpu);
    files_.emplace_back((sys / file).string());
    if (files_.back().is_open()) continue;
    files_.clear();
    return;
  }
}

void FrequencyMeter::sample() {
  std::array<char, 32> buffer;
  for (const auto& file : files_) {
    const auto khz = leading_number(file.read(buffer));
    if (!khz) continue;
    sum_khz_ += static_cast<double>(*khz);
    ++samples_;
  }
}

std::optional<double> FrequencyMeter::mean_mhz() const {
  if (samples_ == 0) return std::nullopt;
  return sum_khz_ / samples_ / 1e3;
}

}  // namespace pacer
