#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace pacer {

struct CodePoint {
  char32_t value = 0;
  std::size_t bytes = 0;  ///< how many bytes of the text it takes
};

/// The code point that starts at byte `at`; nothing where the bytes there are not well-formed
/// UTF-8 (RFC 3629: no overlong forms, no surrogates, nothing over U+10FFFF) or the text ends.
std::optional<CodePoint> code_point_at(std::string_view text, std::size_t at);

/// C0, DEL and C1: what a terminal may obey instead of showing.
bool is_control(char32_t value);

/// The text with each byte that is no part of well-formed UTF-8 replaced by U+FFFD, so that it can
/// stand in JSON.
std::string valid_utf8(std::string_view text);

/// The text as one line that is safe on a terminal: line ends and tabs become blanks; other control
/// characters, line separators and marks that turn the writing direction become \xNN or \uNNNN;
/// broken bytes become U+FFFD.
std::string printable_line(std::string_view text);

}  // namespace pacer
