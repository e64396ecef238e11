#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "engine/toolchains/install.h"

namespace pacer {

/// "go", "go>=1.26" or "jdk==17". Throws Error where it is none, or names no known toolchain.
Requirement requirement_named(const std::string& text);

/// What was asked for by name; where a bare name has no version, all that the frameworks need of
/// that toolchain. Without any name, all that they need.
std::vector<Requirement> needs_asked_for(const std::vector<std::string>& names,
                                         const std::vector<Manifest>& manifests);

/// What these frameworks need, each once, the newest of a toolchain first: it may serve the others
/// too.
std::vector<Requirement> needs_of(const std::vector<Manifest>& manifests);

/// Installs what is missing, says what it does, ends with a table (toolchain, wanted, found,
/// where). 0 where all is there, 2 where something cannot be had.
int setup(const std::vector<Requirement>& needs, Toolchains& toolchains, bool allow_apt,
          std::ostream& out);

}  // namespace pacer
