#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>
#include <string>

#include "core/audit/readers/json_fields.h"
#include "core/audit/readers/readers.h"

namespace pacer::audit {
namespace {

using Json = nlohmann::json;

// Source: templates.go and internal/test_info.go of bombardier 1.2. Latencies are microseconds.

struct Words {
  std::string_view part;
  Count SocketErrors::*counter;
};

/// Error texts of Go's network layer and of fasthttp; the first that fits.
constexpr std::array kKinds{
    Words{"refused", &SocketErrors::connect},
    Words{"dial", &SocketErrors::connect},
    Words{"no such host", &SocketErrors::connect},
    Words{"timeout", &SocketErrors::timeout},
    Words{"timed out", &SocketErrors::timeout},
    Words{"deadline", &SocketErrors::timeout},
    Words{"write", &SocketErrors::write},
    Words{"read", &SocketErrors::read},
    Words{"EOF", &SocketErrors::read},
    Words{"reset", &SocketErrors::read},
    Words{"closed", &SocketErrors::read},
};

void read_errors(const Json& result, Values& values, bool& is_overflow) {
  values.socket_errors = {0, 0, 0, 0, 0};
  for (const auto& error : member(result, "errors")) {
    const auto text = text_in(error, "description");
    const auto count = count_in(error, "count").value_or(0);
    auto counter = &SocketErrors::other;
    for (const auto& kind : kKinds) {
      if (text.find(kind.part) == std::string::npos) continue;
      counter = kind.counter;
      break;
    }
    add_count(values.socket_errors.*counter, count, is_overflow);
    values.socket_errors_line = true;
  }
  const auto others = count_in(result, "others").value_or(0);
  if (!values.socket_errors_line && others > 0) {
    values.socket_errors.other = others;
    values.socket_errors_line = true;
  }
}

void read_codes(const Json& result, Values& values, bool& is_overflow) {
  for (const char* key : {"req1xx", "req2xx", "req3xx", "req4xx", "req5xx"}) {
    const auto count = count_in(result, key);
    if (!count) {
      values.requests.reset();  // no total can be told
      return;
    }
    add_count(values.requests, *count, is_overflow);
  }
  values.redirects = count_in(result, "req3xx");
  values.non2xx = 0;
  for (const char* key : {"req4xx", "req5xx"}) {
    add_count(values.non2xx, *count_in(result, key), is_overflow);
  }
  values.non2xx_line = values.non2xx > 0u;
}

Values read_values(const Json& spec, const Json& result, bool& is_overflow) {
  Values values;
  values.connections = count_in(spec, "numberOfConnections");
  read_codes(result, values, is_overflow);
  values.duration_s = figure_in(result, "timeTakenSeconds");
  values.bytes = figure_in(result, "bytesRead");
  const auto& latency = member(result, "latency");
  values.latency_us = {
      figure_in(latency, "mean"), figure_in(latency, "stddev"), figure_in(latency, "max"), {}};
  values.percentiles_us = percentiles_in(member(latency, "percentiles"), "", 1);
  values.rps = figure_in(member(result, "rps"), "mean");
  if (values.bytes && values.duration_s && values.duration_s->value > 0) {
    values.transfer_bytes_per_s = Figure{values.bytes->value / values.duration_s->value, 0};
    values.derived.emplace_back("transfer_bytes_per_s");
  }
  read_errors(result, values, is_overflow);
  return values;
}

void read_setting(const Json& spec, Reading& reading) {
  auto& setting = reading.setting;
  setting.depth = 1;
  setting.is_open_loop = number_in(spec, "rate").value_or(0) > 0;
  setting.asked_s_low = setting.asked_s_high = number_in(spec, "testDurationSeconds").value_or(0);
  // Answers that are under way when the time is up are waited for.
  setting.duration_slack = number_in(spec, "timeoutSeconds").value_or(0) + 1;
  setting.bytes_have_heads = text_in(spec, "client") != "net/http.v2";
  setting.stdev_is_sound = false;
  setting.rps_tolerance = 0.25;  // a mean over sampling intervals of unequal length
  reading.notes.emplace_back(
      "bombardier's stdev counts each distinct latency once, however often it came: not used here");
  if (setting.asked_s_high > 0) {
    reading.values->test_label = fmt::format("{:g}s", setting.asked_s_high);
  }
}

}  // namespace

bool is_bombardier(std::string_view text) {
  return text.find("\"numberOfConnections\"") != std::string_view::npos ||
         text.find("\"timeTakenSeconds\"") != std::string_view::npos;
}

std::vector<Reading> read_bombardier(const Document& document, std::string_view text) {
  Reading reading;
  reading.file = document.name;
  reading.tool = "bombardier";
  reading.exit_code = document.exit_code;
  reading.setting.command = document.command.value_or("");
  const auto json = parse_object(text).value_or(Json());
  const auto& result = member(json, "result");
  if (!result.is_object()) {
    reading.findings.push_back({"no_report", "the JSON is cut, or has no result"});
    return {reading};
  }
  const auto& spec = member(json, "spec");
  bool is_overflow = false;
  reading.values = read_values(spec, result, is_overflow);
  read_setting(spec, reading);
  if (is_overflow) {
    reading.findings.push_back({"number_overflow", "the counts add up to more than 64 bits hold"});
  }
  if (is_overflow || !reading.values->requests || !reading.values->duration_s) {
    reading.values.reset();
    reading.findings.push_back({"no_report", "the counts of answers or the duration are missing"});
  }
  return {reading};
}

}  // namespace pacer::audit
