#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/audit/report.h"

namespace pacer::audit {

/// Looks for unrounded totals that a done() function printed as JSON behind the report: "requests"
/// with "duration_us" or "duration" (microseconds, as wrk gives it), "bytes" and "p50". Taken only
/// where they agree with the report within its rounding; where they do not, the finding
/// script_disagrees is added to the reading.
void read_script_output(const std::vector<std::string_view>& lines, Reading& reading);

}  // namespace pacer::audit
