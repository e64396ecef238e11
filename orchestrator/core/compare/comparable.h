#pragma once

#include <string>
#include <vector>

#include "core/model/run_record.h"

namespace pacer {

/// Why figures of two runs must not be set against each other, one sentence a reason: another
/// machine or a state of it that changes speed, another kernel, load client, setting or set of
/// CPUs. Empty: they may. What neither run could read counts as equal, what only one could read as
/// different.
std::vector<std::string> reasons_against(const RunRecord& old_run, const RunRecord& new_run);

}  // namespace pacer
