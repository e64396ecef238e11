#include "core/formats/side_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <unordered_set>

#include "base/utf8.h"
#include "core/metrics/table.h"

namespace pacer {
namespace {

/// A row of a latency table.
struct Line {
  const Row* row = nullptr;
  const LatencySummary* latency = nullptr;
};

const Estimate* found_in(const LatencySummary& latency, const char* percentile) {
  const auto found = latency.latency_us.find(percentile);
  return found == latency.latency_us.end() ? nullptr : &found->second;
}

double p99_of(const Line& line) {
  const auto* p99 = found_in(*line.latency, "p99");
  return p99 != nullptr ? p99->median : std::numeric_limits<double>::infinity();
}

std::string time_text(double us) { return format_value(metric("latency_us_p99"), us); }

std::string percentile_cell(const LatencySummary& latency, const char* percentile) {
  const auto* estimate = found_in(latency, percentile);
  return estimate == nullptr ? kNoValue : time_text(estimate->median);
}

/// The p99 is what the client's own lag is judged by.
std::string p99_cell(const LatencySummary& latency) {
  const auto text = percentile_cell(latency, "p99");
  return latency.upper_bound && text != kNoValue ? "<= " + text : text;
}

/// "1.25–1.27 ms", or "840 us–1.2 ms".
std::string range_cell(const LatencySummary& latency) {
  const auto* p99 = found_in(latency, "p99");
  if (p99 == nullptr || !p99->low || !p99->high) return kNoValue;
  auto low = time_text(*p99->low);
  const auto high = time_text(*p99->high);
  const auto unit_of = [](const std::string& text) { return text.substr(text.rfind(' ')); };
  if (unit_of(low) == unit_of(high)) low.resize(low.rfind(' '));
  return fmt::format("{}–{}", low, high);
}

using ReadLine = std::string (*)(const Line&);

void add_column(const char* key, const char* head, const std::vector<Line>& lines, ReadLine read,
                SideTable& to) {
  Column column{key, head, to.columns.empty() ? Align::kLeft : Align::kRight, {}};
  for (const auto& line : lines) column.cells.push_back(printable_line(read(line)));
  to.columns.push_back(std::move(column));
}

/// Of the loop at place `loop` of the plan: the rows that ran it, the ceiling last.
std::vector<Line> lines_of(const Ranking& ranking, std::size_t loop, std::size_t& ranked) {
  std::vector<Line> lines;
  for (const auto* row : printed_rows(ranking)) {
    const bool is_ceiling = row->summary.framework == kCeilingName;
    if (!is_ceiling) ranked = lines.size() + 1;
    lines.push_back({row, &row->summary.latency.at(loop)});
  }
  return lines;
}

SideTable latency_table(const Ranking& ranking, std::size_t loop) {
  SideTable table;
  auto lines = lines_of(ranking, loop, table.ranked);
  const auto& what = *lines.front().latency;
  const auto percent = what.capacity_percent;
  table.title = percent ? fmt::format("Latency at {} % of each row's own capacity", *percent)
                        : fmt::format("Latency at {} requests/s", what.rate_per_s.value_or(0));
  if (!percent) {
    std::stable_sort(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(table.ranked),
                     [](const Line& a, const Line& b) { return p99_of(a) < p99_of(b); });
  }
  add_column(
      "framework", "framework", lines, [](const Line& line) { return line.row->summary.framework; },
      table);
  if (percent) {
    add_column(
        "rate", "req/s", lines,
        [](const Line& line) {
          return line.latency->n == 0
                     ? std::string(kNoValue)
                     : format_value(metric("throughput_rps"), line.latency->rate.median);
        },
        table);
  }
  add_column(
      "p50", "p50", lines, [](const Line& line) { return percentile_cell(*line.latency, "p50"); },
      table);
  add_column(
      "p90", "p90", lines, [](const Line& line) { return percentile_cell(*line.latency, "p90"); },
      table);
  add_column(
      "p99", "p99", lines, [](const Line& line) { return p99_cell(*line.latency); }, table);
  const auto has_range = [](const Line& line) { return range_cell(*line.latency) != kNoValue; };
  if (std::any_of(lines.begin(), lines.end(), has_range)) {
    add_column(
        "p99_range", "p99 range", lines, [](const Line& line) { return range_cell(*line.latency); },
        table);
  }
  add_column(
      "p999", "p99.9", lines,
      [](const Line& line) { return percentile_cell(*line.latency, "p999"); }, table);
  const auto missed = [](const Line& line) { return line.latency->n_sustained < line.latency->n; };
  if (std::any_of(lines.begin(), lines.end(), missed)) {
    add_column(
        "sustained", "sustained", lines,
        [](const Line& line) {
          return fmt::format("{}/{}", line.latency->n_sustained, line.latency->n);
        },
        table);
  }
  return table;
}

const Row* row_named(const Ranking& ranking, const std::string& framework) {
  for (const auto* row : printed_rows(ranking)) {
    if (row->summary.framework == framework) return row;
  }
  return nullptr;
}

std::string throughput_cell(const Row* row) {
  if (row == nullptr) return kNoValue;
  const auto* throughput = estimate_of(row->summary, "throughput_rps");
  if (throughput == nullptr) return kNoValue;
  return format_value(metric("throughput_rps"), throughput->median);
}

/// Frameworks that were measured under any setting, the ceiling not among them.
std::vector<std::string> measured_frameworks(const std::vector<const Ranking*>& tables) {
  std::vector<std::string> names;
  std::unordered_set<std::string> seen;
  for (const auto* table : tables) {
    for (const auto& row : table->rows) {
      if (seen.insert(row.summary.framework).second) names.push_back(row.summary.framework);
    }
  }
  return names;
}

}  // namespace

std::vector<SideTable> latency_tables(const Ranking& ranking) {
  const auto loops = static_cast<std::size_t>(count_open_loops(ranking.settings));
  const bool said_by_the_ranking = loops == 1 && !ranking.settings.latency_capacity_percent;
  if (said_by_the_ranking || printed_rows(ranking).empty()) return {};
  std::vector<SideTable> tables;
  for (std::size_t loop = 0; loop < loops; ++loop) tables.push_back(latency_table(ranking, loop));
  return tables;
}

std::vector<const Ranking*> tables_of(const Ranking& ranking) {
  std::vector<const Ranking*> tables{&ranking};
  for (const auto& other : ranking.further) tables.push_back(&other);
  return tables;
}

SideTable setting_matrix(const Ranking& ranking) {
  const auto tables = tables_of(ranking);
  const auto differs = [&](int Settings::*member) {
    return std::any_of(tables.begin(), tables.end(), [&](const Ranking* one) {
      return one->settings.*member != ranking.settings.*member;
    });
  };
  const bool by_connections = differs(&Settings::connections);
  const bool by_depth = differs(&Settings::pipeline);
  SideTable matrix;
  matrix.title = fmt::format("Throughput in req/s by {}{}{}", by_connections ? "connections" : "",
                             by_connections && by_depth ? " x " : "", by_depth ? "depth" : "");
  auto names = measured_frameworks(tables);
  matrix.ranked = names.size();
  const bool has_ceiling = std::any_of(tables.begin(), tables.end(), [](const Ranking* one) {
    return row_named(*one, kCeilingName) != nullptr;
  });
  if (has_ceiling) names.emplace_back(kCeilingName);
  Column frameworks{"framework", "framework", Align::kLeft, {}};
  for (const auto& name : names) frameworks.cells.push_back(printable_line(name));
  matrix.columns.push_back(std::move(frameworks));
  for (const auto* table : tables) {
    const auto& settings = table->settings;
    const auto connections = by_connections ? fmt::format("{}", settings.connections) : "";
    const auto depth = by_depth ? fmt::format("{}", settings.pipeline) : "";
    Column column{table->setting,
                  connections + (by_connections && by_depth ? "x" : "") + depth,
                  Align::kRight,
                  {}};
    for (const auto& name : names) column.cells.push_back(throughput_cell(row_named(*table, name)));
    matrix.columns.push_back(std::move(column));
  }
  return matrix;
}

Caption shared_caption(const Ranking& ranking) {
  Caption shared;
  for (const auto& entry : ranking.caption) {
    const auto has_it = [&](const Ranking& other) {
      return std::find(other.caption.begin(), other.caption.end(), entry) != other.caption.end();
    };
    if (std::all_of(ranking.further.begin(), ranking.further.end(), has_it)) {
      shared.push_back(entry);
    }
  }
  return shared;
}

Caption own_caption(const Ranking& one, const Caption& shared) {
  Caption own;
  std::copy_if(one.caption.begin(), one.caption.end(), std::back_inserter(own),
               [&](const auto& entry) {
                 return std::find(shared.begin(), shared.end(), entry) == shared.end();
               });
  return own;
}

std::vector<std::string> all_footnotes(const Ranking& ranking) {
  std::vector<std::string> notes;
  for (const auto* table : tables_of(ranking)) {
    for (const auto& note : table->footnotes) {
      if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(note);
    }
  }
  return notes;
}

}  // namespace pacer
