#pragma once

#include <string_view>
#include <vector>

#include "core/audit/report.h"

namespace pacer::audit {

/// What wrk or wrk2 said went wrong, mostly on standard error: each code once. `script`: the name
/// given with -s, where it is known.
std::vector<Finding> complaints(std::string_view clean_text, std::string_view script);

}  // namespace pacer::audit
