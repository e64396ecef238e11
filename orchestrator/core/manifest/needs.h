#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/model/manifest.h"
#include "core/yaml/kind.h"

namespace pacer {

/// Reads `name`, `name>=V` or `name==V`, V being dotted numbers; nothing where it is none of these.
/// The name may be of any toolchain, known or not.
std::optional<Requirement> parse_requirement(std::string_view text);

/// A list of requirements whose toolchains are known, each named once.
yaml::Kind<std::vector<Requirement>> needs();

}  // namespace pacer
