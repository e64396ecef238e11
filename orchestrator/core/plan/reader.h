#pragma once

#include <string>
#include <string_view>

#include "core/model/plan.h"

namespace pacer {

/// Reads the text of a plan. `file` is for messages. Throws yaml::Problems (an Error) with
/// everything that is wrong in it, the rules of check() included.
Plan read_plan(std::string_view text, const std::string& file);

/// The fields of a plan as a Markdown table, for the docs.
std::string plan_fields_markdown();

}  // namespace pacer
