#include "core/manifest/needs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <string>

#include "base/edit_distance.h"
#include "base/text.h"
#include "core/manifest/toolchain_names.h"

namespace pacer {
namespace {

constexpr const char* kGrammar = "write NAME, NAME>=VERSION or NAME==VERSION: go>=1.22";

bool is_version(std::string_view text) {
  const auto parts = split(text, '.');
  return std::all_of(parts.begin(), parts.end(), [](const std::string& part) {
    return !part.empty() && part.size() <= 9 &&
           std::all_of(part.begin(), part.end(),
                       [](unsigned char c) { return std::isdigit(c) != 0; });
  });
}

bool is_known(const std::string& name) {
  const auto& known = known_toolchains();
  return std::find(known.begin(), known.end(), name) != known.end();
}

/// As it should be written, where only blanks are wrong with it; else the grammar.
std::string hint_for(const std::string& text) {
  const auto closed_up = replace_all(replace_all(text, " ", ""), "\t", "");
  return closed_up != text && parse_requirement(closed_up) ? "without blanks: " + closed_up
                                                           : kGrammar;
}

std::optional<Requirement> read_requirement(const yaml::Node& node, yaml::ProblemList& problems) {
  const auto text = yaml::scalar(node, "a need", "a word like go>=1.22", problems);
  if (!text) return std::nullopt;
  auto requirement = parse_requirement(*text);
  if (!requirement) {
    yaml::report(problems, node, fmt::format("{} is not a need", yaml::describe(node)),
                 hint_for(*text));
    return std::nullopt;
  }
  if (is_known(requirement->toolchain)) return requirement;
  yaml::report(problems, node,
               unknown_word("toolchain", cut(requirement->toolchain, 40), known_toolchains()),
               fmt::format("known: {}", fmt::join(known_toolchains(), ", ")));
  return std::nullopt;
}

std::optional<std::vector<Requirement>> read_needs(const yaml::Node& node, const std::string& field,
                                                   yaml::ProblemList& problems) {
  const auto* items = yaml::list(node, field, "a list of toolchains",
                                 "for example: needs: [jdk>=17, maven>=3.8]", problems);
  if (items == nullptr) return std::nullopt;
  std::vector<Requirement> needed;
  for (const auto& item : *items) {
    const auto requirement = read_requirement(item, problems);
    if (!requirement) continue;
    const bool twice = std::any_of(needed.begin(), needed.end(), [&](const Requirement& other) {
      return other.toolchain == requirement->toolchain;
    });
    if (twice) {
      yaml::report(problems, item, fmt::format("{} is named twice", requirement->toolchain),
                   "keep the stricter one");
    } else {
      needed.push_back(*requirement);
    }
  }
  return needed;
}

std::string schema() {
  std::vector<std::string> names;
  for (const auto& name : known_toolchains()) names.push_back(replace_all(name, "+", "\\\\+"));
  return fmt::format(
      R"({{"type": "array", "minItems": 1, "uniqueItems": true, "items": {{"type": "string", )"
      R"("pattern": "^({})([>=]=[0-9]{{1,9}}(\\.[0-9]{{1,9}})*)?$"}}}})",
      fmt::join(names, "|"));
}

}  // namespace

std::optional<Requirement> parse_requirement(std::string_view text) {
  using Relation = Requirement::Relation;
  const auto at = text.find_first_of("<>=!~");
  const auto name = text.substr(0, at);
  if (name.empty() || name.find_first_of(" \t\r\n") != std::string_view::npos) return std::nullopt;
  if (at == std::string_view::npos) return Requirement{std::string(name), Relation::kAny, ""};
  const auto relation = text.substr(at, 2);
  const auto version = text.substr(std::min(at + 2, text.size()));
  if ((relation != ">=" && relation != "==") || !is_version(version)) return std::nullopt;
  return Requirement{std::string(name), relation == ">=" ? Relation::kAtLeast : Relation::kEqual,
                     std::string(version)};
}

yaml::Kind<std::vector<Requirement>> needs() {
  return {"list of toolchains: NAME, NAME>=VERSION or NAME==VERSION", schema(), read_needs};
}

}  // namespace pacer
