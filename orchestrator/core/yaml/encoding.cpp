#include "core/yaml/encoding.h"

#include <fmt/format.h>

#include "base/utf8.h"

namespace pacer::yaml {
namespace {

bool may_stand(char32_t value, std::string_view rest) {
  if (value == '\r') return rest.starts_with("\r\n");
  return value == '\n' || value == '\t' || !is_control(value);
}

std::string name_of(char32_t value) {
  if (value == 0) return "a NUL byte";
  if (value == '\r') return "a carriage return without a line feed";
  return fmt::format("the control character U+{:04X}", static_cast<unsigned>(value));
}

}  // namespace

std::optional<Problem> find_bad_bytes(std::string_view text) {
  if (text.size() > kLargestFile) {
    return Problem{0, 0, "the file is larger than 1 MiB", "is it the right file?"};
  }
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  int line = 1;
  int column = 1;
  for (std::size_t at = 0; at < text.size();) {
    const auto point = code_point_at(text, at);
    if (!point) {
      const auto byte = static_cast<unsigned char>(text[at]);
      return Problem{line, column, fmt::format("the byte 0x{:02X} is not UTF-8 text", byte),
                     "save the file as UTF-8"};
    }
    if (!may_stand(point->value, text.substr(at))) {
      return Problem{line, column, name_of(point->value) + " cannot stand in a YAML file",
                     "save the file as UTF-8 text; an escape in double quotes (\"\\t\") is fine"};
    }
    column = point->value == '\n' ? 1 : column + 1;
    line += point->value == '\n' ? 1 : 0;
    at += point->bytes;
  }
  return std::nullopt;
}

}  // namespace pacer::yaml
