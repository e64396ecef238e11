#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <ostream>
#include <string>

#include "base/text.h"
#include "base/text_table.h"
#include "base/utf8.h"
#include "core/formats/fold.h"
#include "core/formats/page.h"
#include "core/formats/table.h"
#include "core/metrics/table.h"
#include "core/ranking/meanings.h"

namespace pacer {
namespace {

constexpr int kNarrowest = 40;
constexpr int kWidestText = 100;  ///< running text is not read well beyond it
constexpr int kWidestCell = 32;   ///< of a name or a version; longer ones take several lines

using Columns = std::vector<const Column*>;

struct Styles {
  std::string bold;
  std::string dim;
  std::string red;
  std::string reset;
};

Styles styles_for(bool color) {
  if (!color) return {};
  return {"\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[0m"};
}

std::string blanks(std::size_t count) { return std::string(count, ' '); }

class TextPage : public Page {
 public:
  TextPage(const FormatOptions& options, std::ostream& out)
      : styles_(styles_for(options.color)),
        width_(std::max(kNarrowest, options.width)),
        text_width_(std::min(width_, kWidestText)),
        out_(out) {}

  void title(const std::string& text) override { paragraph("", text, 0, styles_.bold); }
  void section(const std::string& title) override { heading(title); }
  void caption(const Caption& caption) override;
  void remark(const std::string& text) override {
    line();
    line(text);
  }
  void table(const std::vector<Column>& columns, std::size_t ranked) override;
  void side_table(const SideTable& side) override;
  void notes(const std::vector<PrintedNote>& notes) override;
  void verdicts(const std::vector<Verdict>& verdicts) override;
  void footnotes(const std::vector<std::string>& notes) override;
  void explanations(const Ranking& ranking);

 private:
  void line(std::string_view text = "") { out_ << text << "\n"; }
  void heading(const std::string& text) {
    line();
    title(text);
  }
  /// `first` and the text, folded; further lines are indented.
  void paragraph(const std::string& first, const std::string& text, std::size_t indent,
                 const std::string& style = "");
  /// Likewise, so that it can be copied into a shell.
  void command(const std::string& first, const std::string& text, std::size_t indent);
  void lines(const std::string& first, const std::vector<std::string>& parts, std::size_t indent,
             const std::string& style);
  void part(const Columns& columns, std::size_t ranked);
  void meanings(const Ranking& ranking);

  Styles styles_;
  int width_;
  int text_width_;
  std::ostream& out_;
};

void TextPage::lines(const std::string& first, const std::vector<std::string>& parts,
                     std::size_t indent, const std::string& style) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto whole = (i == 0 ? first : blanks(indent)) + parts[i];
    line(style.empty() ? whole : style + whole + styles_.reset);
  }
}

void TextPage::paragraph(const std::string& first, const std::string& text, std::size_t indent,
                         const std::string& style) {
  lines(first, fold(text, text_width_ - static_cast<int>(indent)), indent, style);
}

void TextPage::command(const std::string& first, const std::string& text, std::size_t indent) {
  lines(first, fold_command(text, text_width_ - static_cast<int>(indent)), indent, "");
}

void TextPage::caption(const Caption& caption) {
  std::size_t widest = 0;
  for (const auto& [label, text] : caption) widest = std::max(widest, label.size());
  for (const auto& [label, text] : caption) {
    const auto first = label + blanks(widest + 2 - label.size());
    const auto safe = printable_line(text);
    if (label == "Reproduce") {
      command(first, safe, widest + 2);
    } else {
      paragraph(first, safe, widest + 2);
    }
  }
}

Columns pointers_to(const std::vector<Column>& columns) {
  Columns all;
  for (const auto& column : columns) all.push_back(&column);
  return all;
}

int width_of(const Columns& columns) {
  int width = TextTable::kGap * (static_cast<int>(columns.size()) - 1);
  for (const auto* column : columns) {
    int widest = 0;
    for (const auto& part : split(column->head, '\n'))
      widest = std::max(widest, display_width(part));
    for (const auto& cell : column->cells) {
      for (const auto& part : split(cell, '\n')) widest = std::max(widest, display_width(part));
    }
    width += widest;
  }
  return width;
}

/// Columns that a reader looks up rather than compares.
bool is_detail(const Column& column) {
  constexpr std::array<std::string_view, 6> kDetails{
      "version", "language", "verified_by", "transfer_bytes_per_s", "errors", "n"};
  return std::find(kDetails.begin(), kDetails.end(), column.key) != kDetails.end();
}

/// Adds columns to the tables, a new table with the framework in front wherever one is full.
void fill(std::vector<Columns>& tables, const Columns& columns, const Column* framework,
          int width) {
  for (const auto* column : columns) {
    auto& current = tables.back();
    const bool is_bare = current.back() == framework;
    current.push_back(column);
    if (is_bare || width_of(current) <= width) continue;
    current.pop_back();
    tables.push_back({framework, column});
  }
}

/// As few tables as the width allows, each with the framework in front, details last; in tables of
/// their own where that costs none.
std::vector<Columns> arrange(const std::vector<Column>& columns, int width) {
  Columns keys;
  Columns figures;
  Columns details;
  for (const auto& column : columns) {
    const bool is_key = column.key == "rank" || column.key == "framework";
    (is_key ? keys : is_detail(column) ? details : figures).push_back(&column);
  }
  const auto* framework = keys.back();
  std::vector<Columns> apart{keys};
  fill(apart, figures, framework, width);
  auto together = apart;
  fill(together, details, framework, width);
  apart.push_back({framework});
  fill(apart, details, framework, width);
  return apart.size() <= together.size() ? apart : together;
}

void TextPage::part(const Columns& columns, std::size_t ranked) {
  std::vector<TextTable::Column> heads;
  for (const auto* column : columns) heads.push_back({column->head, column->align});
  TextTable table(heads, styles_.bold);
  const auto count = columns.front()->cells.size();
  for (std::size_t i = 0; i < count; ++i) {
    const bool is_apart = i >= ranked;
    if (i == ranked && ranked > 0) table.add_separator();
    std::vector<std::string> cells;
    for (const auto* column : columns) cells.push_back(column->cells[i]);
    table.add_row(cells, is_apart ? styles_.dim : "");
  }
  out_ << table.render();
}

/// Heads in two lines where they have two words, long names in several.
std::vector<Column> fitted(std::vector<Column> columns) {
  for (auto& column : columns) {
    // At the last blank: "% of ceiling" is "% of" over "ceiling".
    if (const auto blank = column.head.rfind(' '); blank != std::string::npos) {
      column.head[blank] = '\n';
    }
    if (column.align == Align::kRight) continue;
    for (auto& cell : column.cells) cell = join(fold(cell, kWidestCell), "\n");
  }
  return columns;
}

void TextPage::table(const std::vector<Column>& columns, std::size_t ranked) {
  const auto narrow = fitted(columns);
  const auto joined = with_version_joined(narrow);
  if (const auto all = pointers_to(joined); width_of(all) <= width_) {
    line();
    part(all, ranked);
    return;
  }
  for (const auto& some : arrange(narrow, width_)) {
    line();
    part(some, ranked);
  }
}

void TextPage::side_table(const SideTable& side) {
  heading(side.title);
  const auto columns = fitted(side.columns);
  const auto* framework = columns.data();
  std::vector<Columns> parts{{framework}};
  auto rest = pointers_to(columns);
  rest.erase(rest.begin());
  fill(parts, rest, framework, width_);
  for (const auto& some : parts) {
    if (&some != parts.data()) line();
    part(some, side.ranked);
  }
}

void TextPage::notes(const std::vector<PrintedNote>& notes) {
  heading("Notes");
  for (const auto& note : notes) paragraph("  ", note.who + ": " + note.text, 4);
}

void TextPage::verdicts(const std::vector<Verdict>& verdicts) {
  heading("Not measured");
  for (const auto& verdict : verdicts) {
    const auto outcome = verdict.outcome.empty() ? "" : verdict.outcome + ": ";
    paragraph("  ", verdict.who + ": " + outcome + verdict.reason, 4,
              verdict.is_failure ? styles_.red : "");
    for (const auto& evidence : verdict.evidence) paragraph("    | ", evidence, 6, styles_.dim);
    if (!verdict.notes.empty()) paragraph("    note: ", verdict.notes, 10);
    if (!verdict.remedy.empty()) command("    try: ", verdict.remedy, 9);
  }
}

void TextPage::footnotes(const std::vector<std::string>& notes) {
  line();
  for (const auto& note : notes) paragraph("- ", note, 2);
}

void TextPage::explanations(const Ranking& ranking) {
  if (ranking.columns.empty()) return;
  heading("Columns");
  for (const auto& key : ranking.columns) {
    const auto& shown = metric(key);
    if (!shown.in_table) continue;
    paragraph("  ", fmt::format("{}: {}", shown.title, shown.help), 4);
  }
  meanings(ranking);
}

/// Of the badges and the notes that this table has, each once.
void TextPage::meanings(const Ranking& ranking) {
  std::map<std::string, std::string> badges;
  std::map<std::string, std::string> notes;
  const auto collect = [&](const Row& row, bool measured) {
    if (measured) badges[badge_name(row.summary.badge)];
    for (const auto& note : row.summary.notes) notes[note.code] = meaning_of_note(note.code);
  };
  for (const auto* row : printed_rows(ranking)) collect(*row, true);
  for (const auto& row : ranking.below) collect(row, false);
  heading("Verified by");
  for (auto& [badge, text] : badges) {
    text = meaning_of_badge(badge);
    paragraph("  ", badge + ": " + text, 4);
  }
  std::erase_if(notes, [](const auto& note) { return note.second.empty(); });
  if (notes.empty()) return;
  heading("What the notes mean");
  for (const auto& [code, text] : notes) paragraph("  ", code + ": " + text, 4);
}

}  // namespace

void write_text(const Ranking& ranking, const FormatOptions& options, std::ostream& out) {
  TextPage page(options, out);
  lay_out(ranking, options.explain, page);
  if (options.explain) page.explanations(ranking);
}

}  // namespace pacer
