#include "core/judge/warming.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/stats/drift.h"

namespace pacer {
namespace {

/// Nothing outside of the readings.
std::optional<double> cpu_at(const std::vector<CpuReading>& track, double at_s) {
  const auto after =
      std::lower_bound(track.begin(), track.end(), at_s,
                       [](const CpuReading& reading, double time) { return reading.at_s < time; });
  if (after == track.end()) return std::nullopt;
  if (after->at_s == at_s) return after->cpu_s;
  if (after == track.begin()) return std::nullopt;
  const auto before = after - 1;
  const double share = (at_s - before->at_s) / (after->at_s - before->at_s);
  return before->cpu_s + share * (after->cpu_s - before->cpu_s);
}

}  // namespace

CostBySecond cost_by_second(const LoadResult& load, const std::vector<CpuReading>& track) {
  CostBySecond found;
  const double start_s = static_cast<double>(load.started_us) / 1e6;
  for (std::size_t i = 0; i < load.right_by_second.size(); ++i) {
    const auto second = static_cast<double>(i);
    const auto begin = cpu_at(track, start_s + second);
    const auto end = cpu_at(track, start_s + second + 1);
    if (!begin || !end || *end <= *begin || load.right_by_second[i] == 0) continue;
    found.seconds.push_back(second);
    found.cpu_s_per_request.push_back((*end - *begin) /
                                      static_cast<double>(load.right_by_second[i]));
  }
  return found;
}

std::optional<Note> warming(const LoadResult& load, const std::vector<CpuReading>& track) {
  const auto cost = cost_by_second(load, track);
  if (cost.seconds.empty()) return std::nullopt;
  const auto drift = drift_of(cost.seconds, cost.cpu_s_per_request);
  const double percent = std::abs(drift.change) * 100;
  // Runtimes get faster as they warm up, so that a fall is looked for on its side alone: of the
  // five slices of a short load one may then stand out of order.
  const bool is_warming = drift.change < 0 && drift.large && drift.p / 2 <= kDriftLevel;
  if (!is_warming && !drift.moving) return std::nullopt;
  if (is_warming) {
    return Note{"still-warming",
                fmt::format("still warming: CPU/req fell by {:.0f} % during the load", percent)};
  }
  return Note{"slowing", fmt::format("slowing: CPU/req rose by {:.0f} % during the load", percent)};
}

}  // namespace pacer
