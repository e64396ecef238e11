#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "core/audit/readers/json_fields.h"
#include "core/audit/readers/readers.h"

namespace pacer::audit {
namespace {

using Json = nlohmann::json;

// Source: data.json and .tasks/collect.rake of the-benchmarker/web-frameworks since it drives oha:
// one object per metric; -1 stands for what oha's summary does not hold; times are seconds.
constexpr double kSecond_us = 1e6;
constexpr std::size_t kMostReports = 200'000;

using Key = std::pair<std::uint64_t, std::uint64_t>;  // framework, connections
using Metrics = std::map<std::string, double>;

std::map<Key, Metrics> by_run(const Json& json) {
  std::map<Key, Metrics> runs;
  for (const auto& metric : member(json, "metrics")) {
    const auto framework = count_in(metric, "framework_id");
    const auto level = count_in(metric, "level");
    const auto value = number_in(metric, "value");  // -1 is none
    if (!framework || !level || runs.size() >= kMostReports) continue;
    auto& run = runs[{*framework, *level}];
    if (value) run[text_in(metric, "label")] = *value;
  }
  return runs;
}

MaybeFigure find(const Metrics& metrics, const char* label, double factor = 1) {
  const auto found = metrics.find(label);
  if (found == metrics.end()) return std::nullopt;
  return Figure{found->second * factor, 0};
}

Values read_values(const Metrics& metrics, std::uint64_t connections) {
  Values values;
  values.connections = connections;
  values.duration_s = find(metrics, "duration_ms", 1e-3);
  values.bytes = find(metrics, "total_bytes_received");
  values.rps = find(metrics, "total_requests_per_s");
  values.latency_us.avg = find(metrics, "average_latency", kSecond_us);
  values.latency_us.stdev = find(metrics, "standard_deviation", kSecond_us);
  std::vector<Percentile> percentiles;
  for (const auto& [label, rank, name] :
       {std::tuple{"percentile50", 50.0, "50"}, std::tuple{"percentile75", 75.0, "75"},
        std::tuple{"percentile90", 90.0, "90"}, std::tuple{"percentile99", 99.0, "99"}}) {
    const auto us = find(metrics, label, kSecond_us);
    if (us) percentiles.push_back({name, rank, us});
  }
  if (!percentiles.empty()) values.percentiles_us = percentiles;
  return values;
}

std::map<std::uint64_t, std::string> framework_names(const Json& json) {
  std::map<std::uint64_t, std::string> names;
  for (const auto& framework : member(json, "frameworks")) {
    if (const auto id = count_in(framework, "id")) names[*id] = text_in(framework, "label");
  }
  return names;
}

}  // namespace

bool is_the_benchmarker(std::string_view text) {
  return text.find("\"framework_id\"") != std::string_view::npos &&
         text.find("\"total_requests_per_s\"") != std::string_view::npos;
}

std::vector<Reading> read_the_benchmarker(const Document& document, std::string_view text) {
  const auto json = parse_object(text).value_or(Json());
  const auto runs = by_run(json);
  const auto names = framework_names(json);
  std::vector<Reading> readings;
  for (const auto& [key, metrics] : runs) {
    Reading reading;
    reading.file = document.name;
    reading.tool = "the-benchmarker";
    reading.exit_code = document.exit_code;
    const auto name = names.find(key.first);
    reading.group = fmt::format("{} connections", key.second);
    reading.subject = fmt::format(
        "{}, {}", name == names.end() ? fmt::format("framework {}", key.first) : name->second,
        reading.group);
    reading.setting.depth = 1;
    auto values = read_values(metrics, key.second);
    if (values.rps) {
      reading.values = std::move(values);
    } else {
      reading.findings.push_back({"no_report", "the file holds no rate for this run"});
    }
    readings.push_back(std::move(reading));
  }
  if (!readings.empty()) return readings;
  Reading nothing;
  nothing.file = document.name;
  nothing.tool = "the-benchmarker";
  nothing.exit_code = document.exit_code;
  nothing.findings.push_back({"no_report", "the JSON is cut, or holds no metric"});
  return {nothing};
}

}  // namespace pacer::audit
