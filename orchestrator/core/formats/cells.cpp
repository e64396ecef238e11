#include "core/formats/cells.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <unordered_map>

#include "base/text.h"
#include "base/utf8.h"
#include "core/metrics/table.h"

namespace pacer {
namespace {

constexpr std::size_t kMostTrouble = 3;
constexpr std::size_t kMostEvidence = 3;

/// A figure as printed; low and high are empty where there is no interval.
struct Figure {
  std::string median = kNoValue;
  std::string low;
  std::string high;
};

using ReadText = std::function<std::string(const Row&)>;
using ReadFigure = std::function<Figure(const Row&)>;

Column text_column(const char* key, const char* head, Align align,
                   const std::vector<const Row*>& rows, const ReadText& read) {
  Column column{key, head, align, {}};
  for (const auto* row : rows) column.cells.push_back(printable_line(read(*row)));
  return column;
}

std::string padded(const std::string& text, int width) {
  return std::string(static_cast<std::size_t>(std::max(0, width - display_width(text))), ' ') +
         text;
}

/// "123,456 [120,000–130,000]". Within a column the parts stand below each other, so that figures
/// compare at a glance; a row without interval leaves its place empty.
Column figure_column(std::string key, std::string head, const std::vector<const Row*>& rows,
                     const ReadFigure& read) {
  std::vector<Figure> figures;
  int low_width = 0;
  int high_width = 0;
  for (const auto* row : rows) {
    figures.push_back(read(*row));
    low_width = std::max(low_width, display_width(figures.back().low));
    high_width = std::max(high_width, display_width(figures.back().high));
  }
  constexpr int kBrackets = 4;  // blank, two brackets and the dash
  const bool any = low_width > 0;
  Column column{std::move(key), std::move(head), Align::kRight, {}};
  for (const auto& figure : figures) {
    auto cell = figure.median;
    if (!figure.low.empty()) {
      cell +=
          fmt::format(" [{}–{}]", padded(figure.low, low_width), padded(figure.high, high_width));
    } else if (any) {
      cell += padded("", kBrackets + low_width + high_width);
    }
    column.cells.push_back(std::move(cell));
  }
  return column;
}

/// Range is shown of throughput, and of errors: their median may be 0 where some trials had many.
bool shows_interval(const Metric& metric) {
  return metric.key == "throughput_rps" || metric.key == "errors";
}

Column metric_column(const Metric& metric, const std::vector<const Row*>& rows) {
  const std::string key(metric.key);
  return figure_column(key, std::string(metric.title), rows, [&](const Row& row) {
    Figure figure;
    const auto* estimate = estimate_of(row.summary, key);
    if (estimate == nullptr) return figure;
    figure.median = format_value(metric, estimate->median);
    const bool is_range = estimate->low && estimate->high && *estimate->low < *estimate->high;
    if (shows_interval(metric) && is_range) {
      figure.low = format_value(metric, *estimate->low);
      figure.high = format_value(metric, *estimate->high);
    }
    return figure;
  });
}

/// A share of the ceiling: whole percents, one decimal below 10.
std::string percents(double ratio) {
  const double value = ratio * 100;
  return fmt::format("{:.{}f}", value, value < 9.95 ? 1 : 0);
}

Column ceiling_column(const std::vector<const Row*>& rows) {
  return figure_column("ceiling_ratio", "% of ceiling", rows, [](const Row& row) {
    Figure figure;
    if (!row.ceiling_ratio) return figure;
    figure.median = percents(*row.ceiling_ratio) + " %";
    if (row.ceiling_ratio_interval) {
      figure.low = percents(row.ceiling_ratio_interval->first);
      figure.high = percents(row.ceiling_ratio_interval->second);
    }
    return figure;
  });
}

std::string note_text(const Note& note, bool with_code) {
  return with_code ? fmt::format("{} [{}]", note.text, note.code) : note.text;
}

bool carries(const Row& row, const Note& note) {
  const auto& notes = row.summary.notes;
  return std::find(notes.begin(), notes.end(), note) != notes.end();
}

/// Notes that every measured row carries, in the words of the first.
std::vector<Note> common_notes(const std::vector<Row>& rows) {
  std::vector<Note> common;
  if (rows.size() < 2) return common;
  for (const auto& note : rows.front().summary.notes) {
    const auto has_it = [&](const Row& row) { return carries(row, note); };
    if (std::all_of(rows.begin(), rows.end(), has_it)) common.push_back(note);
  }
  return common;
}

std::vector<std::string> remarks_of(const Row& row, const std::vector<Note>& common,
                                    bool with_codes) {
  std::vector<std::string> remarks;
  for (const auto& note : row.summary.notes) {
    const bool said = std::find(common.begin(), common.end(), note) != common.end();
    if (!said) remarks.push_back(note_text(note, with_codes));
  }
  const auto& trouble = row.summary.trouble;
  const auto shown = std::min(trouble.size(), kMostTrouble);
  remarks.insert(remarks.end(), trouble.begin(),
                 trouble.begin() + static_cast<std::ptrdiff_t>(shown));
  if (trouble.size() > shown) {
    remarks.push_back(fmt::format("{} more trials were not measured", trouble.size() - shown));
  }
  return remarks;
}

bool is_measured(const Row& row) { return row.summary.n_valid > 0; }

std::string label_of(const Summary& summary) {
  return printable_line(summary.version.empty() ? summary.framework
                                                : summary.framework + "@" + summary.version);
}

Verdict verdict_of(const Row& row) {
  const auto& summary = row.summary;
  Verdict verdict;
  verdict.who = label_of(summary);
  verdict.outcome = summary.n_run > 0 ? outcome_name(summary.worst) : "";
  verdict.reason = outcome_reason(summary.worst);
  verdict.is_failure = !std::holds_alternative<Skipped>(summary.worst);
  if (const auto* skipped = std::get_if<Skipped>(&summary.worst)) {
    verdict.remedy = printable_line(skipped->remedy);
  } else if (const auto* failed = std::get_if<Failed>(&summary.worst)) {
    verdict.outcome += " at " + stage_name(failed->stage);
    verdict.reason = failed->why;
    const auto& lines = failed->evidence;
    const auto first = lines.size() - std::min(lines.size(), kMostEvidence);
    for (auto i = first; i < lines.size(); ++i)
      verdict.evidence.push_back(printable_line(lines[i]));
  }
  verdict.reason = printable_line(verdict.reason);
  if (summary.n_run > 1) {
    verdict.reason += fmt::format(" (0 of {} trials valid)", summary.n_run);
  }
  std::vector<std::string> notes;
  for (const auto& note : summary.notes) notes.push_back(note.text);
  verdict.notes = printable_line(join(notes, "; "));
  return verdict;
}

using RankOf = std::optional<RankInterval> Row::*;

/// "3", "2–4" where the places are not sure, "=2–4" where another row has the same ones.
std::string rank_text(const Row& row, RankOf rank, const std::vector<Row>& rows) {
  const auto& own = row.*rank;
  const auto& name = row.summary.framework;
  if (!own) return name == kCeilingName || is_control(name) ? "" : kNoValue;
  const auto equals =
      std::count_if(rows.begin(), rows.end(), [&](const Row& other) { return other.*rank == own; });
  const auto* sign = equals > 1 ? "=" : "";
  if (own->best == own->worst) return fmt::format("{}{}", sign, own->best);
  return fmt::format("{}{}–{}", sign, own->best, own->worst);
}

}  // namespace

std::vector<const Row*> printed_rows(const Ranking& ranking) {
  std::vector<const Row*> rows;
  for (const auto& row : ranking.rows) rows.push_back(&row);
  if (ranking.ceiling && is_measured(*ranking.ceiling)) rows.push_back(&*ranking.ceiling);
  for (const auto& row : ranking.controls) {
    if (is_measured(row)) rows.push_back(&row);
  }
  return rows;
}

std::vector<const Row*> unmeasured_rows(const Ranking& ranking) {
  std::vector<const Row*> rows;
  if (ranking.ceiling && !is_measured(*ranking.ceiling)) rows.push_back(&*ranking.ceiling);
  for (const auto& row : ranking.controls) {
    if (!is_measured(row)) rows.push_back(&row);
  }
  for (const auto& row : ranking.below) rows.push_back(&row);
  return rows;
}

std::vector<Column> printed_columns(const Ranking& ranking) {
  const auto rows = printed_rows(ranking);
  const auto any = [&](const auto& predicate) {
    return std::any_of(rows.begin(), rows.end(), predicate);
  };
  const auto add_text = [&](auto& columns, const char* key, const char* head, Align align,
                            const ReadText& read) {
    columns.push_back(text_column(key, head, align, rows, read));
  };
  std::vector<Column> columns;
  const auto add_rank = [&](const char* key, const char* head, RankOf rank) {
    if (!any([&](const Row* row) { return (row->*rank).has_value(); })) return;
    add_text(columns, key, head, Align::kRight,
             [&](const Row& row) { return rank_text(row, rank, ranking.rows); });
  };
  add_rank("rank", "rank", &Row::rank);
  add_text(columns, "framework", "framework", Align::kLeft,
           [](const Row& row) { return row.summary.framework; });
  add_text(columns, "version", "version", Align::kLeft,
           [](const Row& row) { return row.summary.version; });
  add_text(columns, "language", "language", Align::kLeft,
           [](const Row& row) { return row.summary.language; });
  add_text(columns, "verified_by", "verified by", Align::kLeft,
           [](const Row& row) { return badge_name(row.summary.badge); });
  for (const auto& key : ranking.columns) {
    const auto& shown = metric(key);
    if (shown.in_table) columns.push_back(metric_column(shown, rows));
    const bool has_ratios = any([](const Row* row) { return row->ceiling_ratio.has_value(); });
    if (key == "throughput_rps" && has_ratios) columns.push_back(ceiling_column(rows));
    if (key == "server_cpu_us_per_request") add_rank("cost_rank", "CPU rank", &Row::cost_rank);
  }
  add_text(columns, "n", "valid", Align::kRight, [](const Row& row) {
    return fmt::format("{}/{}", row.summary.n_valid, row.summary.n_run);
  });
  return columns;
}

std::vector<Column> with_version_joined(std::vector<Column> columns) {
  const auto find = [&](const char* key) {
    return std::find_if(columns.begin(), columns.end(),
                        [&](const Column& column) { return column.key == key; });
  };
  const auto framework = find("framework");
  const auto version = find("version");
  for (std::size_t i = 0; i < framework->cells.size(); ++i) {
    if (!version->cells[i].empty()) framework->cells[i] += "@" + version->cells[i];
  }
  columns.erase(version);
  return columns;
}

std::vector<PrintedNote> printed_notes(const Ranking& ranking, bool with_codes) {
  std::vector<PrintedNote> printed;
  const auto add = [&](const std::string& who, const std::vector<std::string>& remarks) {
    if (!remarks.empty())
      printed.push_back({printable_line(who), printable_line(join(remarks, "; "))});
  };
  const auto common = common_notes(ranking.rows);
  std::vector<std::string> shared;
  shared.reserve(common.size());
  for (const auto& note : common) shared.push_back(note_text(note, with_codes));
  add("every row", shared);
  for (const auto* row : printed_rows(ranking)) {
    add(row->summary.framework, remarks_of(*row, common, with_codes));
  }
  return printed;
}

std::vector<Verdict> printed_verdicts(const Ranking& ranking) {
  std::vector<Verdict> verdicts;
  std::unordered_map<std::string, std::size_t> index;
  for (const auto* row : unmeasured_rows(ranking)) {
    auto verdict = verdict_of(*row);
    const auto said = join({verdict.outcome, verdict.reason, verdict.remedy,
                            join(verdict.evidence, "\n"), verdict.notes},
                           "\n");
    const auto [place, is_new] = index.emplace(said, verdicts.size());
    if (is_new) {
      verdicts.push_back(std::move(verdict));
    } else {
      verdicts[place->second].who += ", " + verdict.who;
    }
  }
  return verdicts;
}

}  // namespace pacer
