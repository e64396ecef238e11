#include "base/text.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <cctype>

#include "base/utf8.h"

namespace pacer {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

bool is_plain_word(std::string_view word) {
  constexpr std::string_view kPlain = "-_./:=,@%+";
  return !word.empty() && std::all_of(word.begin(), word.end(), [&](unsigned char c) {
    return std::isalnum(c) != 0 || kPlain.find(static_cast<char>(c)) != std::string_view::npos;
  });
}

}  // namespace

std::string trim(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return std::string(text);
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  std::size_t start = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i == text.size() || text[i] == separator) {
      parts.emplace_back(text.substr(start, i - start));
      start = i + 1;
    }
  }
  return parts;
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  return fmt::format("{}", fmt::join(parts, separator));
}

bool glob_match(std::string_view pattern, std::string_view name) {
  return fnmatch(std::string(pattern).c_str(), std::string(name).c_str(), 0) == 0;
}

std::string replace_all(std::string text, std::string_view from, std::string_view to) {
  if (from.empty()) return text;
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
  return text;
}

std::string group_thousands(std::string decimal) {
  const std::size_t first = decimal.starts_with('-') ? 1 : 0;
  auto at = std::min(decimal.find('.'), decimal.size());
  while (at > first + 3) {
    at -= 3;
    decimal.insert(at, 1, ',');
  }
  return decimal;
}

std::string shell_quote(const std::vector<std::string>& argv) {
  std::vector<std::string> words;
  words.reserve(argv.size());
  for (const auto& word : argv) {
    // NAME=VALUE as the first word would be an assignment, not the program's name.
    const bool assigns = words.empty() && word.find('=') != std::string::npos;
    const bool plain = is_plain_word(word) && !assigns;
    words.push_back(plain ? word : "'" + replace_all(word, "'", "'\\''") + "'");
  }
  return join(words, " ");
}

std::string cut(std::string_view text, int max_width) {
  int width = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool starts = (static_cast<unsigned char>(text[at]) & 0xC0) != 0x80;
    if (starts && ++width > max_width) return std::string(text.substr(0, at));
  }
  return std::string(text);
}

std::vector<std::string> last_lines(std::string_view text, int max_lines, int max_width) {
  std::vector<std::string> lines;
  for (auto line : split(text, '\n')) {
    if (line.ends_with('\r')) line.pop_back();
    if (!trim(line).empty()) lines.push_back(cut(printable_line(line), max_width));
  }
  const auto wanted = static_cast<std::size_t>(std::max(0, max_lines));
  if (lines.size() > wanted) {
    lines.erase(lines.begin(), lines.end() - static_cast<std::ptrdiff_t>(wanted));
  }
  return lines;
}

std::vector<std::string> wrap(std::string_view text, int width) {
  std::vector<std::string> lines;
  std::string line;
  for (const auto& word : split(text, ' ')) {
    if (word.empty()) continue;
    if (!line.empty() && display_width(line) + 1 + display_width(word) > width) {
      lines.push_back(std::move(line));
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
  }
  if (!line.empty()) lines.push_back(std::move(line));
  return lines;
}

int display_width(std::string_view text) {
  return static_cast<int>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

}  // namespace pacer
