#pragma once

#include <string>
#include <vector>

#include "core/model/manifest.h"

namespace pacer {

/// All frameworks as a Markdown table, by name: language, version, what they need, the workloads
/// they serve. Depends on the manifests alone, so that it is the same on every machine.
std::string overview_markdown(std::vector<Manifest> manifests);

}  // namespace pacer
