#include "engine/toolchains/version.h"

#include <fmt/format.h>

#include <cctype>
#include <cstdlib>

#include "base/text.h"

namespace pacer {
namespace {

constexpr auto kNone = std::string_view::npos;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The longest "digits(.digits)*" that starts at `text`'s first character.
std::string dotted_number_at(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() &&
         (is_digit(text[end]) || (text[end] == '.' && end > 0 && is_digit(text[end - 1])))) {
    ++end;
  }
  if (end > 0 && text[end - 1] == '.') --end;
  return std::string(text.substr(0, end));
}

/// What stands on the line behind `#define NAME`, without the blanks around it.
std::string macro_value(std::string_view text, std::string_view name) {
  const auto define = fmt::format("#define {} ", name);
  const auto at = text.find(define);
  if (at == kNone) return "";
  const auto start = at + define.size();
  return trim(text.substr(start, text.find('\n', start) - start));
}

bool is_version_macro(std::string_view name) {
  if (!name.ends_with("_VERSION")) return false;
  for (const char c : name) {
    if (!is_digit(c) && c != '_' && (c < 'A' || c > 'Z')) return false;
  }
  return true;
}

}  // namespace

std::string first_dotted_number(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool starts_number = is_digit(text[i]) && (i == 0 || !is_digit(text[i - 1]));
    if (!starts_number) continue;
    const auto number = dotted_number_at(text.substr(i));
    if (number.find('.') != std::string::npos) return number;
    i += number.size() - 1;
  }
  return "";
}

std::string java_release_version(std::string_view text) {
  constexpr std::string_view kKey = "JAVA_VERSION=\"";
  for (const auto& line : split(text, '\n')) {
    if (!line.starts_with(kKey)) continue;
    const auto version = std::string_view(line).substr(kKey.size());
    if (!version.starts_with("1.")) return dotted_number_at(version);
    return dotted_number_at(replace_all(std::string(version.substr(2)), "_", "."));
  }
  return "";
}

std::string boost_header_version(std::string_view text) {
  const long packed = std::strtol(macro_value(text, "BOOST_VERSION").c_str(), nullptr, 10);
  if (packed <= 0) return "";
  return fmt::format("{}.{}.{}", packed / 100'000, packed / 100 % 1'000, packed % 100);
}

std::string microhttpd_header_version(std::string_view text) {
  const auto value = macro_value(text, "MHD_VERSION");
  if (!value.starts_with("0x") || value.size() < 10) return "";
  // The digits are meant to be read as decimal: 0x00097500 is 0.9.75-00.
  const auto part = [&](std::size_t index) {
    return std::strtol(value.substr(2 + 2 * index, 2).c_str(), nullptr, 10);
  };
  return fmt::format("{}.{}.{}", part(0), part(1), part(2));
}

std::string quoted_header_version(std::string_view text) {
  for (const auto& line : split(text, '\n')) {
    const auto words = split(line, ' ');
    if (words.size() < 3 || words[0] != "#define" || !is_version_macro(words[1])) continue;
    const auto quote = line.find('"');
    if (quote != std::string::npos) return dotted_number_at(line.substr(quote + 1));
  }
  return "";
}

std::string debian_upstream_version(std::string_view text) {
  const auto epoch = text.find(':');
  return dotted_number_at(epoch == kNone ? text : text.substr(epoch + 1));
}

}  // namespace pacer
