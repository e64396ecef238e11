#pragma once

#include <string_view>
#include <vector>

#include "core/audit/report.h"

namespace pacer::audit {

/// What one line of a wrk or wrk2 report is. Sources: wrk.c of wrk 4.1 and of wrk2.
enum class WrkLine {
  kOther,
  kRunning,       ///< Running 30s test @ URL
  kOpened,        ///< N threads and M connections
  kCalibration,   ///< wrk2 only
  kStatsHead,     ///< Thread Stats   Avg …
  kLatency,       ///< the row of averages
  kRate,          ///< Req/Sec
  kDistribution,  ///< Latency Distribution, of wrk and of wrk2's corrected latency
  kUncorrected,   ///< the same of wrk2's uncorrected latency
  kPercentile,
  kTotals,  ///< N requests in D, B read
  kSocketErrors,
  kStatus,  ///< Non-2xx or 3xx responses
  kRequestsPerSec,
  kTransferPerSec,
};

/// By its first words alone: a line that is cut is still known for what it should have been.
WrkLine kind_of(std::string_view stripped_line);

/// What the readers of lines met on their way.
struct LineFaults {
  bool is_cut = false;     ///< a figure without its unit, decimals or end
  bool has_comma = false;  ///< a decimal comma
  bool has_overflow = false;
  bool is_garbage = false;  ///< a negative figure where none can be
};

/// Reads one line of the kind that kind_of gave into its fields of `values`; fields that cannot be
/// read stay without a value and are said in `faults`.
void read_wrk_line(WrkLine kind, std::string_view stripped_line, Values& values,
                   LineFaults& faults);

}  // namespace pacer::audit
