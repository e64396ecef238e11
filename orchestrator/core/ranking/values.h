#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/model/sample.h"

namespace pacer {

// One metric of many trials, for whoever takes ratios: a value that is not positive has none to
// others and counts as not measured (a CPU time under the clock's tick).

/// Of a measured trial.
std::optional<double> positive_value(const Sample& sample, const char* key);

using ValuesByRound = std::map<int, double>;
ValuesByRound values_by_round(const std::vector<Sample>& samples, const std::string& framework,
                              const char* key);

/// For each framework one value for each round that any sample belongs to.
using ValuesByFramework = std::unordered_map<std::string, std::vector<std::optional<double>>>;
ValuesByFramework values_by_framework(const std::vector<Sample>& samples, const char* key);

}  // namespace pacer
