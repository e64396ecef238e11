#include <cmath>
#include <nlohmann/json.hpp>

#include "core/audit/judge.h"
#include "core/audit/output.h"
#include "core/audit/reasons.h"
#include "core/formats/json_document.h"

namespace pacer::audit {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kDataVersion = 1;

std::string_view weight_word(Weight weight) {
  switch (weight) {
    case Weight::kImpossible:
      return "impossible";
    case Weight::kUndecided:
      return "undecided";
    case Weight::kPlain:
      break;
  }
  return "plain";
}

Json json_of(const Count& count) { return count ? Json(*count) : Json(nullptr); }
Json json_of(const std::optional<double>& number) { return or_null(number); }
Json json_of(const MaybeFigure& figure) { return figure ? Json(figure->value) : Json(nullptr); }

Json json_of(const Spread& spread) {
  return {{"avg", json_of(spread.avg)},
          {"stdev", json_of(spread.stdev)},
          {"max", json_of(spread.max)},
          {"within_stdev_pct", json_of(spread.within_stdev_pct)}};
}

Json json_of(const SocketErrors& errors) {
  Json json{{"connect", json_of(errors.connect)},
            {"read", json_of(errors.read)},
            {"write", json_of(errors.write)},
            {"timeout", json_of(errors.timeout)}};
  if (errors.other) json["other"] = *errors.other;
  return json;
}

Json ok_requests(const Values& values) {
  if (!values.requests || !values.non2xx || *values.non2xx > *values.requests) return nullptr;
  return *values.requests - *values.non2xx;
}

Json json_of(const Values& values) {
  Json percentiles = nullptr;
  if (values.percentiles_us) {
    percentiles = Json::object();
    for (const auto& one : *values.percentiles_us) percentiles[one.label] = json_of(one.us);
  }
  Json json{{"test_label", values.test_label.empty() ? Json(nullptr) : Json(values.test_label)},
            {"threads", json_of(values.threads)},
            {"connections", json_of(values.connections)},
            {"requests", json_of(values.requests)},
            {"duration_s", json_of(values.duration_s)},
            {"bytes", json_of(values.bytes)},
            {"rps", json_of(values.rps)},
            {"transfer_bytes_per_s", json_of(values.transfer_bytes_per_s)},
            {"latency_us", json_of(values.latency_us)},
            {"req_sec_thread", json_of(values.req_sec_thread)},
            {"percentiles_us", percentiles},
            {"socket_errors", json_of(values.socket_errors)},
            {"socket_errors_line", values.socket_errors_line},
            {"non2xx", json_of(values.non2xx)},
            {"non2xx_line", values.non2xx_line},
            {"ok_requests", ok_requests(values)}};
  if (values.redirects) json["redirects"] = *values.redirects;
  if (!values.derived.empty()) json["derived"] = values.derived;
  return json;
}

Json json_of(const Exact& exact) {
  Json json{{"requests", exact.requests}, {"duration_us", exact.duration_us}};
  if (exact.bytes) json["bytes"] = *exact.bytes;
  if (exact.p50_us) json["p50_us"] = *exact.p50_us;
  return json;
}

/// To 1 / `parts`.
Json rounded(const std::optional<double>& number, double parts) {
  return number ? Json(std::round(*number * parts) / parts) : Json(nullptr);
}

Json json_of(const Audit& audit) {
  const auto& reading = audit.reading;
  Json codes = Json::array();
  Json findings = Json::array();
  for (const auto& finding : audit.findings) {
    codes.push_back(finding.code);
    findings.push_back({{"code", finding.code},
                        {"weight", weight_word(reason(finding.code).weight)},
                        {"text", finding.text}});
  }
  const auto& command = reading.setting.command;
  Json json{{"file", reading.file},
            {"line", reading.line > 0 ? Json(reading.line) : Json(nullptr)},
            {"subject", reading.subject},
            {"tool", reading.tool.empty() ? Json(nullptr) : Json(reading.tool)},
            {"command", command.empty() ? Json(nullptr) : Json(command)},
            {"exit_code", reading.exit_code ? Json(*reading.exit_code) : Json(nullptr)},
            {"values", reading.values ? json_of(*reading.values) : Json(nullptr)},
            {"parse_verdict", verdict_word(audit.verdict)},
            {"reasons", codes},
            {"latency_usable", audit.latency_usable},
            {"depth", json_of(reading.setting.depth)},
            {"little_mean_us", rounded(audit.little_mean_us, 10)},
            {"little_ratio", rounded(audit.little_ratio, 1000)},
            {"findings", findings},
            {"notes", reading.notes}};
  if (reading.exact) json["exact"] = json_of(*reading.exact);
  return json;
}

}  // namespace

std::string json_text(const std::vector<Audit>& audits) {
  Json reports = Json::array();
  std::size_t impossible = 0;
  for (const auto& audit : audits) {
    reports.push_back(json_of(audit));
    impossible += has_impossible(audit) ? 1 : 0;
  }
  const Json json{{"version", kDataVersion}, {"impossible", impossible}, {"reports", reports}};
  // What others published need not be UTF-8.
  return json_document(json);
}

}  // namespace pacer::audit
