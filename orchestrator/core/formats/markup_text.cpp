#include "core/formats/markup_text.h"

#include <fmt/format.h>

#include "base/utf8.h"

namespace pacer {
namespace {

/// Char of XML 1.0 (fifth edition, 2.2), except that surrogates are no code points here.
bool is_permitted(char32_t value) {
  if (value < 0x20) return value == '\t' || value == '\n' || value == '\r';
  return value != 0xFFFE && value != 0xFFFF;
}

std::string escaped(char32_t value, std::string_view bytes) {
  switch (value) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\t':
    case '\n':
    case '\r':  // in an attribute they would be read as blanks
      return fmt::format("&#{};", static_cast<unsigned>(value));
    default:
      return is_permitted(value) ? std::string(bytes) : "\uFFFD";
  }
}

}  // namespace

std::string markup_escaped(std::string_view text) {
  const auto valid = valid_utf8(text);
  std::string out;
  for (std::size_t at = 0; at < valid.size();) {
    const auto point = code_point_at(valid, at);
    if (!point) break;  // cannot be: it is valid
    out += escaped(point->value, std::string_view(valid).substr(at, point->bytes));
    at += point->bytes;
  }
  return out;
}

}  // namespace pacer
