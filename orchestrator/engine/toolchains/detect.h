#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/toolchains/toolchain.h"
#include "engine/toolchains/toolchains.h"
#include "engine/toolchains/version_cache.h"

namespace pacer {

/// A usable toolchain, and the links that must be made before its `path` holds anything.
struct Installation {
  Found found;
  std::map<std::string, std::string> links;  ///< link → target
};

struct Detection {
  std::vector<Installation> usable;   ///< the newest first
  std::vector<std::string> unusable;  ///< "/usr/bin/go: exit 2: …"
};

/// Looks for one toolchain. `ask_env` is what the program needs to answer. Starts programs, each
/// with a deadline, where the cache does not know their answer.
Detection detect(const Toolchain& toolchain, const Surroundings& surroundings, VersionCache& cache,
                 const std::map<std::string, std::string>& ask_env);

/// Throws Error where a link cannot be made.
void make_links(const Installation& installation);

}  // namespace pacer
