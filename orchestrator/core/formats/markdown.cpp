#include <fmt/format.h>

#include <ostream>

#include "base/text.h"
#include "base/utf8.h"
#include "core/formats/markdown_text.h"
#include "core/formats/page.h"
#include "core/formats/table.h"

namespace pacer {
namespace {

class MarkdownPage : public Page {
 public:
  explicit MarkdownPage(std::ostream& out) : out_(out) {}

  void title(const std::string& text) override {
    out_ << "**" << markdown_escaped(text) << "**\n\n";
  }
  void section(const std::string& text) override {
    out_ << "\n";
    title(text);
  }
  void caption(const Caption& caption) override;
  void remark(const std::string& text) override { out_ << "\n" << text << "\n"; }
  void table(const std::vector<Column>& columns, std::size_t ranked) override;
  void side_table(const SideTable& side) override {
    out_ << "\n" << markdown_escaped(side.title) << "\n";
    table(side.columns, side.ranked);
  }
  void notes(const std::vector<PrintedNote>& notes) override;
  void verdicts(const std::vector<Verdict>& verdicts) override;
  void footnotes(const std::vector<std::string>& notes) override;

 private:
  void row(const std::vector<std::string>& cells) { out_ << "| " << join(cells, " | ") << " |\n"; }

  std::ostream& out_;
};

void MarkdownPage::caption(const Caption& caption) {
  for (const auto& [label, text] : caption) {
    const auto safe = printable_line(text);
    out_ << fmt::format("- {}: {}\n", label,
                        label == "Reproduce" ? markdown_code(safe) : markdown_escaped(safe));
  }
}

// Framework and version stay apart: GitHub takes "go-http@1.26.8" for a mail address.
void MarkdownPage::table(const std::vector<Column>& columns, std::size_t ranked) {
  std::vector<std::string> heads;
  std::vector<std::string> rules;
  for (const auto& column : columns) {
    heads.push_back(markdown_escaped(column.head));
    rules.emplace_back(column.align == Align::kRight ? "---:" : ":---");
  }
  out_ << "\n";
  row(heads);
  row(rules);
  for (std::size_t i = 0; i < columns.front().cells.size(); ++i) {
    std::vector<std::string> cells;
    for (const auto& column : columns) {
      auto cell = markdown_escaped(column.cells[i]);
      const bool is_apart = i >= ranked && column.key == "framework";
      cells.push_back(is_apart ? "*" + cell + "*" : cell);
    }
    row(cells);
  }
}

void MarkdownPage::notes(const std::vector<PrintedNote>& notes) {
  out_ << "\n**Notes**\n\n";
  for (const auto& note : notes) {
    out_ << fmt::format("- {}: {}\n", markdown_escaped(note.who), markdown_escaped(note.text));
  }
}

void MarkdownPage::verdicts(const std::vector<Verdict>& verdicts) {
  out_ << "\n**Not measured**\n\n";
  for (const auto& verdict : verdicts) {
    const auto outcome = verdict.outcome.empty() ? "" : "**" + verdict.outcome + "**: ";
    out_ << fmt::format("- {}: {}{}\n", markdown_code(verdict.who), outcome,
                        markdown_escaped(verdict.reason));
    for (const auto& line : verdict.evidence) out_ << "  - " << markdown_code(line) << "\n";
    if (!verdict.notes.empty()) out_ << "  - note: " << markdown_escaped(verdict.notes) << "\n";
    if (!verdict.remedy.empty()) out_ << "  - try: " << markdown_code(verdict.remedy) << "\n";
  }
}

void MarkdownPage::footnotes(const std::vector<std::string>& notes) {
  out_ << "\n**How to read it**\n\n";
  for (const auto& note : notes) out_ << "- " << markdown_escaped(note) << "\n";
}

}  // namespace

void write_markdown(const Ranking& ranking, const FormatOptions& /*options*/, std::ostream& out) {
  MarkdownPage page(out);
  lay_out(ranking, false, page);
}

}  // namespace pacer
