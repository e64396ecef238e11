#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>

#include "core/formats/json_document.h"
#include "core/formats/side_tables.h"
#include "core/formats/table.h"
#include "core/metrics/table.h"
#include "core/model/json.h"
#include "core/ranking/rank.h"

namespace pacer {
namespace {

using Json = nlohmann::ordered_json;

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

/// The reason in the same fields for every outcome; what does not apply is null or empty.
void add_outcome(const Outcome& outcome, Json& to) {
  const auto* skipped = std::get_if<Skipped>(&outcome);
  const auto* failed = std::get_if<Failed>(&outcome);
  const auto* invalid = std::get_if<Invalid>(&outcome);
  to["outcome"] = outcome_name(outcome);
  to["stage"] = failed != nullptr ? Json(stage_name(failed->stage)) : Json(nullptr);
  to["why"] = failed != nullptr                           ? Json(failed->why)
              : std::holds_alternative<Measured>(outcome) ? Json(nullptr)
                                                          : Json(outcome_reason(outcome));
  to["reasons"] = invalid != nullptr ? Json(invalid->reasons) : Json::array();
  to["evidence"] = failed != nullptr ? Json(failed->evidence) : Json::array();
  to["remedy"] =
      skipped != nullptr && !skipped->remedy.empty() ? Json(skipped->remedy) : Json(nullptr);
}

Json median_of(const Row& row, const char* key) {
  const auto* estimate = estimate_of(row.summary, key);
  return estimate == nullptr ? Json(nullptr) : Json(estimate->median);
}

Json throughput_interval_of(const Row& row) {
  const auto* throughput = estimate_of(row.summary, "throughput_rps");
  if (throughput == nullptr || !throughput->low) return nullptr;
  return Json::array({*throughput->low, *throughput->high});
}

/// Medians of all errors and, where the samples hold them ("errors_timeout"), of each kind.
Json errors_of(const Row& row) {
  const std::string prefix = "errors_";
  if (row.summary.estimates.count("errors") == 0) return nullptr;
  Json errors = {{"total", median_of(row, "errors")}};
  for (const auto& [key, estimate] : row.summary.estimates) {
    if (key.starts_with(prefix)) errors[key.substr(prefix.size())] = estimate.median;
  }
  return errors;
}

/// The figures of the table, medians under flat names. `values` holds everything beside them.
void add_figures(const Row& row, const std::string& memory_key, Json& to) {
  const auto memory = median_of(row, memory_key.c_str());
  to["throughput_rps"] = median_of(row, "throughput_rps");
  to["throughput_interval_rps"] = throughput_interval_of(row);
  to["latency_mean_us"] = median_of(row, "latency_mean_us");
  to["latency_us_p50"] = median_of(row, "latency_us_p50");
  to["latency_us_p99"] = median_of(row, "latency_us_p99");
  to["batch_cycle_us"] = median_of(row, "batch_cycle_us");
  to["transfer_bytes_per_s"] = median_of(row, "transfer_bytes_per_s");
  to["startup_ms"] = median_of(row, "startup_ms");
  to["memory_peak_bytes"] = memory;
  to["memory_method"] = memory.is_null() ? Json(nullptr) : Json(memory_method(memory_key)->name);
  to["cpu_us_per_request"] = median_of(row, "server_cpu_us_per_request");
  to["errors"] = errors_of(row);
}

Json estimate_of(const Estimate& estimate) {
  return {{"median", estimate.median},
          {"low", or_null(estimate.low)},
          {"high", or_null(estimate.high)},
          {"n", estimate.n}};
}

Json values_of(const Row& row) {
  auto values = Json::object();
  for (const auto& [key, estimate] : row.summary.estimates) values[key] = estimate_of(estimate);
  return values;
}

Json ceiling_ratio_of(const Row& row) {
  if (!row.ceiling_ratio) return nullptr;
  const auto& interval = row.ceiling_ratio_interval;
  return {{"median", *row.ceiling_ratio},
          {"low", interval ? Json(interval->first) : Json(nullptr)},
          {"high", interval ? Json(interval->second) : Json(nullptr)}};
}

/// Every open loop of the plan; times in microseconds.
Json latency_of(const Row& row) {
  auto loops = Json::array();
  for (const auto& loop : row.summary.latency) {
    Json one;
    one["rate_per_s"] = loop.n > 0 ? Json(loop.rate.median) : or_null(loop.rate_per_s);
    one["capacity_percent"] = or_null(loop.capacity_percent);
    one["repetitions_run"] = loop.n;
    one["repetitions_sustained"] = loop.n_sustained;
    one["upper_bound"] = loop.upper_bound;
    one["latency_us"] = Json::object();
    for (const auto& [name, estimate] : loop.latency_us) {
      one["latency_us"][name] = estimate_of(estimate);
    }
    loops.push_back(std::move(one));
  }
  return loops;
}

Json notes_of(const Row& row) {
  auto notes = Json::array();
  for (const auto& note : row.summary.notes) {
    Json one;
    one["code"] = note.code;
    one["text"] = note.text;
    notes.push_back(std::move(one));
  }
  return notes;
}

Json pairs_of(const std::vector<RowRatio>& pairs) {
  auto all = Json::array();
  for (const auto& pair : pairs) {
    Json one;
    one["first"] = pair.first;
    one["second"] = pair.second;
    one["ratio"] = pair.ratio;
    one["interval"] = {pair.low, pair.high};
    one["different"] = pair.differs;
    all.push_back(std::move(one));
  }
  return all;
}

Json resolution_of(const std::optional<Resolution>& resolution) {
  if (!resolution) return nullptr;
  return {{"noise_floor_ratio", resolution->noise_floor},
          {"spread", or_null(resolution->spread)},
          {"normalised_spread", or_null(resolution->normalised_spread)},
          {"ceiling_drift", or_null(resolution->ceiling_drift)},
          {"permutation_p", resolution->permutation_p},
          {"overruled", resolution->overruled},
          {"pairs", pairs_of(resolution->pairs)}};
}

Json row_of(const Row& row, const std::string& memory_key) {
  const auto& summary = row.summary;
  Json out;
  out["rank"] = row.rank ? Json(row.rank->best) : Json(nullptr);
  out["rank_worst"] = row.rank ? Json(row.rank->worst) : Json(nullptr);
  out["cost_rank"] = row.cost_rank ? Json(row.cost_rank->best) : Json(nullptr);
  out["cost_rank_worst"] = row.cost_rank ? Json(row.cost_rank->worst) : Json(nullptr);
  out["framework"] = summary.framework;
  out["version"] = summary.version;
  out["language"] = summary.language;
  out["runtime"] = summary.runtime;
  add_outcome(summary.worst, out);
  out["verified_by"] = summary.n_valid > 0 ? Json(badge_name(summary.badge)) : Json(nullptr);
  out["repetitions"] = summary.n_valid;
  out["repetitions_run"] = summary.n_run;
  add_figures(row, memory_key, out);
  out["ceiling_ratio"] = ceiling_ratio_of(row);
  out["values"] = values_of(row);
  out["latency"] = latency_of(row);
  out["notes"] = notes_of(row);
  out["trouble"] = summary.trouble;
  return out;
}

/// Every framework that was asked for, the measured ones first.
Json rows_of(const Ranking& ranking) {
  auto list = Json::array();
  for (const auto& row : ranking.rows) list.push_back(row_of(row, ranking.memory_key));
  for (const auto& row : ranking.below) list.push_back(row_of(row, ranking.memory_key));
  return list;
}

/// What one setting's table shows.
void add_table(const Ranking& ranking, Json& to) {
  to["title"] = ranking.title;
  to["standing"] = standing_name(ranking.standing);
  to["caption"] = Json::object();
  for (const auto& [label, text] : ranking.caption) to["caption"][lower(label)] = text;
  to["settings"] = Json(to_json(ranking.settings));
  to["resolution"] = {{"throughput_rps", resolution_of(ranking.throughput)},
                      {"cpu_us_per_request", resolution_of(ranking.cost)}};
  to["ceiling"] = ranking.ceiling ? row_of(*ranking.ceiling, ranking.memory_key) : Json(nullptr);
  if (!ranking.controls.empty()) {
    auto& controls = to["controls"];
    controls = {{"failed", ranking.controls_failed}, {"findings", ranking.control_findings}};
    for (const auto& row : ranking.controls) {
      controls["rows"].push_back(row_of(row, ranking.memory_key));
    }
  }
  to["rows"] = rows_of(ranking);
  to["footnotes"] = ranking.footnotes;
}

}  // namespace

void write_json(const Ranking& ranking, const FormatOptions& /*options*/, std::ostream& out) {
  Json json;
  json["data_version"] = kDataVersion;
  json["run"] = ranking.run;
  json["plan"] = Json(to_json(ranking.plan));
  add_table(ranking, json);
  if (!ranking.further.empty()) {
    for (const auto* one : tables_of(ranking)) {
      Json table{{"setting", one->setting}};
      add_table(*one, table);
      json["by_setting"].push_back(std::move(table));
    }
  }
  out << json_document(json);
}

}  // namespace pacer
