#include "base/utf8.h"

#include <fmt/format.h>

#include <array>

namespace pacer {
namespace {

constexpr std::string_view kReplacement = "\uFFFD";

struct Form {
  unsigned char mask;  ///< bits of the first byte that tell the form
  unsigned char lead;  ///< their value
  std::size_t bytes;
  char32_t smallest;  ///< anything below is an overlong form
};

constexpr std::array<Form, 4> kForms{{{0x80, 0x00, 1, 0x0},
                                      {0xE0, 0xC0, 2, 0x80},
                                      {0xF0, 0xE0, 3, 0x800},
                                      {0xF8, 0xF0, 4, 0x10000}}};

/// Line separators and what turns the writing direction (it would show a text that is not there).
bool steers_the_line(char32_t value) {
  return is_control(value) || value == 0x2028 || value == 0x2029 ||
         (value >= 0x200E && value <= 0x200F) || (value >= 0x202A && value <= 0x202E) ||
         (value >= 0x2066 && value <= 0x2069);
}

std::string printable(char32_t value, std::string_view bytes) {
  if (value == '\n' || value == '\r' || value == '\t') return " ";
  if (!steers_the_line(value)) return std::string(bytes);
  const auto number = static_cast<unsigned>(value);
  return number <= 0x7F ? fmt::format("\\x{:02x}", number) : fmt::format("\\u{:04x}", number);
}

}  // namespace

std::optional<CodePoint> code_point_at(std::string_view text, std::size_t at) {
  if (at >= text.size()) return std::nullopt;
  const auto first = static_cast<unsigned char>(text[at]);
  for (const auto& form : kForms) {
    if ((first & form.mask) != form.lead) continue;
    if (text.size() - at < form.bytes) return std::nullopt;
    char32_t value = first & static_cast<unsigned char>(~form.mask);
    for (std::size_t i = 1; i < form.bytes; ++i) {
      const auto next = static_cast<unsigned char>(text[at + i]);
      if ((next & 0xC0) != 0x80) return std::nullopt;
      value = (value << 6) | (next & 0x3F);
    }
    const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
    if (value < form.smallest || value > 0x10FFFF || surrogate) return std::nullopt;
    return CodePoint{value, form.bytes};
  }
  return std::nullopt;
}

bool is_control(char32_t value) { return value < 0x20 || (value >= 0x7F && value < 0xA0); }

std::string valid_utf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const auto point = code_point_at(text, at);
    out += point ? text.substr(at, point->bytes) : kReplacement;
    at += point ? point->bytes : 1;
  }
  return out;
}

std::string printable_line(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const auto point = code_point_at(text, at);
    out +=
        point ? printable(point->value, text.substr(at, point->bytes)) : std::string(kReplacement);
    at += point ? point->bytes : 1;
  }
  return out;
}

}  // namespace pacer
