#include <nlohmann/json.hpp>

#include "core/compare/output.h"
#include "core/formats/json_document.h"
#include "core/model/json.h"

namespace pacer {
namespace {

using Json = nlohmann::ordered_json;

/// The verdict as a word for scripts: "a bit worse" is "a_bit_worse".
std::string word(std::string name) {
  for (auto& c : name) {
    if (c == ' ') c = '_';
  }
  return name;
}

/// Medians stand in the metric's own unit, which its key names.
Json metric_of(const MetricChange& change) {
  return {{"metric", change.metric},
          {"old_median", or_null(change.old_median)},
          {"new_median", or_null(change.new_median)},
          {"old_n", change.old_n},
          {"new_n", change.new_n},
          {"ratio", or_null(change.ratio)},
          {"ratio_low", or_null(change.low)},
          {"ratio_high", or_null(change.high)},
          {"new_better_share", or_null(change.new_better_share)},
          {"p", or_null(change.p)},
          {"p_holm", or_null(change.p_holm)},
          {"verdict", word(change_name(change.change))},
          {"more_rounds", or_null(change.more_rounds)},
          {"client_bound", change.client_bound}};
}

Json row_of(const FrameworkChange& row) {
  auto metrics = Json::array();
  for (const auto& change : row.metrics) metrics.push_back(metric_of(change));
  const auto version = [](const std::string& text) {
    return text.empty() ? Json(nullptr) : Json(text);
  };
  return {{"framework", row.framework},
          {"old_version", version(row.old_version)},
          {"new_version", version(row.new_version)},
          {"verdict", word(change_name(row.change))},
          {"why", row.why.empty() ? Json(nullptr) : Json(row.why)},
          {"metrics", std::move(metrics)}};
}

}  // namespace

std::string comparison_json(const RunComparison& comparison, const CompareLook& /*look*/) {
  Json caption = Json::object();
  for (const auto& [label, text] : comparison.caption) caption[label] = text;
  auto rows = Json::array();
  for (const auto& row : comparison.rows) rows.push_back(row_of(row));
  const Json json{{"data_version", kDataVersion},
                  {"verdict", word(verdict_name(comparison.verdict))},
                  {"headline", comparison_headline(comparison)},
                  {"reasons", comparison.reasons},
                  {"old_run", comparison.old_run},
                  {"new_run", comparison.new_run},
                  {"paired", comparison.is_paired},
                  {"tolerance", comparison.tolerance},
                  {"confidence", 0.95},
                  {"caption", std::move(caption)},
                  {"rows", std::move(rows)},
                  {"notes", comparison.notes}};
  return json_document(json);
}

}  // namespace pacer
