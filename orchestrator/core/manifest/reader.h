#pragma once

#include <string>
#include <string_view>

#include "core/model/manifest.h"

namespace pacer {

/// Reads the text of a framework.yaml. `file` is for messages; `name` and `directory` are where it
/// lies. Throws yaml::Problems (an Error) with everything that is wrong in it.
Manifest read_manifest(std::string_view text, const std::string& file, const std::string& name,
                       const std::string& directory);

}  // namespace pacer
