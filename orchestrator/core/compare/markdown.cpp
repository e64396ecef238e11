#include <fmt/format.h>

#include "base/text.h"
#include "base/utf8.h"
#include "core/compare/output.h"
#include "core/formats/markdown_text.h"

namespace pacer {
namespace {

std::string safe(const std::string& text) { return markdown_escaped(printable_line(text)); }

std::string row_text(const std::vector<std::string>& cells) {
  return "| " + join(cells, " | ") + " |\n";
}

std::string table(const std::vector<MetricChange>& metrics) {
  auto text =
      row_text({"figure", "old", "new", "change", "95 % interval", "new better", "verdict"});
  text += row_text({":---", "---:", "---:", "---:", "---:", "---:", ":---"});
  for (const auto& change : metrics) {
    const auto cells = change_cells(change);
    const bool is_loud = change.change == Change::kRegressed || change.change == Change::kBetter;
    text += row_text({cells.metric, cells.old_value, cells.new_value, cells.change, cells.interval,
                      cells.new_better, is_loud ? "**" + cells.verdict + "**" : cells.verdict});
  }
  return text;
}

std::string list(const std::vector<std::string>& lines) {
  std::string text;
  for (const auto& line : lines) text += "- " + safe(line) + "\n";
  return text;
}

}  // namespace

std::string comparison_markdown(const RunComparison& comparison, const CompareLook& /*look*/) {
  auto text = "**Pacer: " + safe(comparison_headline(comparison)) + "**\n";
  if (!comparison.reasons.empty()) text += "\n" + list(comparison.reasons);
  for (const auto& row : comparison.rows) {
    text += "\n" + safe(row_head(row)) + "\n";
    if (!row.metrics.empty()) text += "\n" + table(row.metrics);
    if (const auto open = open_questions(row, comparison.is_paired); !open.empty()) {
      text += "\n" + safe(open) + "\n";
    }
  }
  text += "\n<details><summary>What was compared</summary>\n\n";
  for (const auto& [label, value] : comparison.caption) {
    text += fmt::format("- {}: {}\n", label, safe(value));
  }
  text += list(comparison.notes) + list(how_to_read(comparison)) + "\n</details>\n";
  return text;
}

}  // namespace pacer
