#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>

#include "core/audit/quantity.h"
#include "core/audit/readers/json_fields.h"
#include "core/audit/readers/readers.h"

namespace pacer::audit {
namespace {

using Json = nlohmann::json;

// Source: site/data/*.json of MDA2AV/HttpArena: a list with one object per framework; its client
// counts answers by status; the rate is of the 2xx alone, a whole number.
constexpr std::size_t kMostReports = 200'000;
constexpr double kHalfRate = 0.5;

Values read_values(const Json& row) {
  Values values;
  values.test_label = text_in(row, "duration");
  values.threads = count_in(row, "threads");
  values.connections = count_in(row, "connections");
  values.rps = figure_in(row, "rps");
  if (values.rps) values.rps->rounding = kHalfRate;
  values.latency_us.avg = parse_time_us(text_in(row, "avg_latency"));
  if (const auto p99 = parse_time_us(text_in(row, "p99_latency"))) {
    values.percentiles_us = {{"99", 99, p99}};
  }
  if (const auto asked = parse_time_us(values.test_label)) {
    values.duration_s = Figure{asked->value / 1e6, 0};
    values.derived.emplace_back("duration_s");
  }
  if (member(row, "status_2xx").is_null()) return values;  // older rounds count no answers
  bool is_overflow = false;
  for (const char* key : {"status_2xx", "status_3xx", "status_4xx", "status_5xx"}) {
    add_count(values.requests, count_in(row, key).value_or(0), is_overflow);
  }
  values.attempts = count_in(row, "status_2xx");  // the rate is of these alone
  values.non2xx = 0;
  for (const char* key : {"status_4xx", "status_5xx"}) {
    add_count(values.non2xx, count_in(row, key).value_or(0), is_overflow);
  }
  values.non2xx_line = values.non2xx > 0u;
  if (is_overflow) values.requests.reset();
  return values;
}

Reading read_row(const Document& document, const Json& row) {
  Reading reading;
  reading.file = document.name;
  reading.tool = "httparena";
  reading.exit_code = document.exit_code;
  reading.subject = text_in(row, "framework");
  auto values = read_values(row);
  if (!values.rps) {
    reading.findings.push_back({"no_report", "the row holds no rate"});
    return reading;
  }
  reading.setting.depth = count_in(row, "pipeline");
  // The asked duration stands in for the real one, and the rate is of one second's counts.
  reading.setting.rps_tolerance = 0.1;
  reading.group = fmt::format("{} connections, depth {}", values.connections.value_or(0),
                              reading.setting.depth.value_or(0));
  reading.values = std::move(values);
  return reading;
}

}  // namespace

bool is_http_arena(std::string_view text) {
  return text.find("\"avg_latency\"") != std::string_view::npos &&
         text.find("\"framework\"") != std::string_view::npos;
}

std::vector<Reading> read_http_arena(const Document& document, std::string_view text) {
  const auto json = parse_object(text);
  std::vector<Reading> readings;
  if (json && json->is_array()) {
    for (const auto& row : *json) {
      if (row.is_object() && readings.size() < kMostReports) {
        readings.push_back(read_row(document, row));
      }
    }
  }
  if (!readings.empty()) return readings;
  Reading nothing;
  nothing.file = document.name;
  nothing.tool = "httparena";
  nothing.exit_code = document.exit_code;
  nothing.findings.push_back({"no_report", "the JSON is cut, or is no list of rows"});
  return {nothing};
}

}  // namespace pacer::audit
