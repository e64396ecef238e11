#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "core/audit/report.h"

namespace pacer::audit {

/// Nothing where the text is no JSON object. NaN and infinities, which some clients print although
/// JSON has none, are read as null.
std::optional<nlohmann::json> parse_object(std::string_view text);

/// The member, or null where there is none or `json` is no object.
const nlohmann::json& member(const nlohmann::json& json, const char* key);

/// A finite number not below 0; also as a string of digits, as some suites write it.
std::optional<double> number_in(const nlohmann::json& json, const char* key);
/// A whole number not below 0 that is exact: over 2^53 only where it is written as an integer.
Count count_in(const nlohmann::json& json, const char* key);
std::string text_in(const nlohmann::json& json, const char* key);

/// As number_in, times `factor`; unrounded.
MaybeFigure figure_in(const nlohmann::json& json, const char* key, double factor = 1);

/// Members named `prefix` and a rank ("p99.9"), ordered by rank, each times `factor`. Nothing
/// where `json` is no object.
std::optional<std::vector<Percentile>> percentiles_in(const nlohmann::json& json,
                                                      std::string_view prefix, double factor);

/// Adds to a counter that may be missing or at its end; `is_overflow` is set where it is.
void add_count(Count& sum, std::uint64_t more, bool& is_overflow);

}  // namespace pacer::audit
