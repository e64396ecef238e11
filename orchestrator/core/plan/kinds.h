#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/plan.h"
#include "core/yaml/kind.h"

namespace pacer {

/// `auto` (none) or a number.
yaml::Kind<std::optional<int>> threads_or_auto();
yaml::Kind<CpuChoice> cpu_choice();
yaml::Kind<BuildOrder> build_order();
/// A whole number, or a list of some.
yaml::Kind<std::vector<int>> one_or_list(const yaml::Range& range);
/// A list of requests a second.
yaml::Kind<std::vector<int>> latency_rates();
/// Text; that there is such a client, and a workload that may be put under load, is a rule of
/// check(), which the command line needs too.
yaml::Kind<std::string> client_name();
yaml::Kind<std::string> load_workload();

}  // namespace pacer
