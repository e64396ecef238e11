#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/duration.h"

namespace pacer {

/// Where toolchains are looked for and what may be installed: the environment variables, the root
/// of the file system and the user. The real ones come from this_machine(); tests bring their own.
struct Surroundings {
  std::map<std::string, std::string> env;
  std::filesystem::path root = "/";
  bool superuser = false;
  Duration answer_within = std::chrono::seconds(10);  ///< for a program to tell its version

  /// The value of a variable; "" where it is not set.
  std::string variable(const std::string& name) const;
};

/// This process's environment. HOME comes from the user database where it is not set.
Surroundings this_machine();

/// Where Pacer keeps the toolchains that it installs itself:
/// ${XDG_DATA_HOME:-~/.local/share}/pacer/toolchains. May not exist yet.
std::filesystem::path own_toolchains_folder(const Surroundings& surroundings);
/// ${XDG_CACHE_HOME:-~/.cache}/pacer. May not exist yet; may be removed at any time.
std::filesystem::path cache_folder(const Surroundings& surroundings);

/// Folders of $PATH, in order, without empty and relative ones.
std::vector<std::filesystem::path> path_folders(const Surroundings& surroundings);

/// Existing folders that match `pattern`, sorted. "~" at the start is HOME, "$NAME" at the start a
/// variable (no folder where it is not set), "*" a glob; an absolute pattern is below the root.
std::vector<std::filesystem::path> folders_matching(const std::string& pattern,
                                                    const Surroundings& surroundings);

}  // namespace pacer
