#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace pacer {

/// What one open loop at a fixed rate showed: latencies from the moment at which each request was
/// due, so that a server that stalls cannot hide what it delayed (coordinated omission).
struct LatencyAtRate {
  int rate_per_s = 0;
  std::uint64_t scheduled = 0;
  std::uint64_t sent = 0;    ///< in time
  bool sustained = false;    ///< 99 % and more were
  bool upper_bound = false;  ///< the client's own lag is a large part of the p99
  double client_lag_us_p99 = 0;
  /// "p50", "p90", "p99", "p999", "mean" and "max"; a percentile only with 10 samples beyond it,
  /// and nothing where the rate was not sustained.
  std::map<std::string, double> latency_us;
  std::string histogram;  ///< HdrHistogram's V2 compressed base64; values in nanoseconds
  /// The rate is this share of what the same trial's closed loop took: each framework's own.
  std::optional<int> capacity_percent{};
};

}  // namespace pacer
