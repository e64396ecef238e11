#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "base/text.h"
#include "base/utf8.h"
#include "core/formats/cells.h"
#include "core/formats/markdown_text.h"
#include "core/formats/side_tables.h"
#include "core/formats/table.h"
#include "core/ranking/rank.h"

namespace pacer {
namespace {

void write_row(const std::vector<std::string>& cells, std::ostream& out) {
  out << "| " << join(cells, " | ") << " |\n";
}

void write_columns(const std::vector<Column>& columns, std::size_t ranked, std::ostream& out) {
  std::vector<std::string> heads;
  std::vector<std::string> rules;
  for (const auto& column : columns) {
    heads.push_back(markdown_escaped(column.head));
    rules.emplace_back(column.align == Align::kRight ? "---:" : ":---");
  }
  out << "\n";
  write_row(heads, out);
  write_row(rules, out);
  for (std::size_t i = 0; i < columns.front().cells.size(); ++i) {
    std::vector<std::string> cells;
    for (const auto& column : columns) {
      auto cell = markdown_escaped(column.cells[i]);
      const bool is_apart = i >= ranked && column.key == "framework";
      cells.push_back(is_apart ? "*" + cell + "*" : cell);
    }
    write_row(cells, out);
  }
}

void write_side_table(const SideTable& side, std::ostream& out) {
  out << "\n" << markdown_escaped(side.title) << "\n";
  write_columns(side.columns, side.ranked, out);
}

void write_table(const Ranking& ranking, std::ostream& out) {
  if (ranking.rows.empty()) out << "\nNo framework was measured.\n";
  if (printed_rows(ranking).empty()) return;
  // Framework and version stay apart: GitHub takes "go-http@1.26.8" for a mail address.
  write_columns(printed_columns(ranking), ranking.rows.size(), out);
  for (const auto& side : latency_tables(ranking)) write_side_table(side, out);
}

void write_notes(const Ranking& ranking, std::ostream& out) {
  const auto notes = printed_notes(ranking, false);
  if (notes.empty()) return;
  out << "\n**Notes**\n\n";
  for (const auto& note : notes) {
    out << fmt::format("- {}: {}\n", markdown_escaped(note.who), markdown_escaped(note.text));
  }
}

void write_unmeasured(const Ranking& ranking, std::ostream& out) {
  const auto verdicts = printed_verdicts(ranking);
  if (verdicts.empty()) return;
  out << "\n**Not measured**\n\n";
  for (const auto& verdict : verdicts) {
    const auto outcome = verdict.outcome.empty() ? "" : "**" + verdict.outcome + "**: ";
    out << fmt::format("- {}: {}{}\n", markdown_code(verdict.who), outcome,
                       markdown_escaped(verdict.reason));
    for (const auto& line : verdict.evidence) out << "  - " << markdown_code(line) << "\n";
    if (!verdict.notes.empty()) out << "  - note: " << markdown_escaped(verdict.notes) << "\n";
    if (!verdict.remedy.empty()) out << "  - try: " << markdown_code(verdict.remedy) << "\n";
  }
}

void write_head(const std::string& title, const Caption& caption, std::ostream& out) {
  out << "**" << markdown_escaped(printable_line(title)) << "**\n\n";
  for (const auto& [label, text] : caption) {
    const auto safe = printable_line(text);
    out << fmt::format("- {}: {}\n", label,
                       label == "Reproduce" ? markdown_code(safe) : markdown_escaped(safe));
  }
}

void write_body(const Ranking& ranking, std::ostream& out) {
  write_table(ranking, out);
  write_notes(ranking, out);
  write_unmeasured(ranking, out);
}

void write_footnotes(const std::vector<std::string>& notes, std::ostream& out) {
  if (!notes.empty()) out << "\n**How to read it**\n\n";
  for (const auto& note : notes) out << "- " << markdown_escaped(printable_line(note)) << "\n";
}

/// Of several settings: what they share once, then a section for each.
void write_settings(const Ranking& ranking, std::ostream& out) {
  const auto all = tables_of(ranking);
  const auto shared = shared_caption(ranking);
  write_head(fmt::format("{}, {} settings", ranking.plan.name, all.size()), shared, out);
  if (const auto matrix = setting_matrix(ranking); !matrix.columns.front().cells.empty()) {
    write_side_table(matrix, out);
  }
  for (const auto* one : all) {
    out << "\n";
    write_head(one->setting + ", " + standing_name(one->standing), own_caption(*one, shared), out);
    write_body(*one, out);
  }
  write_footnotes(all_footnotes(ranking), out);
}

}  // namespace

void write_markdown(const Ranking& ranking, const FormatOptions& /*options*/, std::ostream& out) {
  if (!ranking.further.empty()) return write_settings(ranking, out);
  write_head(ranking.title, ranking.caption, out);
  write_body(ranking, out);
  write_footnotes(ranking.footnotes, out);
}

}  // namespace pacer
