#include <fmt/format.h>

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "core/audit/quantity.h"
#include "core/audit/readers/json_fields.h"
#include "core/audit/readers/readers.h"

namespace pacer::audit {
namespace {

using Json = nlohmann::json;

// Source: toolset/utils/results.py and the wrk scripts of TechEmpower/FrameworkBenchmarks: the file
// keeps wrk's latency columns as text, its request count, its error counts (as "5xx", which holds
// 4xx too), and the clock's whole seconds before and after wrk.

struct Test {
  std::string_view name;
  const char* levels;   ///< which list of the file its results follow
  bool by_connections;  ///< else the levels are queries, at the most connections
  std::uint64_t depth;
};

constexpr std::array kTests{
    Test{"json", "concurrencyLevels", true, 1},
    Test{"db", "concurrencyLevels", true, 1},
    Test{"fortune", "concurrencyLevels", true, 1},
    Test{"plaintext", "pipelineConcurrencyLevels", true, 16},
    Test{"query", "queryIntervals", false, 1},
    Test{"update", "queryIntervals", false, 1},
    Test{"cached-query", "cachedQueryIntervals", false, 1},
    Test{"cached_query", "cachedQueryIntervals", false, 1},
};

constexpr double kTimeout_s = 8;  // --timeout 8 of the suite's scripts
constexpr std::size_t kMostReports = 200'000;

Count most_in(const Json& levels) {
  Count most;
  for (const auto& level : levels) {
    if (level.is_number_unsigned()) {
      most = std::max(most.value_or(0), level.get<std::uint64_t>());
    }
  }
  return most;
}

struct Place {
  const Document& document;
  const Json& file;
  const Test& test;
  std::string framework;
  std::size_t index;
  std::size_t size;
};

/// The connections and the name of the level; nothing where results are missing from the row, so
/// that it cannot be told which level one is of.
Count connections_of(const Place& place, std::string& level_name) {
  const auto& levels = member(place.file, place.test.levels);
  if (!levels.is_array() || levels.size() != place.size) {
    level_name = fmt::format("result {} of {}", place.index + 1, place.size);
    return std::nullopt;
  }
  const auto& level = levels[place.index];
  if (!level.is_number_unsigned()) return std::nullopt;
  const auto number = level.get<std::uint64_t>();
  level_name = fmt::format("{} {}", number, place.test.by_connections ? "connections" : "queries");
  return place.test.by_connections ? Count(number)
                                   : most_in(member(place.file, "concurrencyLevels"));
}

void read_errors(const Json& result, Values& values) {
  values.socket_errors = {0, 0, 0, 0, {}};
  const std::array<std::pair<const char*, Count SocketErrors::*>, 4> kinds{
      {{"connect", &SocketErrors::connect},
       {"read", &SocketErrors::read},
       {"write", &SocketErrors::write},
       {"timeout", &SocketErrors::timeout}}};
  for (const auto& [key, counter] : kinds) {
    if (member(result, key).is_null()) continue;
    values.socket_errors.*counter = count_in(result, key);
    values.socket_errors_line = true;
  }
  values.non2xx_line = !member(result, "5xx").is_null();
  values.non2xx = values.non2xx_line ? count_in(result, "5xx") : Count(0);
}

/// The time between the two whole seconds is known to a second at either end.
void check_clock(const Json& result, double asked_s, Reading& reading) {
  const auto start = number_in(result, "startTime");
  const auto end = number_in(result, "endTime");
  if (!start || !end || asked_s <= 0) return;
  const double took = *end - *start;
  if (took + 1 < 0.9 * asked_s) {
    reading.findings.push_back(
        {"partial_run",
         fmt::format("wrk ran {:g} s of {:g} s by the file's clock", took, asked_s)});
  } else if (took - 1 > 1.1 * asked_s + 1) {
    reading.findings.push_back(
        {"duration_mismatch",
         fmt::format("wrk ran {:g} s by the file's clock, not {:g} s", took, asked_s)});
  }
}

void read_latency(const Json& result, Spread& spread, Reading& reading) {
  const std::array<std::pair<const char*, MaybeFigure Spread::*>, 3> columns{
      {{"latencyAvg", &Spread::avg},
       {"latencyStdev", &Spread::stdev},
       {"latencyMax", &Spread::max}}};
  for (const auto& [key, column] : columns) {
    const auto text = text_in(result, key);
    spread.*column = parse_time_us(text);
    if (!text.empty() && !(spread.*column)) {
      reading.findings.push_back(
          {"truncated_field",
           fmt::format("{} is cut, or is not of the form that wrk prints", key)});
    }
  }
}

Reading read_result(const Place& place, const Json& result) {
  Reading reading;
  reading.file = place.document.name;
  reading.tool = "techempower";
  reading.exit_code = place.document.exit_code;
  std::string level_name;
  const auto connections = connections_of(place, level_name);
  reading.subject = fmt::format("{}, {}, {}", place.framework, place.test.name, level_name);
  if (connections) reading.group = fmt::format("{}, {}", place.test.name, level_name);
  const auto requests = count_in(result, "totalRequests");
  const auto duration = number_in(place.file, "duration").value_or(0);
  if (!requests || duration <= 0) {
    reading.findings.push_back({"no_report", "the file holds no total of requests for this run"});
    return reading;
  }
  Values values;
  values.test_label = fmt::format("{:g}s", duration);
  values.connections = connections;
  values.requests = requests;
  values.duration_s = Figure{duration, 0};
  values.rps = Figure{static_cast<double>(*requests) / duration, 0};
  values.derived = {"duration_s", "rps"};
  read_latency(result, values.latency_us, reading);
  read_errors(result, values);
  reading.values = values;
  reading.setting.depth = place.test.depth;
  reading.setting.timeout_s = kTimeout_s;
  check_clock(result, duration, reading);
  const auto verified = text_in(member(member(place.file, "verify"), place.framework.c_str()),
                                std::string(place.test.name).c_str());
  if (verified == "fail") {
    reading.findings.push_back({"verify_failed", "the suite's own check of the answers failed"});
  }
  return reading;
}

}  // namespace

bool is_techempower(std::string_view text) {
  return text.find("\"rawData\"") != std::string_view::npos;
}

std::vector<Reading> read_techempower(const Document& document, std::string_view text) {
  const auto json = parse_object(text).value_or(Json());
  std::vector<Reading> readings;
  const auto& raw = member(json, "rawData");
  for (const auto& test : kTests) {
    for (const auto& [framework, results] : member(raw, test.name.data()).items()) {
      if (!results.is_array()) continue;
      for (std::size_t i = 0; i < results.size() && readings.size() < kMostReports; ++i) {
        const Place place{document, json, test, framework, i, results.size()};
        readings.push_back(read_result(place, results[i]));
      }
    }
  }
  if (!readings.empty()) return readings;
  Reading nothing;
  nothing.file = document.name;
  nothing.tool = "techempower";
  nothing.exit_code = document.exit_code;
  nothing.findings.push_back({"no_report", "the JSON is cut, or holds no result"});
  return {nothing};
}

}  // namespace pacer::audit
