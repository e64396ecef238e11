#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/yaml/kind.h"
#include "core/yaml/node.h"
#include "core/yaml/problem.h"

namespace pacer::yaml {

/// What every derived text (schema, docs, messages) needs of a field.
struct FieldInfo {
  std::string name{};
  bool required = false;
  std::string help{};  ///< one sentence
  std::string
      fallback{};  ///< what holds without it, in words; empty where it is required or nothing
  std::string example{};  ///< as it stands in a file: "title: Go fasthttp"
  /// A required field may be missing where the field of this name is given; empty: never.
  std::string unless{};
  std::string kind{};    ///< Kind::name
  std::string schema{};  ///< Kind::schema
};

/// One row of a table of fields; reader, checker, JSON Schema and docs all follow from the table.
template <class Target>
struct Field {
  FieldInfo info;
  std::function<void(const Node&, Target&, ProblemList&)> read;
};

/// A row that stores what `kind` reads in a member of the target.
template <class Target, class Value, class Member>
Field<Target> field(FieldInfo info, const Kind<Value>& kind, Member Target::*member) {
  info.kind = kind.name;
  info.schema = kind.schema;
  const auto read = [name = info.name, read_kind = kind.read, member](
                        const Node& node, Target& target, ProblemList& problems) {
    if (auto value = read_kind(node, name, problems)) target.*member = std::move(*value);
  };
  return {std::move(info), read};
}

template <class Target>
std::vector<FieldInfo> infos_of(const std::vector<Field<Target>>& table) {
  std::vector<FieldInfo> infos;
  for (const auto& row : table) infos.push_back(row.info);
  return infos;
}

/// What can be wrong with the set of keys. Far too many are refused as a whole (false).
bool check_key_count(const Node& map, ProblemList& problems);
void report_unknown_key(const Entry& entry, const std::vector<FieldInfo>& infos,
                        ProblemList& problems);
void report_missing(const Node& map, const std::vector<FieldInfo>& infos, ProblemList& problems);

/// Reads a map into `target`: unknown keys, missing and empty fields and wrong values each become a
/// problem. Returns the names of the fields that had one: their members hold what they held before.
template <class Target>
std::vector<std::string> read_fields(const Node& map, const std::vector<Field<Target>>& table,
                                     Target& target, ProblemList& problems) {
  const auto infos = infos_of(table);
  std::vector<std::string> wrong;
  if (!check_key_count(map, problems)) return wrong;
  for (const auto& entry : map.entries) {
    const auto before = problems.size();
    const auto row = std::find_if(table.begin(), table.end(), [&](const Field<Target>& candidate) {
      return candidate.info.name == entry.key;
    });
    if (row == table.end()) {
      report_unknown_key(entry, infos, problems);
    } else if (entry.value.kind == Node::Kind::kNull) {
      report(problems, entry.value, entry.key + " has no value",
             "for example: " + row->info.example);
    } else {
      row->read(entry.value, target, problems);
    }
    if (problems.size() > before) wrong.push_back(entry.key);
  }
  report_missing(map, infos, problems);
  return wrong;
}

}  // namespace pacer::yaml
