#include "core/clients/pacer_load.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"

namespace pacer {
namespace {

using Json = nlohmann::json;

constexpr int kDataVersion = 1;
constexpr double kShortestShare = 0.9;
/// pacer-load's own: everything right, and measured but with errors.
constexpr int kClean = 0;
constexpr int kWithErrors = 1;

std::uint64_t count(const Json& from, const char* key) {
  // get<> alone would turn -1 into a huge count.
  return from.at(key).get_ref<const Json::number_unsigned_t&>();
}

LoadResult load_of(const Json& json) {
  const auto& errors = json.at("errors");
  LoadResult load{count(json, "requests"),
                  count(json, "duration_us"),
                  count(json, "bytes"),
                  count(json, "opening_us"),
                  {}};
  load.out_of_time = json.value("out_of_time", false);
  load.errors.connect = count(errors, "connect");
  load.errors.read =
      count(errors, "reset") + count(errors, "early_close") + count(errors, "malformed");
  load.errors.timeout = count(errors, "timeout");
  load.errors.status = count(errors, "status");
  load.errors.body = count(errors, "body");
  load.started_us = count(json, "started_monotonic_us");
  load.right_by_second = json.at("right_by_second").get<std::vector<std::uint64_t>>();
  return load;
}

PacerLoadResult::Latency latency_of(const Json& json) {
  return {json.at("p50"),  json.at("p75"),   json.at("p90"),  json.at("p99"),
          json.at("p999"), json.at("p9999"), json.at("mean"), json.at("max")};
}

PacerLoadResult::OpenLoop open_loop_of(const Json& json) {
  return {count(json, "rate_per_s"), count(json, "scheduled"), count(json, "sent"),
          json.at("valid"),          json.at("upper_bound"),   json.at("lag_us").at("p99")};
}

PacerLoadResult result_of(const Json& json) {
  PacerLoadResult result;
  result.right = count(json, "right");
  result.load = load_of(json);
  const auto& connections = json.at("connections");
  result.reopened = count(connections, "reopened");
  result.announced_closes = count(connections, "announced_closes");
  result.served = count(connections, "served");
  for (const auto& stall : json.at("stalls")) {
    result.longest_stall_us =
        std::max(result.longest_stall_us, stall.at("length_us").get<double>());
  }
  result.latency_us = latency_of(json.at("latency_us"));
  result.histogram = json.at("histogram").at("hdr");
  if (json.contains("open_loop")) result.open_loop = open_loop_of(json.at("open_loop"));
  return result;
}

std::optional<LoadFailure> failure_of(const ClientOutput& output) {
  const auto lines = last_lines(output.err, 1000);
  const auto because = lines.empty() ? std::string() : ": " + lines.front();
  if (output.signal != 0) {
    return LoadFailure{fmt::format("pacer-load was killed by signal {}{}", output.signal, because)};
  }
  if (output.exit_code != kClean && output.exit_code != kWithErrors) {
    return LoadFailure{fmt::format("pacer-load ended with exit {}{}", output.exit_code, because)};
  }
  return std::nullopt;
}

}  // namespace

Argv closed_loop_argv(const LoadTask& task) { return pacer_load_argv({task, {}, task.requests}); }

std::variant<LoadResult, LoadFailure> parse_closed_loop(const ClientOutput& output,
                                                        const LoadTask& task) {
  auto parsed = parse_pacer_load(output, {task, {}, task.requests});
  if (auto* failure = std::get_if<LoadFailure>(&parsed)) return std::move(*failure);
  return std::get<PacerLoadResult>(parsed).load;
}

Argv pacer_load_argv(const PacerLoadTask& task) {
  Argv argv{"pacer-load", "--json", fmt::format("-t{}", task.load.threads),
            fmt::format("-c{}", task.load.connections), fmt::format("-p{}", task.load.pipeline)};
  const auto add = [&](const char* name, const std::string& value) {
    argv.insert(argv.end(), {name, value});
  };
  if (task.requests) {
    add("--requests", std::to_string(*task.requests));
    if (task.load.at_most > Duration::zero()) {
      add("--at-most", format_duration(task.load.at_most));
    }
  } else {
    argv.push_back("-d" + format_duration(task.load.duration));
  }
  if (task.rate_per_s) add("--rate", std::to_string(*task.rate_per_s));
  if (!task.load.expect_file.empty()) add("--expect", task.load.expect_file);
  argv.push_back(fmt::format("http://{}:{}{}", task.load.host, task.load.port, task.load.path));
  return argv;
}

std::variant<PacerLoadResult, LoadFailure> parse_pacer_load(const ClientOutput& output,
                                                            const PacerLoadTask& task) {
  if (auto failure = failure_of(output)) return *failure;
  const auto json = Json::parse(output.out, nullptr, false);
  try {
    const auto version = json.at("data_version").get<int>();
    if (version != kDataVersion) {
      return LoadFailure{
          fmt::format("pacer-load's result has version {} instead of {}", version, kDataVersion)};
    }
    const auto result = result_of(json);
    const auto ran_us = static_cast<double>(result.load.duration_us);
    const auto asked_us = static_cast<double>(task.load.duration.count());
    if (!task.requests && ran_us < kShortestShare * asked_us) {
      return LoadFailure{fmt::format("pacer-load ran for {:.2f} s instead of {:.2f} s",
                                     ran_us / 1e6, asked_us / 1e6)};
    }
    return result;
  } catch (const Json::exception&) {
    return LoadFailure{"pacer-load's result cannot be read: " + cut(output.out, 200)};
  }
}

}  // namespace pacer
