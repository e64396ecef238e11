#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace pacer::yaml {

/// One thing that is wrong in a file. Lines and columns count from 1, columns in characters; line 0
/// means the file as a whole.
struct Problem {
  int line = 0;
  int column = 0;
  std::string message;
  std::string hint;  ///< what to write instead; may be empty

  friend bool operator==(const Problem&, const Problem&) = default;
};

using ProblemList = std::vector<Problem>;

/// FILE:LINE:COLUMN: error: MESSAGE
///   the source line
///        ^
///   hint: HINT
/// Of a long source line only the part around the caret is shown. Ends without a line end.
std::string render(const Problem& problem, std::string_view text, const std::string& file);

/// Everything that is wrong in one file, in the order of its lines.
class Problems : public Error {
 public:
  Problems(const std::string& file, std::string_view text, ProblemList problems);

  /// what() and this are the same: every problem as render() above writes it, one after the other.
  std::string render() const override { return what(); }
  const ProblemList& list() const { return list_; }

 private:
  ProblemList list_;
};

/// Throws Problems where the list is not empty.
void throw_if_any(const std::string& file, std::string_view text, const ProblemList& problems);

}  // namespace pacer::yaml
