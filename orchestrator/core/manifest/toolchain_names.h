#pragma once

#include <string>
#include <vector>

namespace pacer {

/// Toolchains that a manifest's `needs` may name. engine/toolchains/table.cpp finds and installs
/// them; it must have a row for each.
const std::vector<std::string>& known_toolchains();

}  // namespace pacer
