#pragma once

#include <string>
#include <string_view>

namespace pacer {

/// Text that GitHub shows as it is: no markup, no HTML, no new column.
std::string markdown_escaped(std::string_view text);

/// A code span; its fence is longer than any run of backticks inside (CommonMark 6.1).
std::string markdown_code(const std::string& text);

}  // namespace pacer
