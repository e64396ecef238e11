#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/model/manifest.h"

namespace pacer {

/// SHA-256 (64 hexadecimal digits) over everything that a build depends on: each source file of the
/// directory (manifest and lockfile are among them) with its path, its content and whether it is
/// executable; a link's target; the build commands as they are run; the versions of the toolchains.
/// What the directory's .gitignore leaves out, `.pacer` and `.git` do not count.
/// Throws Error where a file cannot be read.
std::string content_hash(const Manifest& manifest, const std::vector<Argv>& build_commands,
                         const std::vector<std::string>& sources,
                         const std::map<std::string, std::string>& toolchain_versions);

}  // namespace pacer
