#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace pacer {

using Duration = std::chrono::microseconds;

/// Reads "500ms", "5s", "1.5s", "2m", "1h", "250us". A unit is required; no sign, no blanks.
/// Returns nothing where the text is not a duration or over 1,000 h.
std::optional<Duration> parse_duration(std::string_view text);

/// The shortest exact form that parse_duration reads back: "5s", "1500ms", "2m".
std::string format_duration(Duration duration);

/// For people: three significant digits with the unit that fits: "84.2 us", "1.55 ms", "12.3 s",
/// "2 min 5 s".
std::string humanize_duration(Duration duration);

double to_seconds(Duration duration);

}  // namespace pacer
