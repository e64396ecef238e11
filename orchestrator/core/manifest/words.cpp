#include "core/manifest/words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

#include "core/model/workload.h"

namespace pacer {
namespace {

using yaml::Node;
using yaml::ProblemList;

bool is_language(const std::string& word) {
  constexpr std::string_view kAlso = "+#.-";
  return std::islower(static_cast<unsigned char>(word.front())) != 0 &&
         std::all_of(word.begin(), word.end(), [&](unsigned char c) {
           return std::islower(c) != 0 || std::isdigit(c) != 0 ||
                  kAlso.find(static_cast<char>(c)) != std::string_view::npos;
         });
}

bool is_web_address(const std::string& word) {
  for (const std::string_view scheme : {"https://", "http://"}) {
    if (!word.starts_with(scheme)) continue;
    return word.size() > scheme.size() && word[scheme.size()] != '/' &&
           word.find(' ') == std::string::npos;
  }
  return false;
}

std::optional<std::string> read_version(const Node& node, const std::string& field,
                                        ProblemList& problems) {
  if (node.kind == Node::Kind::kScalar && !node.quoted) {
    yaml::report(problems, node, field + " must be quoted",
                 fmt::format("write {}: \"{}\"; without quotes 1.10 is the number 1.1", field,
                             node.text.size() <= 40 ? node.text : "1.10"));
    return std::nullopt;
  }
  const auto version = yaml::text().read(node, field, problems);
  if (!version || version->find(' ') == std::string::npos) return version;
  yaml::report(problems, node, field + " must be one word", "for example: version: \"1.78.0\"");
  return std::nullopt;
}

std::optional<std::vector<std::string>> read_workloads(const Node& node, const std::string& field,
                                                       ProblemList& problems) {
  const auto* items = yaml::list(node, field, "a list of workloads",
                                 "for example: serves: [hello, count]", problems);
  if (items == nullptr) return std::nullopt;
  const auto name_of = yaml::choice("workload", workload_names());
  const auto before = problems.size();
  std::vector<std::string> names;
  for (const auto& item : *items) {
    const auto name = name_of.read(item, field, problems);
    if (!name) continue;
    if (std::find(names.begin(), names.end(), *name) != names.end()) {
      yaml::report(problems, item, *name + " is named twice", "keep one of them");
    }
    names.push_back(*name);
  }
  const bool has_hello = std::find(names.begin(), names.end(), "hello") != names.end();
  if (!has_hello && problems.size() == before) {
    yaml::report(problems, node, field + " must name hello",
                 "every server answers `GET /` with Hello, World!: see docs/contract.md");
  }
  return names;
}

}  // namespace

yaml::Kind<std::string> language_word() {
  return {"lower-case word", R"({"type": "string", "pattern": "^[a-z][a-z0-9+#.-]*$"})",
          [](const Node& node, const std::string& field,
             ProblemList& problems) -> std::optional<std::string> {
            const auto word = yaml::text().read(node, field, problems);
            if (!word || is_language(*word)) return word;
            yaml::report(
                problems, node,
                fmt::format("{} must be one lower-case word, not {}", field, yaml::describe(node)),
                "for example: java, go, node, rust, python, c++");
            return std::nullopt;
          }};
}

yaml::Kind<std::string> web_address() {
  return {"http or https address",
          R"({"type": "string", "format": "uri", "pattern": "^https?://[^/\\s]\\S*$"})",
          [](const Node& node, const std::string& field,
             ProblemList& problems) -> std::optional<std::string> {
            const auto word = yaml::text().read(node, field, problems);
            if (!word || is_web_address(*word)) return word;
            yaml::report(
                problems, node,
                fmt::format("{} must be a web address, not {}", field, yaml::describe(node)),
                "it begins with https:// or http://");
            return std::nullopt;
          }};
}

yaml::Kind<std::string> quoted_version() {
  return {"quoted text without blanks", R"({"type": "string", "pattern": "^\\S+$"})", read_version};
}

yaml::Kind<std::vector<std::string>> workload_list() {
  return {
      fmt::format("list out of {}; hello must be in it", fmt::join(workload_names(), ", ")),
      fmt::format(R"({{"type": "array", "uniqueItems": true, "contains": {{"const": "hello"}}, )"
                  R"("items": {{"enum": ["{}"]}}}})",
                  fmt::join(workload_names(), R"(", ")")),
      read_workloads};
}

}  // namespace pacer
