#include <nlohmann/json.hpp>

#include "load/histogram_code.h"
#include "load/report_text.h"

namespace pacer::load {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kDataVersion = 1;
constexpr double kNsPerUs = 1000;

double us(std::int64_t ns) { return static_cast<double>(ns) / kNsPerUs; }

Json settings_json(const Options& options) {
  Json json;
  json["url"] = options.url;
  json["loop"] = options.rate_per_s ? "open" : "closed";
  json["threads"] = options.threads;
  json["connections"] = options.connections;
  json["pipeline"] = options.depth;
  json["order"] = options.sliding ? "sliding" : "batch";
  if (options.requests) json["requests"] = *options.requests;
  if (options.at_most) json["at_most_us"] = options.at_most->count();
  if (!options.requests) json["duration_us"] = options.duration.count();
  if (options.rate_per_s) json["rate_per_s"] = *options.rate_per_s;
  if (options.rate_per_s) json["order"] = "scheduled";
  return json;
}

Json errors_json(const Counts& counts) {
  Json json;
  for (std::size_t i = 0; i < kFaults; ++i) {
    json[fault_name(static_cast<Fault>(i))] = counts.faults[i];
  }
  json["status"] = counts.wrong_statuses();
  json["body"] = counts.wrong_body;
  return json;
}

Json statuses_json(const Counts& counts) {
  auto json = Json::object();
  for (std::size_t status = 0; status < counts.wrong_status.size(); ++status) {
    if (counts.wrong_status[status] == 0) continue;
    json[std::to_string(status)] = counts.wrong_status[status];
  }
  return json;
}

Json latency_json(const Histogram& latency) {
  const auto at = [&](double percent) { return us(latency.percentile(percent)); };
  return {{"p50", at(50)},
          {"p75", at(75)},
          {"p90", at(90)},
          {"p99", at(99)},
          {"p999", at(99.9)},
          {"p9999", at(99.99)},
          {"mean", latency.mean() / kNsPerUs},
          {"max", us(latency.max())}};
}

Json connections_json(const Counts& counts) {
  return {{"opened", counts.opened},
          {"served", counts.served},
          {"reopened", counts.reopened},
          {"announced_closes", counts.announced_closes},
          {"idle_closes", counts.idle_closes}};
}

Json open_loop_json(const OpenLoop& open, const Histogram& latency) {
  return {{"rate_per_s", open.rate_per_s},
          {"scheduled", open.scheduled},
          {"sent", open.sent_in_time},
          {"valid", open.valid()},
          {"upper_bound", open.upper_bound(latency)},
          {"lag_us",
           {{"p50", us(open.lag_ns.percentile(50))},
            {"p99", us(open.lag_ns.percentile(99))},
            {"max", us(open.lag_ns.max())}}}};
}

Json stalls_json(const std::vector<Stall>& stalls) {
  auto json = Json::array();
  for (const auto& stall : stalls) {
    json.push_back(
        {{"at_us", us(stall.begin_ns)}, {"length_us", us(stall.end_ns - stall.begin_ns)}});
  }
  return json;
}

}  // namespace

std::string report_json(const Report& report, const Options& options) {
  const auto& counts = report.counts;
  Json json;
  json["data_version"] = kDataVersion;
  json["client"] = "pacer-load " PACER_VERSION;
  json["settings"] = settings_json(options);
  json["requests"] = counts.answers;
  json["right"] = counts.right;
  json["opening_us"] = report.opening_us;
  json["duration_us"] = report.duration_us;
  json["started_monotonic_us"] = report.started_us;
  json["right_by_second"] = report.right_by_second;
  json["bytes"] = counts.bytes;
  json["errors"] = errors_json(counts);
  json["wrong_statuses"] = statuses_json(counts);
  json["evidence"] = Json::object();
  for (const auto& [fault, why] : report.evidence) json["evidence"][fault_name(fault)] = why;
  json["sent"] = counts.sent;
  json["lost"] = counts.lost;
  json["unasked"] = counts.unasked;
  json["unanswered"] = counts.unanswered;
  json["connections"] = connections_json(counts);
  json["latency_us"] = latency_json(report.latency_ns);
  json["histogram"] = {{"unit", "ns"}, {"hdr", encode_histogram(report.latency_ns)}};
  if (report.open_loop) {
    json["open_loop"] = open_loop_json(*report.open_loop, report.latency_ns);
    json["open_loop"]["unsent"] = counts.unsent;
  }
  json["stalls"] = stalls_json(report.stalls);
  json["client_cpu_us"] = {{"user", report.cpu_user_us}, {"system", report.cpu_system_us}};
  json["interrupted"] = report.interrupted;
  json["gave_up"] = report.gave_up;
  json["out_of_time"] = report.out_of_time;
  return json.dump() + "\n";
}

}  // namespace pacer::load
