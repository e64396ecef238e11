#include "core/judge/latency.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace pacer {
namespace {

/// With fewer of the answers a rate was not sustained.
constexpr double kSustained = 0.99;
/// A percentile with fewer samples beyond it is an accident of some of them.
constexpr double kFewestBeyond = 10;

void add_percentiles(const PacerLoadResult& result, LatencyAtRate& to) {
  const auto& seen = result.latency_us;
  struct Percentile {
    const char* name;
    double share;
    double us;
  };
  const std::array<Percentile, 4> percentiles{{{"p50", 0.5, seen.p50},
                                               {"p90", 0.9, seen.p90},
                                               {"p99", 0.99, seen.p99},
                                               {"p999", 0.999, seen.p999}}};
  for (const auto& [name, share, us] : percentiles) {
    // Two parts in 10^9 more: 1 - 0.99 is a little less than 0.01.
    const double beyond = static_cast<double>(result.right) * (1 - share) * (1 + 2e-9);
    if (beyond >= kFewestBeyond) to.latency_us[name] = us;
  }
  to.latency_us["mean"] = seen.mean;
  to.latency_us["max"] = seen.max;
}

}  // namespace

int rate_of_capacity(double throughput_rps, int percent) {
  constexpr double kMost = 10'000'000;
  return static_cast<int>(std::clamp(throughput_rps * percent / 100, 1.0, kMost));
}

LatencyJudgement judge_latency(const PacerLoadResult& result, std::optional<int> capacity_percent) {
  const auto& loop = result.open_loop.value();
  const auto& errors = result.load.errors;
  LatencyJudgement found;
  auto& latency = found.latency;
  latency = {static_cast<int>(loop.rate_per_s),
             loop.scheduled,
             loop.sent,
             false,
             loop.upper_bound,
             loop.lag_p99_us,
             {},
             result.histogram,
             capacity_percent};
  // Notes of several trials are united by their code, so it must not hold a rate of their own.
  const auto code = capacity_percent ? fmt::format("{}-percent", *capacity_percent)
                                     : fmt::format("{}", loop.rate_per_s);
  const auto rate = capacity_percent ? fmt::format("{} % of own capacity ({} requests/s)",
                                                   *capacity_percent, loop.rate_per_s)
                                     : fmt::format("{} requests/s", loop.rate_per_s);
  if (errors.status + errors.body > 0) {
    found.reasons.push_back(fmt::format("{} of {} answers at {} were wrong",
                                        errors.status + errors.body, result.load.requests, rate));
  }
  const auto scheduled = static_cast<double>(loop.scheduled);
  latency.sustained = loop.valid && static_cast<double>(result.right) >= kSustained * scheduled;
  if (!latency.sustained) {
    found.notes.push_back(
        {"not-sustained-" + code,
         fmt::format("{} was not sustained: of {} requests {} were sent in time and {} answered",
                     rate, loop.scheduled, loop.sent, result.right)});
    return found;
  }
  add_percentiles(result, latency);
  if (const auto lost = errors.connect + errors.read + errors.write + errors.timeout; lost > 0) {
    found.notes.push_back({"latency-lost-" + code,
                           fmt::format("{} requests at {} got no answer: they are missing from "
                                       "the percentiles",
                                       lost, rate)});
  }
  if (loop.upper_bound) {
    found.notes.push_back(
        {"latency-upper-bound-" + code,
         fmt::format("p99 at {} is an upper bound: the client itself was up to {:.2f} ms late",
                     rate, loop.lag_p99_us / 1e3)});
  }
  return found;
}

}  // namespace pacer
