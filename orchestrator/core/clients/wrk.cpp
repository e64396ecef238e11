#include "core/clients/wrk.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "base/text.h"

namespace pacer {
namespace {

constexpr std::string_view kMark = "pacer-result ";
/// wrk runs for at least the duration asked unless it is interrupted; the rest is clock rounding.
constexpr double kShortestShare = 0.9;

std::string first_line(const std::string& text) {
  const auto lines = last_lines(text, 1000);
  return lines.empty() ? "" : lines.front();
}

std::optional<LoadResult> read_result(const std::string& line) {
  const auto json = nlohmann::json::parse(line, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  const auto count = [](const nlohmann::json& from, const char* key) {
    // get<> alone would turn -1 into a huge count.
    return from.at(key).get_ref<const nlohmann::json::number_unsigned_t&>();
  };
  try {
    const auto& errors = json.at("errors");
    return LoadResult{count(json, "requests"),
                      count(json, "duration_us"),
                      count(json, "bytes"),
                      0,
                      {count(errors, "connect"), count(errors, "read"), count(errors, "write"),
                       count(errors, "status"), 0, count(errors, "timeout")}};
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

}  // namespace

Argv wrk_argv(const LoadTask& task) {
  return {"wrk",
          fmt::format("-t{}", task.threads),
          fmt::format("-c{}", task.connections),
          fmt::format("-d{}s", task.duration.count() / 1'000'000),
          fmt::format("http://{}:{}", task.host, task.port),
          "-s",
          task.script,
          "--latency",
          "--",
          task.path,
          std::to_string(task.pipeline)};
}

std::variant<LoadResult, LoadFailure> parse_wrk(const ClientOutput& output, const LoadTask& task) {
  const auto said = first_line(output.err);
  const auto because = said.empty() ? std::string() : ": " + said;
  if (output.signal != 0) {
    return LoadFailure{fmt::format("wrk was killed by signal {}{}", output.signal, because)};
  }
  if (output.exit_code != 0) {
    return LoadFailure{fmt::format("wrk ended with exit {}{}", output.exit_code, because)};
  }
  std::vector<std::string> results;
  for (const auto& line : split(output.out, '\n')) {
    if (line.starts_with(kMark)) results.push_back(line.substr(kMark.size()));
  }
  if (results.empty()) return LoadFailure{"wrk printed no result" + because};
  if (results.size() > 1) return LoadFailure{"wrk printed more than one result"};
  const auto result = read_result(results.front());
  if (!result) return LoadFailure{"wrk's result cannot be read: " + results.front()};
  const double asked_us = static_cast<double>(task.duration.count());
  if (static_cast<double>(result->duration_us) < kShortestShare * asked_us) {
    return LoadFailure{fmt::format("wrk ran for {:.2f} s instead of {:.0f} s",
                                   static_cast<double>(result->duration_us) / 1e6, asked_us / 1e6)};
  }
  return *result;
}

}  // namespace pacer
