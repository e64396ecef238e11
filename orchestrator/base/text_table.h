#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pacer {

enum class Align { kLeft, kRight };

/// A table for a fixed-width font: two blanks between columns, no trailing blanks. A cell or a
/// head may hold several lines ('\n'): heads stand at the bottom of theirs, cells at the top. Width
/// is counted by display_width.
class TextTable {
 public:
  static constexpr int kGap = 2;  ///< blanks between columns

  struct Column {
    std::string head;
    Align align = Align::kLeft;
  };

  /// `style`, here and below, is an ANSI escape ("\x1b[1m") put before each line, with the reset
  /// after it; empty: none.
  explicit TextTable(const std::vector<Column>& columns, std::string_view style = "");

  /// Throws Error where the number of cells is not that of the columns.
  void add_row(const std::vector<std::string>& cells, std::string_view style = "");
  /// A line across the whole table.
  void add_separator();

  int width() const;
  /// Every line ends with '\n'; the heads come first.
  std::string render() const;

 private:
  using Lines = std::vector<std::string>;
  struct Row {
    std::vector<Lines> cells;  ///< empty: a separator
    std::string style;
  };

  void measure(const std::vector<Lines>& cells);
  std::string render_row(const Row& row, bool at_bottom) const;

  std::vector<Align> aligns_;
  std::vector<int> widths_;
  Row head_;
  std::vector<Row> rows_;
};

}  // namespace pacer
