#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "core/audit/command_line.h"
#include "core/audit/readers/json_fields.h"
#include "core/audit/readers/readers.h"

namespace pacer::audit {
namespace {

using Json = nlohmann::json;

// Source: printer.rs, result_data.rs and schema.json of oha. All times are seconds.
constexpr double kSecond_us = 1e6;
constexpr std::uint64_t kDefaultConnections = 50;
/// Requests under way when the time is up; they are no error of the server.
constexpr std::string_view kDeadline = "aborted due to deadline";

int status_of(const std::string& key) {
  int status = 0;
  const auto read = std::from_chars(key.data(), key.data() + key.size(), status);
  return read.ec == std::errc() ? status : 0;
}

void read_codes(const Json& json, Values& values, bool& is_overflow) {
  const auto& codes = member(json, "statusCodeDistribution");
  if (!codes.is_object()) return;
  values.requests = 0;
  values.redirects = 0;
  values.non2xx = 0;
  for (const auto& [key, unused] : codes.items()) {
    const auto count = count_in(codes, key.c_str());
    const int status = status_of(key);
    if (!count || status < 100 || status > 999) {
      values.requests.reset();  // no total can be told
      return;
    }
    add_count(values.requests, *count, is_overflow);
    if (status > 399) add_count(values.non2xx, *count, is_overflow);
    if (status > 299 && status < 400) add_count(values.redirects, *count, is_overflow);
  }
  values.non2xx_line = values.non2xx > 0u;
}

Count SocketErrors::*counter_of(const std::string& text) {
  const auto has = [&](const char* part) { return text.find(part) != std::string::npos; };
  if (has("refused") || has("onnect")) return &SocketErrors::connect;
  if (has("imeout") || has("timed out")) return &SocketErrors::timeout;
  return &SocketErrors::other;
}

void read_errors(const Json& json, Values& values, bool& is_overflow) {
  values.socket_errors = {0, 0, 0, 0, 0};
  values.attempts = values.requests;
  const auto& errors = member(json, "errorDistribution");
  if (!errors.is_object()) return;
  for (const auto& [text, unused] : errors.items()) {
    const auto count = count_in(errors, text.c_str()).value_or(0);
    add_count(values.attempts, count, is_overflow);
    if (text == kDeadline || count == 0) continue;
    add_count(values.socket_errors.*counter_of(text), count, is_overflow);
    values.socket_errors_line = true;
  }
}

Values read_values(const Json& json, bool& is_overflow) {
  const auto& summary = member(json, "summary");
  Values values;
  read_codes(json, values, is_overflow);
  read_errors(json, values, is_overflow);
  values.duration_s = figure_in(summary, "total");
  values.bytes = figure_in(summary, "totalData");
  values.rps = figure_in(summary, "requestsPerSec");
  values.transfer_bytes_per_s = figure_in(summary, "sizePerSec");
  values.latency_us.avg = figure_in(summary, "average", kSecond_us);
  values.latency_us.max = figure_in(summary, "slowest", kSecond_us);
  values.percentiles_us = percentiles_in(member(json, "latencyPercentiles"), "p", kSecond_us);
  return values;
}

void apply_command(Reading& reading) {
  const auto command = parse_command(reading.setting.command);
  reading.setting.depth = 1;
  if (!command || command->program != "oha") {
    reading.notes.emplace_back("oha's JSON does not say the number of connections");
    return;
  }
  reading.values->connections = command->connections.value_or(kDefaultConnections);
  reading.setting.is_open_loop = command->has_rate;
  if (!command->duration_s) return;
  reading.setting.asked_s_low = reading.setting.asked_s_high = *command->duration_s;
  reading.setting.duration_slack = command->timeout_s.value_or(0) + 1;
}

}  // namespace

bool is_oha(std::string_view text) {
  return text.find("\"requestsPerSec\"") != std::string_view::npos &&
         text.find("\"successRate\"") != std::string_view::npos;
}

std::vector<Reading> read_oha(const Document& document, std::string_view text) {
  Reading reading;
  reading.file = document.name;
  reading.tool = "oha";
  reading.exit_code = document.exit_code;
  reading.setting.command = document.command.value_or("");
  const auto json = parse_object(text);
  if (!json || !member(*json, "summary").is_object()) {
    reading.findings.push_back({"no_report", "the JSON is cut, or has no summary"});
    return {reading};
  }
  bool is_overflow = false;
  reading.values = read_values(*json, is_overflow);
  reading.notes.emplace_back("oha counts the bytes of bodies only");
  apply_command(reading);
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
