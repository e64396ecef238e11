#include "core/audit/readers/script_output.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/audit/clean.h"

namespace pacer::audit {
namespace {

using Json = nlohmann::json;

/// Totals are short; more is a script's own affair.
constexpr std::size_t kLongest = 64 * 1024;
constexpr std::size_t kMostTries = 32;

Count count_in(const Json& json, const char* key) {
  const auto found = json.find(key);
  if (found == json.end() || !found->is_number_unsigned()) return std::nullopt;
  return found->get<std::uint64_t>();
}

/// Objects that begin on a line of their own, or behind one word ("pacer-result {").
std::optional<Json> find_object(const std::vector<std::string_view>& lines) {
  std::size_t tries = 0;
  for (std::size_t i = 0; i < lines.size() && tries < kMostTries; ++i) {
    const auto begin = lines[i].find('{');
    if (begin == std::string_view::npos) continue;
    std::string text(lines[i].substr(begin));
    for (std::size_t k = i + 1; k <= lines.size() && text.size() < kLongest; ++k) {
      if (strip(text).ends_with('}') && ++tries <= kMostTries) {
        auto json = Json::parse(text, nullptr, false);
        if (json.is_object() && json.contains("requests")) return json;
      }
      if (k < lines.size()) text.append("\n").append(lines[k]);
    }
  }
  return std::nullopt;
}

bool agrees(double exact, const MaybeFigure& printed) {
  // The last printed digit may be rounded or, of older versions, cut.
  return !printed || std::abs(exact - printed->value) <= 2 * printed->rounding;
}

}  // namespace

void read_script_output(const std::vector<std::string_view>& lines, Reading& reading) {
  if (!reading.values) return;
  const auto json = find_object(lines);
  if (!json) return;
  const auto& values = *reading.values;
  const auto requests = count_in(*json, "requests");
  auto duration_us = count_in(*json, "duration_us");
  const bool says_unit = duration_us.has_value();
  if (!says_unit) duration_us = count_in(*json, "duration");
  if (!requests || !duration_us) return;
  const auto bytes = count_in(*json, "bytes");
  const bool same_time = agrees(static_cast<double>(*duration_us) / 1e6, values.duration_s);
  if (!same_time && !says_unit) return;  // of another unit: nothing can be said
  const bool same_bytes = !bytes || agrees(static_cast<double>(*bytes), values.bytes);
  if (requests != values.requests || !same_time || !same_bytes) {
    reading.findings.push_back(
        {"script_disagrees",
         fmt::format("the script printed {} requests in {} us, which is not what the report says",
                     *requests, *duration_us)});
    return;
  }
  reading.exact = Exact{*requests, *duration_us, bytes, {}};
  const auto p50 = count_in(*json, "p50");
  if (!p50 || !values.percentiles_us) return;
  for (const auto& percentile : *values.percentiles_us) {
    const bool is_same = percentile.us && agrees(static_cast<double>(*p50), percentile.us);
    if (percentile.label == "50" && is_same) reading.exact->p50_us = p50;
  }
}

}  // namespace pacer::audit
