#include <fmt/format.h>

#include <algorithm>

#include "base/text_table.h"
#include "base/utf8.h"
#include "core/compare/output.h"
#include "core/formats/fold.h"

namespace pacer {
namespace {

constexpr int kNarrowest = 72;
constexpr int kLabelWidth = 11;
constexpr const char* kRed = "\x1b[31m";
constexpr const char* kGreen = "\x1b[32m";
constexpr const char* kReset = "\x1b[0m";

class Writer {
 public:
  explicit Writer(const CompareLook& look)
      : width_(std::max(kNarrowest, look.width)), color_(look.color) {}

  /// `first` stands before the first line, blanks of the same width before the others.
  void paragraph(const std::string& text, const std::string& first, const char* style = "") {
    const auto indent = first.size();
    auto before = first;
    for (const auto& line : fold(printable_line(text), width_ - static_cast<int>(indent))) {
      out_ += before + styled(line, style) + "\n";
      before = std::string(indent, ' ');
    }
  }

  void table(const std::vector<MetricChange>& metrics) {
    TextTable table({{"  figure"},
                     {"old", Align::kRight},
                     {"new", Align::kRight},
                     {"change", Align::kRight},
                     {"95 % interval", Align::kRight},
                     {"new\nbetter", Align::kRight},
                     {"verdict"}});
    for (const auto& change : metrics) {
      const auto cells = change_cells(change);
      table.add_row({"  " + cells.metric, cells.old_value, cells.new_value, cells.change,
                     cells.interval, cells.new_better, cells.verdict},
                    style_of(change.change));
    }
    out_ += table.render();
  }

  void blank() { out_ += "\n"; }
  std::string take() { return std::move(out_); }

  const char* style_of(Change change) const {
    if (!color_) return "";
    if (change == Change::kRegressed) return kRed;
    return change == Change::kBetter ? kGreen : "";
  }

 private:
  std::string styled(const std::string& line, const char* style) const {
    return *style == 0 ? line : style + line + kReset;
  }

  int width_;
  bool color_;
  std::string out_;
};

}  // namespace

std::string comparison_text(const RunComparison& comparison, const CompareLook& look) {
  Writer writer(look);
  for (const auto& [label, text] : comparison.caption) {
    writer.paragraph(text, fmt::format("{:<{}}", label, kLabelWidth));
  }
  writer.blank();
  for (const auto& row : comparison.rows) {
    writer.paragraph(row_head(row), "", writer.style_of(row.change));
    if (!row.metrics.empty()) writer.table(row.metrics);
    if (const auto open = open_questions(row, comparison.is_paired); !open.empty()) {
      writer.paragraph(open, "  ");
    }
    writer.blank();
  }
  const bool regressed = comparison.verdict == CompareVerdict::kRegressed;
  writer.paragraph(comparison_headline(comparison), "",
                   writer.style_of(regressed ? Change::kRegressed : Change::kSame));
  for (const auto& reason : comparison.reasons) writer.paragraph(reason, "- ");
  const auto reading = how_to_read(comparison);
  if (!comparison.notes.empty() || !reading.empty()) writer.blank();
  for (const auto& note : comparison.notes) writer.paragraph(note, "- ");
  for (const auto& line : reading) writer.paragraph(line, "- ");
  return writer.take();
}

}  // namespace pacer
