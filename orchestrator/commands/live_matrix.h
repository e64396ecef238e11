#pragma once

#include <string>
#include <vector>

#include "engine/live_check.h"

namespace pacer {

/// Frameworks by workloads: "ok", "FAIL", "-" where it is not served, "?" where it could not be
/// asked for. Below it, what "?" means, where there is one.
std::string live_matrix(const std::vector<LiveCheck>& checks);

/// "ok", "failed", "not served" or "not asked", for scripts.
std::string state_name(WorkloadResult::State state);

}  // namespace pacer
