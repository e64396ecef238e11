#include <fmt/format.h>

#include <optional>
#include <ostream>

#include "base/text.h"
#include "base/utf8.h"
#include "core/formats/cells.h"
#include "core/formats/side_tables.h"
#include "core/formats/table.h"
#include "core/metrics/table.h"

namespace pacer {
namespace {

using Fields = std::vector<std::string>;

/// A field of RFC 4180. Line breaks inside of texts are blanks, so that one row is one line.
std::string quoted(const std::string& text) {
  auto safe = printable_line(text);
  if (safe.find_first_of(",\"") == std::string::npos) return safe;
  return "\"" + replace_all(safe, "\"", "\"\"") + "\"";
}

/// The shortest digits that read back as the same number.
std::string number(const std::optional<double>& value) {
  return value ? fmt::format("{}", *value) : "";
}

void write_fields(const Fields& fields, std::ostream& out) {
  for (std::size_t i = 0; i < fields.size(); ++i) out << (i == 0 ? "" : ",") << quoted(fields[i]);
  out << "\r\n";
}

/// The same columns in every file, whatever was measured, so that files can be joined.
Fields heads() {
  Fields fields{"rank",  "framework", "version", "language",    "runtime", "outcome",
                "stage", "reason",    "remedy",  "verified_by", "n_valid", "n_run"};
  const auto add = [&](std::string_view key) {
    fields.emplace_back(key);
    fields.push_back(fmt::format("{}_low", key));
    fields.push_back(fmt::format("{}_high", key));
  };
  for (const auto& metric : metrics()) {
    add(metric.key);
    if (metric.key == "throughput_rps") add("ceiling_ratio");
  }
  fields.insert(fields.end(), {"notes", "trouble", "rank_worst", "cost_rank", "cost_rank_worst",
                               "connections", "pipeline", "threads", "open_loops"});
  return fields;
}

void add_outcome(const Outcome& outcome, Fields& fields) {
  std::string stage;
  std::string reason;
  std::string remedy;
  if (const auto* failed = std::get_if<Failed>(&outcome)) {
    stage = stage_name(failed->stage);
    reason = failed->why;
  } else if (const auto* skipped = std::get_if<Skipped>(&outcome)) {
    reason = skipped->why;
    remedy = skipped->remedy;
  } else {
    reason = outcome_reason(outcome);
  }
  fields.insert(fields.end(), {outcome_name(outcome), stage, reason, remedy});
}

void add_values(const Row& row, Fields& fields) {
  const auto add = [&](const std::optional<double>& median, const std::optional<double>& low,
                       const std::optional<double>& high) {
    fields.insert(fields.end(), {number(median), number(low), number(high)});
  };
  for (const auto& metric : metrics()) {
    if (const auto* estimate = estimate_of(row.summary, std::string(metric.key))) {
      add(estimate->median, estimate->low, estimate->high);
    } else {
      add({}, {}, {});
    }
    if (metric.key != "throughput_rps") continue;
    const auto& interval = row.ceiling_ratio_interval;
    add(row.ceiling_ratio, interval ? std::optional(interval->first) : std::nullopt,
        interval ? std::optional(interval->second) : std::nullopt);
  }
}

std::string best(const std::optional<RankInterval>& rank) {
  return rank ? fmt::format("{}", rank->best) : "";
}

std::string worst(const std::optional<RankInterval>& rank) {
  return rank ? fmt::format("{}", rank->worst) : "";
}

/// "1000: n=3 sustained=3 p50=210.5 p90=…; 70%@14302: …", times in microseconds.
std::string open_loops(const Summary& summary) {
  std::vector<std::string> all;
  for (const auto& loop : summary.latency) {
    auto text = loop.capacity_percent
                    ? fmt::format("{}%@{:.0f}:", *loop.capacity_percent, loop.rate.median)
                    : fmt::format("{}:", loop.rate_per_s.value_or(0));
    text += fmt::format(" n={} sustained={}", loop.n, loop.n_sustained);
    for (const auto& [name, estimate] : loop.latency_us) {
      text += fmt::format(" {}={}", name, estimate.median);
    }
    all.push_back(std::move(text));
  }
  return join(all, "; ");
}

Fields fields_of(const Row& row, const Settings& settings) {
  const auto& summary = row.summary;
  Fields fields{best(row.rank), summary.framework, summary.version, summary.language,
                summary.runtime};
  add_outcome(summary.worst, fields);
  fields.insert(fields.end(),
                {summary.n_valid > 0 ? badge_name(summary.badge) : "",
                 fmt::format("{}", summary.n_valid), fmt::format("{}", summary.n_run)});
  add_values(row, fields);
  std::vector<std::string> notes;
  for (const auto& note : summary.notes) notes.push_back(note.text);
  fields.insert(fields.end(),
                {join(notes, "; "), join(summary.trouble, "; "), worst(row.rank),
                 best(row.cost_rank), worst(row.cost_rank), fmt::format("{}", settings.connections),
                 fmt::format("{}", settings.pipeline), fmt::format("{}", settings.threads),
                 open_loops(summary)});
  return fields;
}

}  // namespace

void write_csv(const Ranking& ranking, const FormatOptions& /*options*/, std::ostream& out) {
  write_fields(heads(), out);
  for (const auto* one : tables_of(ranking)) {
    for (const auto* row : printed_rows(*one)) write_fields(fields_of(*row, one->settings), out);
    for (const auto* row : unmeasured_rows(*one)) write_fields(fields_of(*row, one->settings), out);
  }
}

}  // namespace pacer
