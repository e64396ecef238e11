#include "core/yaml/field.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/edit_distance.h"
#include "base/utf8.h"

namespace pacer::yaml {

namespace {

std::vector<std::string> names_of(const std::vector<FieldInfo>& infos) {
  std::vector<std::string> names;
  for (const auto& info : infos) names.push_back(info.name);
  return names;
}

/// Is there an unknown key that most likely is this field, misspelt? One report of it is enough.
bool is_misspelt(const Node& map, const std::string& field, const std::vector<std::string>& names) {
  return std::any_of(map.entries.begin(), map.entries.end(), [&](const Entry& entry) {
    const bool is_known = std::find(names.begin(), names.end(), entry.key) != names.end();
    return !is_known && nearest(entry.key, names) == field;
  });
}

}  // namespace

bool check_key_count(const Node& map, ProblemList& problems) {
  constexpr std::size_t kMost = 200;  // nobody writes more, and a guess for each would take long
  if (map.entries.size() <= kMost) return true;
  report(problems, map, fmt::format("more than {} fields", kMost), "is it the right file?");
  return false;
}

void report_unknown_key(const Entry& entry, const std::vector<FieldInfo>& infos,
                        ProblemList& problems) {
  const auto names = names_of(infos);
  const bool guessed = !nearest(entry.key, names).empty();
  problems.push_back({entry.line, entry.column,
                      guessed ? unknown_word("field", printable_line(entry.key), names)
                              : "unknown field " + quote(entry.key),
                      guessed ? "" : fmt::format("known: {}", fmt::join(names, ", "))});
}

void report_missing(const Node& map, const std::vector<FieldInfo>& infos, ProblemList& problems) {
  const auto names = names_of(infos);
  for (const auto& info : infos) {
    const bool excused = !info.unless.empty() && entry_of(map, info.unless) != nullptr;
    if (!info.required || excused || entry_of(map, info.name) != nullptr) continue;
    if (is_misspelt(map, info.name, names)) continue;
    report(problems, map, info.name + " is missing", "for example: " + info.example);
  }
}

}  // namespace pacer::yaml
