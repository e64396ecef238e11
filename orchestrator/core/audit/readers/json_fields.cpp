#include "core/audit/readers/json_fields.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

namespace pacer::audit {
namespace {

using Json = nlohmann::json;

constexpr double kLargestExact = 9007199254740992.0;  // 2^53
constexpr std::size_t kMostPercentiles = 64;
constexpr std::size_t kLongestNumber = 40;

std::optional<double> number_of(std::string_view text) {
  double value = 0;
  const auto end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value);
  if (text.empty() || text.size() > kLongestNumber || read.ec != std::errc() || read.ptr != end) {
    return std::nullopt;
  }
  return value;
}

/// What Go and others print for numbers that are none, outside strings, as null.
std::string without_nan(std::string_view text) {
  constexpr std::string_view kNone[] = {"-NaN", "+Inf", "-Inf", "NaN", "Infinity", "-nan", "nan"};
  std::string out;
  out.reserve(text.size());
  bool in_string = false;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (in_string && c == '\\') {
      out.append(text.substr(at, 2));
      at += 2;
      continue;
    }
    if (c == '"') in_string = !in_string;
    const auto rest = text.substr(at);
    const auto* none = std::find_if(std::begin(kNone), std::end(kNone),
                                    [&](std::string_view one) { return rest.starts_with(one); });
    if (!in_string && none != std::end(kNone)) {
      out += "null";
      at += none->size();
    } else {
      out += c;
      ++at;
    }
  }
  return out;
}

}  // namespace

std::optional<Json> parse_object(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t\n");
  if (begin == std::string_view::npos || (text[begin] != '{' && text[begin] != '[')) {
    return std::nullopt;
  }
  auto json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) json = Json::parse(without_nan(text), nullptr, false);
  if (!json.is_object() && !json.is_array()) return std::nullopt;
  return json;
}

const Json& member(const Json& json, const char* key) {
  static const Json kNull;
  const auto found = json.is_object() ? json.find(key) : json.end();
  return json.is_object() && found != json.end() ? *found : kNull;
}

std::optional<double> number_in(const Json& json, const char* key) {
  const auto& field = member(json, key);
  std::optional<double> value;
  if (field.is_number()) value = field.get<double>();
  if (field.is_string()) value = number_of(field.get_ref<const std::string&>());
  if (!value || !std::isfinite(*value) || *value < 0) return std::nullopt;
  return value;
}

Count count_in(const Json& json, const char* key) {
  const auto& field = member(json, key);
  if (field.is_number_unsigned()) return field.get<std::uint64_t>();
  const auto number = number_in(json, key);
  if (!number || *number > kLargestExact || *number != std::floor(*number)) return std::nullopt;
  return static_cast<std::uint64_t>(*number);
}

std::string text_in(const Json& json, const char* key) {
  const auto& field = member(json, key);
  return field.is_string() ? field.get<std::string>() : "";
}

MaybeFigure figure_in(const Json& json, const char* key, double factor) {
  const auto number = number_in(json, key);
  if (!number) return std::nullopt;
  return Figure{*number * factor, 0};
}

std::optional<std::vector<Percentile>> percentiles_in(const Json& json, std::string_view prefix,
                                                      double factor) {
  if (!json.is_object()) return std::nullopt;
  std::vector<Percentile> percentiles;
  for (const auto& [key, value] : json.items()) {
    if (!key.starts_with(prefix) || percentiles.size() >= kMostPercentiles) continue;
    const auto label = key.substr(prefix.size());
    const auto rank = number_of(label);
    if (!rank || *rank < 0 || *rank > 100) continue;
    percentiles.push_back({label, *rank, figure_in(json, key.c_str(), factor)});
  }
  std::sort(percentiles.begin(), percentiles.end(),
            [](const Percentile& a, const Percentile& b) { return a.rank < b.rank; });
  return percentiles;
}

void add_count(Count& sum, std::uint64_t more, bool& is_overflow) {
  const auto before = sum.value_or(0);
  sum = before + more;
  if (*sum < before) is_overflow = true;
}

}  // namespace pacer::audit
