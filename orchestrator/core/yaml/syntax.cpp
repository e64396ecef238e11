#include "core/yaml/syntax.h"

#include <array>
#include <string_view>

namespace pacer::yaml {
namespace {

struct Row {
  std::string_view theirs;
  std::string_view message;
  std::string_view hint;
};

constexpr std::string_view kQuoteIt = "text with special characters needs quotes: \"...\"";

constexpr std::array<Row, 11> kRows{{
    {"illegal map value", "a ': ' cannot stand here", kQuoteIt},
    {"illegal map key", "a key cannot stand here", "check the indentation"},
    {"illegal block entry", "a list item cannot start here",
     "put '- ' on a line of its own, indented with blanks"},
    {"illegal tab when looking for indentation", "a tab cannot indent", "indent with blanks"},
    {"illegal flow end", "nothing was opened that this could close", kQuoteIt},
    {"illegal EOF in scalar", "a quote is opened but never closed", "close it with \""},
    {"unknown token", "a value cannot begin with this character", kQuoteIt},
    {"end of map not found", "this does not continue the fields above",
     "check the quotes and the indentation of this line and the one above"},
    {"end of sequence not found", "this does not continue the list above",
     "check the quotes and the indentation of this line and the one above"},
    {"end of map flow not found", "a '{' is opened but never closed", "close it with }"},
    {"end of sequence flow not found", "a '[' is opened but never closed", "close it with ]"},
}};

}  // namespace

Explanation explain_syntax_error(const std::string& message) {
  for (const auto& row : kRows) {
    if (message == row.theirs) return {std::string(row.message), std::string(row.hint)};
  }
  return {message, ""};
}

}  // namespace pacer::yaml
