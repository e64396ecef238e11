#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/duration.h"
#include "core/yaml/node.h"
#include "core/yaml/problem.h"

namespace pacer::yaml {

/// A kind of value: what people are told about it, what editors check, and how it is read. One
/// function makes all three from the same limits, so that they cannot drift apart.
template <class Value>
struct Kind {
  std::string name;    ///< for the docs: "whole number from 1 to 1000"
  std::string schema;  ///< draft-07 fragment, a JSON object as text
  /// Adds a problem and returns nothing where the node is no such value. `field` is for messages.
  std::function<std::optional<Value>(const Node&, const std::string& field, ProblemList&)> read;
};

/// Both ends belong to it.
struct Range {
  std::int64_t min = 0;
  std::int64_t max = 0;
  bool holds(std::int64_t value) const { return min <= value && value <= max; }
};

struct DurationRange {
  bool zero = false;  ///< may it be 0s?
  Duration max{};
  bool holds(Duration value) const {
    return (zero ? value >= Duration::zero() : value > Duration::zero()) && value <= max;
  }
};

/// "FIELD must be from 1 to 1000, not 0"; readers and the checks of overrides say it alike.
std::string out_of_range(const std::string& field, const Range& range, const std::string& found);
/// "FIELD must be over 0s and at most 10m, not 0s"
std::string out_of_range(const std::string& field, const DurationRange& range,
                         const std::string& found);

/// One line of text. A plain number, `true` or `no` is refused: other readers of the file (editors)
/// do not take it for text.
Kind<std::string> text();
/// [a-z0-9][a-z0-9._-]*, which can be the name of a folder anywhere; `of` is for messages: "a
/// plan".
Kind<std::string> plain_name(const std::string& of);
bool is_plain_name(std::string_view name);
inline constexpr const char* kPlainNameHint =
    "lower-case letters, digits, '.', '_' and '-', a letter or digit first";
/// true or false, and nothing else that YAML 1.1 or yaml-cpp would take for one of them.
Kind<bool> boolean();
Kind<int> integer(const Range& range);
/// 0 to 2^64 - 1.
Kind<std::uint64_t> natural();
Kind<Duration> duration(const DurationRange& range);
/// One of the names; `what` is for messages: "unknown workload 'helo'".
Kind<std::string> choice(const std::string& what, const std::vector<std::string>& names);

/// The scalar's text, or a problem: "FIELD must be WHAT, not a list".
std::optional<std::string> scalar(const Node& node, const std::string& field,
                                  const std::string& what, ProblemList& problems);
/// The items of a list of 1 to 1,000 items, or a problem that names `what` it must be.
const std::vector<Node>* list(const Node& node, const std::string& field, const std::string& what,
                              const std::string& hint, ProblemList& problems);
void report(ProblemList& problems, const Node& node, const std::string& message,
            const std::string& hint = "");

/// Would YAML 1.1 or 1.2 read this plain scalar as a number or a truth value?
bool looks_like_no_text(const std::string& plain);

}  // namespace pacer::yaml
