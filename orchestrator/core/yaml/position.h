#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace pacer::yaml {

struct Position {
  int line = 1;
  int column = 1;
};

/// Turns offsets in bytes into lines and columns (from 1; columns in characters).
class Positions {
 public:
  explicit Positions(std::string_view text);

  /// An offset at the end of the text, or in the blank lines before it, becomes the end of the last
  /// line that has something on it: a line that the reader can look at.
  Position at(std::size_t offset) const;

 private:
  std::string_view text_;
  std::size_t end_ = 0;              ///< just after the last character that is not blank
  std::vector<std::size_t> starts_;  ///< of the lines
};

}  // namespace pacer::yaml
