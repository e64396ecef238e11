#include "core/judge/told_version.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

namespace pacer {
namespace {

bool is_digit(char letter) { return std::isdigit(static_cast<unsigned char>(letter)) != 0; }

/// "Node.js" and "node-js" are one name.
std::string letters_of(std::string_view name) {
  std::string letters;
  for (const char letter : name) {
    const auto one = static_cast<unsigned char>(letter);
    if (std::isalnum(one)) letters += static_cast<char>(std::tolower(one));
  }
  return letters;
}

/// Equal, or one goes on where the other ends, with a part of its own.
bool agree(std::string_view one, std::string_view other) {
  if (one.size() > other.size()) std::swap(one, other);
  if (other.substr(0, one.size()) != one) return false;
  return one.size() == other.size() || !std::isalnum(static_cast<unsigned char>(other[one.size()]));
}

}  // namespace

std::string version_contradiction(const Manifest& manifest, std::string_view server_header) {
  if (manifest.version.empty() || !is_digit(manifest.version.front())) return "";
  constexpr std::string_view kSpace = " \t,;";
  std::string_view rest = server_header;
  while (!rest.empty()) {
    const auto begin = rest.find_first_not_of(kSpace);
    if (begin == std::string_view::npos) break;
    rest.remove_prefix(begin);
    const auto word = rest.substr(0, rest.find_first_of(kSpace));
    rest.remove_prefix(word.size());
    const auto split = word.find_first_of("/(");
    if (split == std::string_view::npos || split + 1 >= word.size()) continue;
    const auto name = letters_of(word.substr(0, split));
    if (name != letters_of(manifest.name) && name != letters_of(manifest.title)) continue;
    auto told = word.substr(split + 1);
    if (told.back() == ')') told.remove_suffix(1);
    if (told.empty() || !is_digit(told.front()) || agree(told, manifest.version)) continue;
    return fmt::format("it answers as version {}, the manifest says {}", told, manifest.version);
  }
  return "";
}

}  // namespace pacer
