#include "engine/health/cpu_stat.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "base/text.h"
#include "engine/health/proc_file.h"

namespace pacer {
namespace {

/// Columns of a cpu line of /proc/stat after its name (proc(5)).
enum Column { kUser, kNice, kSystem, kIdle, kIowait, kIrq, kSoftirq, kSteal, kColumns };

/// Far below what any interrupt takes, far above what a kernel without the accounting counts.
constexpr double kLeastPerInterrupt_s = 20e-9;

std::array<double, kColumns> columns_s(std::string_view text) {
  static const double kTicks = static_cast<double>(sysconf(_SC_CLK_TCK));
  std::array<double, kColumns> columns{};
  const char* end = text.data() + text.size();
  const char* at = text.data();
  for (auto& column : columns) {
    while (at != end && *at == ' ') ++at;
    std::uint64_t ticks = 0;
    const auto read = std::from_chars(at, end, ticks);
    if (read.ec != std::errc()) break;
    column = static_cast<double>(ticks) / kTicks;
    at = read.ptr;
  }
  return columns;
}

}  // namespace

MachineCpu parse_proc_stat(std::string_view text) {
  MachineCpu machine;
  double hard_irq_s = 0;
  while (!text.empty()) {
    const auto line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.starts_with("intr ")) {
      std::uint64_t interrupts = 0;
      std::from_chars(line.data() + 5, line.data() + line.size(), interrupts);
      machine.irq_apart =
          interrupts > 0 && hard_irq_s / static_cast<double>(interrupts) > kLeastPerInterrupt_s;
    }
    int cpu = -1;
    if (!line.starts_with("cpu")) continue;
    const auto number = std::from_chars(line.data() + 3, line.data() + line.size(), cpu);
    if (number.ec != std::errc()) continue;  // the sum over all
    const auto s = columns_s(line.substr(static_cast<std::size_t>(number.ptr - line.data())));
    hard_irq_s += s[kIrq];
    machine.cpus[cpu] = {s[kIdle] + s[kIowait], s[kIrq] + s[kSoftirq], s[kSteal]};
  }
  return machine;
}

MachineCpu read_proc_stat() { return parse_proc_stat(read_small_file("/proc/stat").value_or("")); }

CpuUse cpu_use(const MachineCpu& begin, const MachineCpu& end, double wall_s, const CpuSet& cpus,
               const std::optional<ProcessCpu>& processes) {
  double idle_s = 0;
  double irq_s = 0;
  double steal_s = 0;
  double offered_s = 0;
  for (const auto cpu : cpus) {
    const auto before = begin.cpus.find(cpu);
    const auto after = end.cpus.find(cpu);
    if (before == begin.cpus.end() || after == end.cpus.end()) continue;
    offered_s += wall_s;
    idle_s += std::max(0.0, after->second.idle_s - before->second.idle_s);
    irq_s += after->second.irq_s - before->second.irq_s;
    steal_s += after->second.steal_s - before->second.steal_s;
  }
  if (offered_s <= 0) return {};
  const double busy_s = std::max(0.0, offered_s - idle_s - steal_s);
  CpuUse use{busy_s / offered_s, steal_s / offered_s, std::nullopt};
  if (processes) {
    const double by_processes_s = busy_s - (end.irq_apart ? irq_s : 0);
    const double others_s = std::max(0.0, processes->others_s);
    use.foreign_share = std::clamp(by_processes_s - processes->own_s, 0.0, others_s) / offered_s;
  }
  return use;
}

std::optional<double> parse_pressure_s(std::string_view text) {
  const auto some = text.substr(0, text.find('\n'));
  const auto at = some.find("total=");
  if (!some.starts_with("some ") || at == std::string_view::npos) return std::nullopt;
  std::uint64_t microseconds = 0;
  const auto read = std::from_chars(some.data() + at + 6, some.data() + some.size(), microseconds);
  if (read.ec != std::errc()) return std::nullopt;
  return static_cast<double>(microseconds) * 1e-6;
}

std::optional<double> read_cpu_pressure_s() {
  const auto text = read_small_file("/proc/pressure/cpu");
  return text ? parse_pressure_s(*text) : std::nullopt;
}

}  // namespace pacer
