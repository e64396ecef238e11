#include "core/formats/fold.h"

#include <utility>

#include "base/text.h"

namespace pacer {
namespace {

bool starts_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

void append_broken(const std::string& line, int width, std::vector<std::string>& to) {
  std::string part;
  int columns = 0;
  for (const char c : line) {
    if (starts_character(c) && ++columns > width) {
      to.push_back(std::move(part));
      part.clear();
      columns = 1;
    }
    part += c;
  }
  to.push_back(std::move(part));
}

/// The words of a command with their quotes; none where a quote is not closed.
std::vector<std::string> shell_words(std::string_view command) {
  std::vector<std::string> words(1);
  char quote = 0;
  bool escaped = false;
  for (const char c : command) {
    if (c == ' ' && quote == 0 && !escaped) {
      words.emplace_back();
      continue;
    }
    words.back() += c;
    const bool literal = std::exchange(escaped, false);
    if (literal) continue;
    if (c == '\\' && quote != '\'') {
      escaped = true;
    } else if (quote == 0 && (c == '\'' || c == '"')) {
      quote = c;
    } else if (c == quote) {
      quote = 0;
    }
  }
  if (quote != 0) words.clear();
  return words;
}

}  // namespace

std::vector<std::string> fold(std::string_view text, int width) {
  constexpr std::string_view kJoinedPercent = "\u00a0%";
  std::vector<std::string> lines;
  for (const auto& line : wrap(replace_all(std::string(text), " %", kJoinedPercent), width)) {
    append_broken(replace_all(line, kJoinedPercent, " %"), width, lines);
  }
  return lines;
}

std::vector<std::string> fold_command(std::string_view command, int width) {
  constexpr int kContinuation = 2;  // " \"
  if (display_width(command) <= width) return {std::string(command)};
  const auto words = shell_words(command);
  if (words.empty()) return fold(command, width);
  std::vector<std::string> lines;
  std::string line;
  for (const auto& word : words) {
    if (!line.empty() && display_width(line) + 1 + display_width(word) > width - kContinuation) {
      lines.push_back(line + " \\");
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
  }
  lines.push_back(line);
  return lines;
}

}  // namespace pacer
