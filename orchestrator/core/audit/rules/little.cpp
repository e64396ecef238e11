// Little's law (J. D. C. Little, Operations Research 9, 1961): in a closed loop at most connections
// × depth requests are under way, so the mean time of one is at most that over the throughput.
#include <fmt/format.h>

#include "core/audit/rules/rules.h"

namespace pacer::audit {
namespace {

constexpr double kImpossible = 1.2;
constexpr double kLow = 0.8;
constexpr double kSuspicious = 0.5;

/// Without a depth, a batch may be of any size, and an average above the loop's own proves nothing.
bool is_depth_known(const Evidence& evidence) { return evidence.reading.setting.depth.has_value(); }

/// What may explain that the connections were not all busy.
std::string idle_cause(const Evidence& evidence) {
  const auto& values = evidence.values;
  const auto& errors = values.socket_errors;
  if (errors.connect.value_or(0) > 0) {
    const auto lost = *errors.connect;
    const auto opened = opened_connections(values).value_or(0);
    const double left = opened - static_cast<double>(lost);
    if (left > 0) {
      return fmt::format(
          "; {} connections were not opened: over the other {:g} the ratio is {:.3g}", lost, left,
          *evidence.little_ratio * opened / left);
    }
    return "; connections were not opened";
  }
  if (errors.timeout.value_or(0) > 0) return "; the answers that came too late are not in it";
  if (values.requests.value_or(0) < 20 * values.connections.value_or(0)) {
    return "; with so few requests, those under way at the end weigh much";
  }
  return "";
}

}  // namespace

std::optional<double> opened_connections(const Values& values) {
  if (!values.connections || *values.connections == 0) return std::nullopt;
  const auto connections = *values.connections;
  if (!values.threads || *values.threads == 0) return static_cast<double>(connections);
  const auto opened = *values.threads * (connections / *values.threads);
  if (opened == 0) return std::nullopt;
  return static_cast<double>(opened);
}

Said little_mismatch(const Evidence& evidence) {
  const auto& ratio = evidence.little_ratio;
  if (!ratio || (*ratio >= kLow && *ratio <= kImpossible)) return std::nullopt;
  const auto depth = evidence.reading.setting.depth;
  return fmt::format(
      "the average of {} is {:.3g} times the {} that {:g} connections{} and {} "
      "requests/s give",
      time_text(evidence.values.latency_us.avg->value), *ratio, time_text(*evidence.little_mean_us),
      *opened_connections(evidence.values),
      depth ? fmt::format(" at depth {}", *depth) : ", taken as depth 1,",
      grouped(evidence.values.rps->value));
}

Said latency_above_closed_loop(const Evidence& evidence) {
  const auto& ratio = evidence.little_ratio;
  if (!ratio || *ratio <= kImpossible || !is_depth_known(evidence)) return std::nullopt;
  return "no closed loop has such an average: more requests would have to be under way than there "
         "are connections to carry them";
}

Said latency_below_closed_loop(const Evidence& evidence) {
  const auto& ratio = evidence.little_ratio;
  if (!ratio || *ratio >= kSuspicious) return std::nullopt;
  return "under half of the loop's own mean: most of the time is missing from the average, or most "
         "connections stood idle" +
         idle_cause(evidence);
}

Said latency_undecidable(const Evidence& evidence) {
  const auto& ratio = evidence.little_ratio;
  if (!ratio) return std::nullopt;
  if (*ratio >= kSuspicious && *ratio < kLow) {
    return "it may be true if connections stood idle or were opened again; the text does not tell" +
           idle_cause(evidence);
  }
  if (*ratio <= kImpossible || is_depth_known(evidence)) return std::nullopt;
  return fmt::format(
      "the command is not known: true only if about {:.0f} requests were sent in one "
      "batch",
      *ratio);
}

}  // namespace pacer::audit
