#pragma once

#include <string>
#include <string_view>

#include "core/yaml/node.h"
#include "core/yaml/problem.h"

namespace pacer {

/// Adds a problem for everything in `word` that looks like a placeholder and is neither {port} nor
/// {cpus}; other braces ("{}", JSON) are no placeholders. A "${port}" is not one either: no shell
/// reads it, so it would become "$8080".
void check_placeholders(const yaml::Node& word, yaml::ProblemList& problems);

/// `{port}` without quotes, which YAML reads as a map: its text, or "" where it is something else.
std::string bare_placeholder(const yaml::Node& node);

}  // namespace pacer
