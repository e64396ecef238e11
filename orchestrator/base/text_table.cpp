#include "base/text_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/text.h"

namespace pacer {
namespace {

std::string blanks(int count) { return std::string(static_cast<std::size_t>(count), ' '); }

std::string styled(const std::string& line, const std::string& style) {
  return style.empty() || line.empty() ? line : style + line + "\x1b[0m";
}

}  // namespace

TextTable::TextTable(const std::vector<Column>& columns, std::string_view style)
    : widths_(columns.size(), 0), head_{{}, std::string(style)} {
  for (const auto& column : columns) {
    aligns_.push_back(column.align);
    head_.cells.push_back(split(column.head, '\n'));
  }
  measure(head_.cells);
}

void TextTable::measure(const std::vector<Lines>& cells) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    for (const auto& line : cells[i]) widths_[i] = std::max(widths_[i], display_width(line));
  }
}

void TextTable::add_row(const std::vector<std::string>& cells, std::string_view style) {
  if (cells.size() != aligns_.size()) {
    throw Error(
        fmt::format("a row of {} cells in a table of {} columns", cells.size(), aligns_.size()));
  }
  Row row{{}, std::string(style)};
  for (const auto& cell : cells) row.cells.push_back(split(cell, '\n'));
  measure(row.cells);
  rows_.push_back(std::move(row));
}

void TextTable::add_separator() { rows_.emplace_back(); }

int TextTable::width() const {
  int sum = kGap * std::max(0, static_cast<int>(widths_.size()) - 1);
  for (const int width : widths_) sum += width;
  return sum;
}

std::string TextTable::render_row(const Row& row, bool at_bottom) const {
  std::size_t height = 0;
  for (const auto& cell : row.cells) height = std::max(height, cell.size());
  std::string out;
  for (std::size_t at = 0; at < height; ++at) {
    std::string line;
    int pending = 0;  // blanks that are only written where text follows
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      const auto& cell = row.cells[i];
      const auto skipped = at_bottom ? height - cell.size() : 0;
      const auto text = at >= skipped && at - skipped < cell.size() ? cell[at - skipped] : "";
      const int free = widths_[i] - display_width(text);
      if (aligns_[i] == Align::kRight) pending += free;
      if (!text.empty()) {
        line += blanks(pending) + text;
        pending = 0;
      }
      if (aligns_[i] == Align::kLeft) pending += free;
      pending += kGap;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += styled(line, row.style) + "\n";
  }
  return out;
}

std::string TextTable::render() const {
  std::string out = render_row(head_, true);
  for (const auto& row : rows_) {
    if (row.cells.empty()) {
      for (int i = 0; i < width(); ++i) out += "\u2500";
      out += "\n";
    } else {
      out += render_row(row, false);
    }
  }
  return out;
}

}  // namespace pacer
