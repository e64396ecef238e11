#include "core/yaml/kind.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <limits>

#include "base/edit_distance.h"
#include "base/text.h"
#include "base/utf8.h"

namespace pacer::yaml {
namespace {

constexpr int kLongestText = 500;  // it stands in a table
constexpr std::size_t kLongestList = 1000;

bool has_control(const std::string& text) {
  for (std::size_t at = 0; at < text.size();) {
    const auto point = code_point_at(text, at);
    if (!point || is_control(point->value)) return true;
    at += point->bytes;
  }
  return false;
}

bool is_whole_number(const std::string& text) {
  const auto digits = text.substr(text.starts_with('-') ? 1 : 0);
  const bool only_digits = std::all_of(digits.begin(), digits.end(),
                                       [](unsigned char c) { return std::isdigit(c) != 0; });
  // YAML 1.1 reads 010 as eight.
  return only_digits && !digits.empty() && (digits.size() == 1 || digits.front() != '0');
}

/// The digits of a whole number, or a problem that says what `must` stand there.
std::optional<std::string> whole_number(const Node& node, const std::string& field,
                                        ProblemList& problems) {
  const auto digits = scalar(node, field, "a whole number", problems);
  if (!digits) return std::nullopt;
  if (is_whole_number(*digits) && !node.quoted) return digits;
  report(problems, node, fmt::format("{} must be a whole number, not {}", field, describe(node)),
         node.quoted && is_whole_number(*digits) ? "leave out the quotes" : "");
  return std::nullopt;
}

template <class Number>
std::optional<Number> parse(const std::string& digits) {
  Number value{};
  const auto* end = digits.data() + digits.size();
  const auto [stopped, code] = std::from_chars(digits.data(), end, value);
  return code == std::errc() && stopped == end ? std::optional(value) : std::nullopt;
}

std::string json_list(const std::vector<std::string>& names) {
  return fmt::format("[\"{}\"]", fmt::join(names, "\", \""));
}

std::string range_words(const DurationRange& range) {
  return fmt::format("{}at most {}", range.zero ? "" : "over 0s and ", format_duration(range.max));
}

void report_wrong_kind(ProblemList& problems, const Node& node, const std::string& field,
                       const std::string& what, const std::string& hint) {
  const bool empty =
      node.kind == Node::Kind::kNull || (node.kind == Node::Kind::kList && node.items.empty());
  report(problems, node,
         empty ? field + " is empty"
               : fmt::format("{} must be {}, not {}", field, what, describe(node)),
         hint);
}

}  // namespace

void report(ProblemList& problems, const Node& node, const std::string& message,
            const std::string& hint) {
  problems.push_back({node.line, node.column, message, hint});
}

std::string out_of_range(const std::string& field, const Range& range, const std::string& found) {
  return fmt::format("{} must be from {} to {}, not {}", field, range.min, range.max, found);
}

std::string out_of_range(const std::string& field, const DurationRange& range,
                         const std::string& found) {
  return fmt::format("{} must be {}, not {}", field, range_words(range), found);
}

std::optional<std::string> scalar(const Node& node, const std::string& field,
                                  const std::string& what, ProblemList& problems) {
  if (node.kind == Node::Kind::kScalar) return node.text;
  report_wrong_kind(problems, node, field, what, "");
  return std::nullopt;
}

const std::vector<Node>* list(const Node& node, const std::string& field, const std::string& what,
                              const std::string& hint, ProblemList& problems) {
  if (node.items.size() > kLongestList) {
    report(problems, node, fmt::format("{} has more than {} items", field, kLongestList));
    return nullptr;
  }
  if (node.kind == Node::Kind::kList && !node.items.empty()) return &node.items;
  report_wrong_kind(problems, node, field, what, hint);
  return nullptr;
}

bool looks_like_no_text(const std::string& plain) {
  static const std::vector<std::string> kWords{"true", "false", "yes",   "no",    "on",
                                               "off",  ".inf",  "-.inf", "+.inf", ".nan"};
  auto word = replace_all(plain, "_", "");
  std::transform(word.begin(), word.end(), word.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (std::find(kWords.begin(), kWords.end(), word) != kWords.end()) return true;
  const auto digits = word.substr(word.starts_with('+') || word.starts_with('-') ? 1 : 0);
  const bool has_prefix = digits.starts_with("0x") || digits.starts_with("0o");
  if (has_prefix) return digits.find_first_not_of("0123456789abcdef", 2) == std::string::npos;
  // parse() would also read "inf" and "nan", which are words in YAML.
  return digits.find_first_of("0123456789") <= 1 && parse<double>(digits).has_value();
}

Kind<std::string> text() {
  return {"text",
          fmt::format(R"({{"type": "string", "pattern": "\\S", "maxLength": {}}})", kLongestText),
          [](const Node& node, const std::string& field,
             ProblemList& problems) -> std::optional<std::string> {
            const auto written = scalar(node, field, "text", problems);
            if (!written) return std::nullopt;
            const auto found = trim(*written);
            if (!node.quoted && looks_like_no_text(found)) {
              report(problems, node,
                     fmt::format("{} must be text, and {} is read as a number or a truth value",
                                 field, describe(node)),
                     fmt::format("put it in quotes: {}: \"{}\"", field, found));
            } else if (found.empty()) {
              report(problems, node, fmt::format("{} is empty", field),
                     "write it, or leave the line out");
            } else if (has_control(found)) {
              report(problems, node,
                     fmt::format("{} must be one line without control characters", field));
            } else if (display_width(found) > kLongestText) {
              report(problems, node,
                     fmt::format("{} is longer than {} characters", field, kLongestText));
            } else {
              return found;
            }
            return std::nullopt;
          }};
}

bool is_plain_name(std::string_view name) {
  constexpr std::string_view kFirst = "abcdefghijklmnopqrstuvwxyz0123456789";
  constexpr std::string_view kAll = "abcdefghijklmnopqrstuvwxyz0123456789._-";
  return !name.empty() && kFirst.find(name.front()) != std::string_view::npos &&
         name.find_first_not_of(kAll) == std::string_view::npos;
}

Kind<std::string> plain_name(const std::string& of) {
  return {"word of lower-case letters, digits, `.`, `_` and `-`",
          R"({"type": "string", "pattern": "^[a-z0-9][a-z0-9._-]*$"})",
          [of](const Node& node, const std::string& field,
               ProblemList& problems) -> std::optional<std::string> {
            const auto name = text().read(node, field, problems);
            if (!name || is_plain_name(*name)) return name;
            report(problems, node, fmt::format("{} is no {} of {}", describe(node), field, of),
                   kPlainNameHint);
            return std::nullopt;
          }};
}

Kind<bool> boolean() {
  return {
      "true or false", R"({"type": "boolean"})",
      [](const Node& node, const std::string& field, ProblemList& problems) -> std::optional<bool> {
        const auto found = scalar(node, field, "true or false", problems);
        if (!found) return std::nullopt;
        if (!node.quoted && *found == "true") return true;
        if (!node.quoted && *found == "false") return false;
        report(problems, node,
               fmt::format("{} must be true or false, not {}", field, describe(node)),
               *found == "true" || *found == "false" ? "leave out the quotes" : "");
        return std::nullopt;
      }};
}

Kind<int> integer(const Range& range) {
  return {
      fmt::format("whole number from {} to {}", range.min, range.max),
      fmt::format(R"({{"type": "integer", "minimum": {}, "maximum": {}}})", range.min, range.max),
      [range](const Node& node, const std::string& field,
              ProblemList& problems) -> std::optional<int> {
        const auto digits = whole_number(node, field, problems);
        if (!digits) return std::nullopt;
        const auto value = parse<std::int64_t>(*digits);
        if (value && range.holds(*value)) return static_cast<int>(*value);
        report(problems, node, out_of_range(field, range, cut(*digits, 20)));
        return std::nullopt;
      }};
}

Kind<std::uint64_t> natural() {
  static constexpr auto kMax = std::numeric_limits<std::uint64_t>::max();
  return {fmt::format("whole number from 0 to {}", kMax),
          fmt::format(R"({{"type": "integer", "minimum": 0, "maximum": {}}})", kMax),
          [](const Node& node, const std::string& field,
             ProblemList& problems) -> std::optional<std::uint64_t> {
            const auto digits = whole_number(node, field, problems);
            if (!digits) return std::nullopt;
            const auto value = parse<std::uint64_t>(*digits);
            if (value) return value;
            report(problems, node,
                   fmt::format("{} must be from 0 to {}, not {}", field, kMax, cut(*digits, 30)));
            return std::nullopt;
          }};
}

Kind<Duration> duration(const DurationRange& range) {
  return {fmt::format("duration with its unit (us, ms, s, m, h), {}", range_words(range)),
          R"({"type": "string", "pattern": "^[0-9]+(\\.[0-9]+)?(us|ms|s|m|h)$"})",
          [range](const Node& node, const std::string& field,
                  ProblemList& problems) -> std::optional<Duration> {
            const auto found = scalar(node, field, "a duration", problems);
            if (!found) return std::nullopt;
            const auto value = parse_duration(*found);
            if (!value) {
              const bool lacks_unit = parse_duration(*found + "s").has_value();
              report(
                  problems, node,
                  fmt::format("{} must be a duration with its unit, not {}", field, describe(node)),
                  lacks_unit ? fmt::format("write {}s or {}ms", *found, *found)
                             : "a number and us, ms, s, m or h, without a blank: 30s");
            } else if (!range.holds(*value)) {
              report(problems, node, out_of_range(field, range, *found));
            } else {
              return value;
            }
            return std::nullopt;
          }};
}

Kind<std::string> choice(const std::string& what, const std::vector<std::string>& names) {
  return {fmt::format("{}", fmt::join(names, ", ")),
          fmt::format(R"({{"enum": {}}})", json_list(names)),
          [what, names](const Node& node, const std::string& field,
                        ProblemList& problems) -> std::optional<std::string> {
            const auto found = scalar(node, field, "the name of a " + what, problems);
            if (!found) return std::nullopt;
            if (std::find(names.begin(), names.end(), *found) != names.end()) return found;
            report(problems, node,
                   found->size() > 40 ? fmt::format("unknown {} {}", what, describe(node))
                                      : unknown_word(what, printable_line(*found), names),
                   fmt::format("known: {}", fmt::join(names, ", ")));
            return std::nullopt;
          }};
}

}  // namespace pacer::yaml
