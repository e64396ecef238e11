#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>

#include "core/formats/table.h"
#include "core/model/json.h"
#include "core/ranking/rank.h"

namespace pacer {
namespace {

using Json = nlohmann::ordered_json;

template <class Value>
Json or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

void add_outcome(const Outcome& outcome, Json& to) {
  to["outcome"] = outcome_name(outcome);
  if (const auto* skipped = std::get_if<Skipped>(&outcome)) {
    to["why"] = skipped->why;
    to["remedy"] = skipped->remedy;
  } else if (const auto* failed = std::get_if<Failed>(&outcome)) {
    to["stage"] = stage_name(failed->stage);
    to["why"] = failed->why;
    to["evidence"] = failed->evidence;
  } else if (const auto* invalid = std::get_if<Invalid>(&outcome)) {
    to["reasons"] = invalid->reasons;
  }
}

Json values_of(const Row& row) {
  auto values = Json::object();
  for (const auto& [key, estimate] : row.summary.estimates) {
    values[key] = {{"median", estimate.median},
                   {"low", or_null(estimate.low)},
                   {"high", or_null(estimate.high)},
                   {"n", estimate.n}};
  }
  return values;
}

Json ceiling_ratio_of(const Row& row) {
  if (!row.ceiling_ratio) return nullptr;
  const auto& interval = row.ceiling_ratio_interval;
  return {{"median", *row.ceiling_ratio},
          {"low", interval ? Json(interval->first) : Json(nullptr)},
          {"high", interval ? Json(interval->second) : Json(nullptr)}};
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

Json row_of(const Row& row) {
  const auto& summary = row.summary;
  Json out;
  out["rank"] = or_null(row.rank);
  out["framework"] = summary.framework;
  out["version"] = summary.version;
  out["language"] = summary.language;
  out["runtime"] = summary.runtime;
  add_outcome(summary.worst, out);
  out["verified_by"] = summary.n_valid > 0 ? Json(badge_name(summary.badge)) : Json(nullptr);
  out["n_valid"] = summary.n_valid;
  out["n_run"] = summary.n_run;
  out["values"] = values_of(row);
  out["ceiling_ratio"] = ceiling_ratio_of(row);
  out["notes"] = notes_of(row);
  out["trouble"] = summary.trouble;
  return out;
}

Json rows_of(const std::vector<Row>& rows) {
  auto list = Json::array();
  for (const auto& row : rows) list.push_back(row_of(row));
  return list;
}

}  // namespace

void write_json(const Ranking& ranking, const FormatOptions& /*options*/, std::ostream& out) {
  Json caption = Json::object();
  for (const auto& [label, text] : ranking.caption) caption[lower(label)] = text;
  Json json;
  json["data_version"] = kDataVersion;
  json["title"] = ranking.title;
  json["standing"] = standing_name(ranking.standing);
  json["caption"] = std::move(caption);
  json["settings"] = Json(to_json(ranking.settings));
  json["ceiling"] = ranking.ceiling ? row_of(*ranking.ceiling) : Json(nullptr);
  json["rows"] = rows_of(ranking.rows);
  json["not_measured"] = rows_of(ranking.below);
  json["footnotes"] = ranking.footnotes;
  out << json.dump(2, ' ', false, Json::error_handler_t::replace) << "\n";
}

}  // namespace pacer
