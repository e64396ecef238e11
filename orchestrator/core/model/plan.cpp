#include "core/model/plan.h"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "base/text.h"

namespace pacer {
namespace {

constexpr int kHighestCpu = 4095;  // so that "0-999999999" makes no list of that length

std::optional<int> parse_cpu(std::string_view text) {
  int cpu = -1;
  const auto* end = text.data() + text.size();
  const auto [stopped, code] = std::from_chars(text.data(), end, cpu);
  const bool whole = code == std::errc() && stopped == end && cpu >= 0 && cpu <= kHighestCpu;
  return whole ? std::optional(cpu) : std::nullopt;
}

/// Adds the CPUs of "4" or "0-1". False where it is neither.
bool add_range(const std::string& text, CpuSet& cpus) {
  const auto dash = text.find('-');
  const auto first = parse_cpu(std::string_view(text).substr(0, dash));
  const auto last =
      dash == std::string::npos ? first : parse_cpu(std::string_view(text).substr(dash + 1));
  if (!first || !last || *first > *last) return false;
  for (int cpu = *first; cpu <= *last; ++cpu) cpus.push_back(cpu);
  return true;
}

}  // namespace

std::string CpuChoice::text() const {
  switch (kind) {
    case Kind::kAuto:
      return "auto";
    case Kind::kShared:
      return "shared";
    case Kind::kList:
      break;
  }
  return format_cpu_set(cpus);
}

std::optional<CpuChoice> parse_cpu_choice(const std::string& text) {
  if (text == "auto") return CpuChoice{CpuChoice::Kind::kAuto, {}};
  if (text == "shared") return CpuChoice{CpuChoice::Kind::kShared, {}};
  CpuChoice choice{CpuChoice::Kind::kList, {}};
  for (const auto& part : split(text, ',')) {
    if (!add_range(part, choice.cpus)) return std::nullopt;
  }
  std::sort(choice.cpus.begin(), choice.cpus.end());
  choice.cpus.erase(std::unique(choice.cpus.begin(), choice.cpus.end()), choice.cpus.end());
  return choice;
}

std::string format_cpu_set(const CpuSet& cpus) {
  if (cpus.empty()) return "all";
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < cpus.size();) {
    std::size_t last = i;
    while (last + 1 < cpus.size() && cpus[last + 1] == cpus[last] + 1) ++last;
    const auto first = std::to_string(cpus[i]);
    parts.push_back(last == i ? first : first + "-" + std::to_string(cpus[last]));
    i = last + 1;
  }
  return join(parts, ",");
}

}  // namespace pacer
