#include "core/manifest/command.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "base/text.h"
#include "base/utf8.h"
#include "core/manifest/placeholder.h"

namespace pacer {
namespace {

using yaml::Node;
using yaml::ProblemList;

constexpr const char* kExample = R"([./server, --port, "{port}"])";
constexpr const char* kNoShell = "no shell reads it, so quotes, $NAMES, globs and && do nothing";

/// The string as the list that was meant, where that can be told.
std::string as_list(const std::string& text) {
  if (text.size() > 80 || text.find_first_of("\"'\\$&|;<>()*?~#\n\t") != std::string::npos) {
    return kExample;
  }
  std::vector<std::string> words;
  for (const auto& word : split(text, ' ')) {
    const bool plain = word.find_first_of("{}[],:!%@`") == std::string::npos;
    if (!word.empty()) words.push_back(plain ? word : "\"" + word + "\"");
  }
  return "[" + join(words, ", ") + "]";
}

bool can_be_passed_on(const std::string& text) {
  for (std::size_t at = 0; at < text.size();) {
    const auto point = code_point_at(text, at);
    const bool layout = text[at] == '\n' || text[at] == '\t';
    if (!point || (is_control(point->value) && !layout)) return false;
    at += point->bytes;
  }
  return true;
}

/// A word of a command or the value of a variable.
std::optional<std::string> read_word(const Node& node, const std::string& what,
                                     ProblemList& problems) {
  const auto before = problems.size();
  if (const auto bare = bare_placeholder(node); !bare.empty()) {
    yaml::report(problems, node, bare + " must be in quotes",
                 fmt::format("write \"{}\"; without quotes YAML reads a map", bare));
  } else if (node.kind == Node::Kind::kNull) {
    yaml::report(problems, node, what + " is empty", "write \"\" if that is meant");
  } else if (node.kind != Node::Kind::kScalar) {
    yaml::report(problems, node,
                 fmt::format("{} must be one word or number, not {}", what, yaml::describe(node)));
  } else if (!can_be_passed_on(node.text)) {
    yaml::report(problems, node, what + " holds a control character");
  } else {
    check_placeholders(node, problems);
  }
  return problems.size() == before ? std::optional(node.text) : std::nullopt;
}

std::optional<Argv> read_command(const Node& node, const std::string& field,
                                 ProblemList& problems) {
  const bool is_string = node.kind == Node::Kind::kScalar;
  const auto hint =
      fmt::format("write {}; {}", is_string ? as_list(node.text) : kExample, kNoShell);
  const auto* items = yaml::list(node, field, "a list of words", hint, problems);
  if (items == nullptr) return std::nullopt;
  if (items->front().kind == Node::Kind::kList) {
    yaml::report(problems, items->front(), field + " is one command, not a list of commands",
                 fmt::format("write {}: {}", field, kExample));
    return std::nullopt;
  }
  Argv argv;
  for (const auto& item : *items) {
    auto word = read_word(item, "a word of " + field, problems);
    if (!word) continue;
    if (argv.empty() && trim(*word).empty()) {
      yaml::report(problems, item, field + " has no program", "its first word names the program");
    }
    argv.push_back(std::move(*word));
  }
  return argv;
}

std::optional<std::vector<Argv>> read_commands(const Node& node, const std::string& field,
                                               ProblemList& problems) {
  const std::string what = "a list of commands";
  const auto hint =
      fmt::format("write under {}: a line `- [go, build, .]` for each command", field);
  const auto* items = yaml::list(node, field, what, hint, problems);
  if (items == nullptr) return std::nullopt;
  std::vector<Argv> commands;
  for (const auto& item : *items) {
    const bool is_word =
        item.kind == Node::Kind::kScalar && item.text.find(' ') == std::string::npos;
    if (is_word) {
      yaml::report(problems, item, fmt::format("{} must be {}, each a list of words", field, what),
                   hint);
      return std::nullopt;
    }
    if (auto argv = read_command(item, "a command of " + field, problems)) {
      commands.push_back(std::move(*argv));
    }
  }
  return commands;
}

bool is_variable_name(const std::string& name) {
  const auto is_letter = [](unsigned char c) { return std::isalpha(c) != 0 || c == '_'; };
  return !name.empty() && is_letter(static_cast<unsigned char>(name.front())) &&
         std::all_of(name.begin(), name.end(),
                     [&](unsigned char c) { return is_letter(c) || std::isdigit(c) != 0; });
}

void check_variable_name(const yaml::Entry& entry, ProblemList& problems) {
  if (entry.key == "PORT" || entry.key == "HOST") {
    problems.push_back({entry.line, entry.column, entry.key + " may not be set",
                        "Pacer sets it: the server listens where it says"});
  } else if (!is_variable_name(entry.key)) {
    problems.push_back({entry.line, entry.column,
                        fmt::format("{} is no name of a variable", yaml::quote(entry.key)),
                        "letters, digits and _, not a digit first"});
  }
}

std::optional<std::map<std::string, std::string>> read_environment(const Node& node,
                                                                   const std::string& field,
                                                                   ProblemList& problems) {
  if (node.kind != Node::Kind::kMap) {
    yaml::report(problems, node,
                 fmt::format("{} must be a map of variables, not {}", field, yaml::describe(node)),
                 "for example: env: {GOGC: \"100\"}");
    return std::nullopt;
  }
  std::map<std::string, std::string> env;
  for (const auto& entry : node.entries) {
    check_variable_name(entry, problems);
    const auto value = read_word(entry.value, yaml::quote(entry.key), problems);
    if (value) env[entry.key] = *value;
  }
  return env;
}

constexpr const char* kCommandSchema =
    R"({"type": "array", "minItems": 1, "items": {"type": ["string", "number", "boolean"]}})";

}  // namespace

yaml::Kind<Argv> command() { return {"list of words", kCommandSchema, read_command}; }

yaml::Kind<std::vector<Argv>> command_list() {
  return {"list of commands, each a list of words",
          fmt::format(R"({{"type": "array", "minItems": 1, "items": {}}})", kCommandSchema),
          read_commands};
}

yaml::Kind<std::map<std::string, std::string>> environment_map() {
  return {"map of names to values",
          R"({"type": "object",
              "propertyNames": {"pattern": "^(?!(PORT|HOST)$)[A-Za-z_][A-Za-z0-9_]*$"},
              "additionalProperties": {"type": ["string", "number", "boolean"]}})",
          read_environment};
}

}  // namespace pacer
