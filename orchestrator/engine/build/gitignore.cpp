#include "engine/build/gitignore.h"

#include <fnmatch.h>

#include <algorithm>

#include "base/text.h"

namespace pacer {
namespace {

constexpr const char* kAnyFolders = "**";

/// Blanks at the end do not count, unless a backslash stands before them.
std::string_view without_trailing_blanks(std::string_view line) {
  while (line.ends_with(' ') && !line.ends_with("\\ ")) line.remove_suffix(1);
  return line;
}

using Parts = std::vector<std::string>;

/// Does `pattern[p…]` match `path[i…count)`? "**" matches no, one or more folders; at the end of a
/// pattern it needs at least one name.
bool parts_match(const Parts& pattern, std::size_t p, const Parts& path, std::size_t i,
                 std::size_t count) {
  if (p == pattern.size()) return i == count;
  if (pattern[p] == kAnyFolders) {
    if (p + 1 == pattern.size()) return i < count;
    for (std::size_t next = i; next < count; ++next) {
      if (parts_match(pattern, p + 1, path, next, count)) return true;
    }
    return false;
  }
  return i < count && fnmatch(pattern[p].c_str(), path[i].c_str(), 0) == 0 &&
         parts_match(pattern, p + 1, path, i + 1, count);
}

}  // namespace

GitIgnore::GitIgnore(std::string_view text) {
  for (const auto& line : split(text, '\n')) {
    Rule rule;
    if (parse(line, rule)) rules_.push_back(std::move(rule));
  }
}

bool GitIgnore::parse(std::string_view line, Rule& rule) {
  if (line.starts_with('#')) return false;
  line = without_trailing_blanks(line);
  if (line.starts_with('!')) {
    rule.negated = true;
    line.remove_prefix(1);
  }
  if (line.ends_with('/')) {
    rule.folders_only = true;
    line.remove_suffix(1);
  }
  if (line.empty()) return false;
  const bool anchored = line.find('/') != std::string_view::npos;
  if (line.starts_with('/')) line.remove_prefix(1);
  rule.parts = split(line, '/');
  if (!anchored) rule.parts.insert(rule.parts.begin(), kAnyFolders);
  return true;
}

bool GitIgnore::rules_ignore(const Parts& parts, std::size_t count, bool is_folder) const {
  // The last rule that matches decides.
  const auto decisive = std::find_if(rules_.rbegin(), rules_.rend(), [&](const Rule& rule) {
    return (!rule.folders_only || is_folder) && parts_match(rule.parts, 0, parts, 0, count);
  });
  return decisive != rules_.rend() && !decisive->negated;
}

bool GitIgnore::ignores(std::string_view path, bool is_folder) const {
  const auto parts = split(path, '/');
  for (std::size_t count = 1; count <= parts.size(); ++count) {
    if (rules_ignore(parts, count, count < parts.size() || is_folder)) return true;
  }
  return false;
}

}  // namespace pacer
