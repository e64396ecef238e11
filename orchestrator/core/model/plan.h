#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/duration.h"

namespace pacer {

using CpuSet = std::vector<int>;  ///< sorted CPU numbers; empty: no restriction

/// Which CPUs a side gets.
struct CpuChoice {
  enum class Kind {
    kAuto,  ///< server the first half (rounded up), client the rest; shared where there is one CPU
    kShared,  ///< every CPU, no restriction
    kList     ///< exactly `cpus`
  };
  Kind kind = Kind::kAuto;
  CpuSet cpus;

  std::string text() const;  ///< "auto", "shared" or a list like "0-1,4"
  friend bool operator==(const CpuChoice&, const CpuChoice&) = default;
};

/// Reads "auto", "shared" or "0-1,4"; nothing where it is none of these.
std::optional<CpuChoice> parse_cpu_choice(const std::string& text);
std::string format_cpu_set(const CpuSet& cpus);  ///< "0-1,4"; "all" where empty

/// When frameworks are built: all before the first trial, or the cheapest first, in batches, each
/// batch measured before the next is built (only with one repetition).
enum class BuildOrder { kFirst, kBatched };

/// With fewer rounds rows are not ranked for good, and controls prove nothing.
inline constexpr int kRoundsForRanked = 10;

/// Settings that are equal for every framework: fair by construction.
struct Plan {
  std::string name;  ///< "quick", "hello", "classic" or the file's `name`
  std::string about;
  std::string client = "pacer-load";
  std::string workload = "hello";
  std::optional<int> threads;  ///< none: the largest divisor of connections the client's CPUs allow
  /// Of connections and pipeline each value is measured with each of the other, in trials and
  /// tables of their own.
  std::vector<int> connections{64};
  std::vector<int> pipeline{1};  ///< requests on the wire at once per connection; 1: no pipelining
  int repetitions = 1;
  Duration duration = std::chrono::seconds(5);
  std::optional<std::uint64_t> requests;       ///< exactly so many, instead of the duration
  Duration at_most = std::chrono::minutes(2);  ///< how long a load by number may take
  std::optional<std::uint64_t> full_requests;  ///< what `--full` makes of `requests`
  Duration full_at_most = std::chrono::hours(1);
  Duration warmup = std::chrono::seconds(2);
  /// Requests a second of the open loops after the measured load; the table shows the first.
  std::vector<int> latency_rates;
  /// One more open loop, at this share of what the framework itself took in the same trial.
  std::optional<int> latency_capacity_percent;
  Duration latency_duration = std::chrono::seconds(5);  ///< of each
  std::optional<std::uint64_t> seed;  ///< none: drawn once and recorded with the run
  CpuChoice server_cpus;
  CpuChoice client_cpus;
  BuildOrder build = BuildOrder::kFirst;
  Duration quiet_within = Duration::zero();  ///< how long a trial may wait for a quiet machine
  std::optional<int> port;                   ///< none: a free one is chosen for each trial
  bool strict = false;  ///< disturbance invalidates instead of being noted (dedicated machines)
  /// Complete rounds until it is over, or until a look tells every row apart (core/stats/looks.h);
  /// none: exactly `repetitions` of them.
  std::optional<Duration> budget;
  bool controls = false;  ///< run the controls too, from 10 repetitions on (core/model/trial.h)
  std::string interest;   ///< declared interest of the publisher; stands in the caption
};

}  // namespace pacer
