#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/edit_distance.h"
#include "base/error.h"
#include "base/text.h"
#include "core/compare/output.h"
#include "core/metrics/table.h"

namespace pacer {
namespace {

constexpr const char* kNone = "—";
constexpr int kMostForecast = 1000;

std::string percent(double ratio) {
  const double change = (ratio - 1) * 100;
  const auto text =
      std::fabs(change) < 99.95 ? fmt::format("{:+.1f}", change) : fmt::format("{:+.0f}", change);
  return text == "-0.0" ? "+0.0" : text;
}

std::string value_text(const std::string& key, const std::optional<double>& value) {
  return value ? format_value(metric(key), *value) : kNone;
}

std::string title_of(const MetricChange& change) {
  return std::string(metric(change.metric).title);
}

std::string forecast(const MetricChange& change) {
  if (!change.more_rounds) return "";
  if (*change.more_rounds > kMostForecast) return " (not even 1,000 more rounds would)";
  return fmt::format(" ({} more round{} would)", *change.more_rounds,
                     *change.more_rounds == 1 ? "" : "s");
}

/// "go-http (req/s, CPU/req)": what of it has this change.
std::string named(const FrameworkChange& row, Change wanted) {
  std::vector<std::string> titles;
  for (const auto& change : row.metrics) {
    if (change.change == wanted) titles.push_back(title_of(change));
  }
  return fmt::format("{} ({})", row.framework, join(titles, ", "));
}

}  // namespace

ChangeCells change_cells(const MetricChange& change) {
  ChangeCells cells;
  cells.metric = title_of(change);
  cells.old_value = value_text(change.metric, change.old_median);
  cells.new_value = value_text(change.metric, change.new_median);
  cells.change = change.ratio ? percent(*change.ratio) + " %" : kNone;
  cells.interval =
      change.low ? fmt::format("{} to {} %", percent(*change.low), percent(*change.high)) : kNone;
  cells.new_better =
      change.new_better_share ? fmt::format("{:.0f} %", *change.new_better_share * 100) : kNone;
  cells.verdict = change_name(change.change);
  return cells;
}

std::string row_head(const FrameworkChange& row) {
  auto text = row.framework;
  if (!row.old_version.empty() && row.old_version == row.new_version) {
    text += " " + row.old_version;
  } else if (!row.old_version.empty() && !row.new_version.empty()) {
    text += fmt::format(" {}, then {}", row.old_version, row.new_version);
  }
  text += ": " + (row.change == Change::kTooFew ? "too few rounds" : change_name(row.change));
  return row.why.empty() ? text : text + ": " + row.why;
}

std::string open_questions(const FrameworkChange& row, bool is_paired) {
  std::vector<std::string> open;
  for (const auto& change : row.metrics) {
    if (change.change != Change::kUndecided && change.change != Change::kTooFew) continue;
    open.push_back(title_of(change) + forecast(change));
  }
  if (open.empty()) return "";
  return fmt::format("not decided with {}: {}", is_paired ? "these pairs" : "these rounds",
                     join(open, ", "));
}

std::string comparison_headline(const RunComparison& comparison) {
  std::vector<std::string> regressed;
  std::vector<std::string> better;
  for (const auto& row : comparison.rows) {
    if (row.change == Change::kRegressed) regressed.push_back(named(row, Change::kRegressed));
    if (named(row, Change::kBetter) != row.framework + " ()") {
      better.push_back(named(row, Change::kBetter));
    }
  }
  const auto tolerance = fmt::format("{:g} %", comparison.tolerance * 100);
  const auto gained = better.empty() ? "" : "; better: " + join(better, ", ");
  switch (comparison.verdict) {
    case CompareVerdict::kRegressed:
      return fmt::format("regressed by more than {}: {}{}", tolerance, join(regressed, ", "),
                         gained);
    case CompareVerdict::kNotComparable:
      return "not comparable";
    case CompareVerdict::kUndecided:
      return fmt::format("undecided: no regression over {} is shown, nor all ruled out{}",
                         tolerance, gained);
    case CompareVerdict::kPassed:
      return fmt::format("passed: no regression over {}{}", tolerance, gained);
  }
  return "";
}

std::vector<std::string> how_to_read(const RunComparison& comparison) {
  if (comparison.rows.empty()) return {};
  std::vector<std::string> lines;
  lines.emplace_back(
      comparison.is_paired
          ? "Change: the middle ratio of new to old over the pairs (Hodges-Lehmann), with its 95 % "
            "interval (Wilcoxon's signed ranks). Values are medians."
          : "Change: the middle ratio of new to old over all trials (Hodges-Lehmann), with its "
            "95 % interval (Mann-Whitney). Values are medians.");
  lines.emplace_back(comparison.is_paired
                         ? "New better: the share of pairs in which the new one was; 50 % is no "
                           "effect."
                         : "New better: the share of all pairs of an old and a new trial in which "
                           "the new one was; 50 % is no effect.");
  lines.push_back(
      fmt::format("Regressed: worse by more than {:g} %, with the whole interval on the wrong side "
                  "and p at most 0.05 over all figures here (Holm).",
                  comparison.tolerance * 100));
  return lines;
}

const CompareFormat& compare_format_named(std::string_view name) {
  static const std::vector<CompareFormat> kFormats{
      {"text", comparison_text}, {"markdown", comparison_markdown}, {"json", comparison_json}};
  std::vector<std::string> names;
  for (const auto& format : kFormats) {
    if (format.name == name) return format;
    names.emplace_back(format.name);
  }
  throw Error(unknown_word("format", name, names), "--format", "take " + join(names, ", "));
}

}  // namespace pacer
