#include "engine/toolchains/surroundings.h"

#include <glob.h>
#include <pwd.h>
#include <unistd.h>

#include "base/text.h"

extern char** environ;

namespace pacer {
namespace {

namespace fs = std::filesystem;

/// The XDG rule: a relative or empty value counts as not set.
fs::path xdg_folder(const Surroundings& surroundings, const char* variable, const char* fallback) {
  const fs::path value = surroundings.variable(variable);
  if (value.is_absolute()) return value / "pacer";
  return fs::path(surroundings.variable("HOME")) / fallback / "pacer";
}

/// "" where the pattern starts with a variable that is not set.
std::string expand(const std::string& pattern, const Surroundings& surroundings) {
  const auto slash = std::min(pattern.find('/'), pattern.size());
  const auto first = pattern.substr(0, slash);
  const auto rest = pattern.substr(slash);
  if (first == "~" || first.starts_with('$')) {
    const auto value = surroundings.variable(first == "~" ? "HOME" : first.substr(1));
    return value.empty() ? "" : value + rest;
  }
  return (surroundings.root / fs::path(pattern).relative_path()).string();
}

}  // namespace

std::string Surroundings::variable(const std::string& name) const {
  const auto found = env.find(name);
  return found == env.end() ? "" : found->second;
}

Surroundings this_machine() {
  Surroundings surroundings;
  surroundings.superuser = geteuid() == 0;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    const auto equals = text.find('=');
    if (equals != std::string::npos) {
      surroundings.env[text.substr(0, equals)] = text.substr(equals + 1);
    }
  }
  if (surroundings.variable("HOME").empty()) {
    const passwd* user = getpwuid(geteuid());
    surroundings.env["HOME"] = user == nullptr ? "/tmp" : user->pw_dir;
  }
  return surroundings;
}

fs::path own_toolchains_folder(const Surroundings& surroundings) {
  return xdg_folder(surroundings, "XDG_DATA_HOME", ".local/share") / "toolchains";
}

fs::path cache_folder(const Surroundings& surroundings) {
  return xdg_folder(surroundings, "XDG_CACHE_HOME", ".cache");
}

std::vector<fs::path> path_folders(const Surroundings& surroundings) {
  std::vector<fs::path> folders;
  for (const auto& folder : split(surroundings.variable("PATH"), ':')) {
    if (folder.starts_with('/')) folders.emplace_back(folder);
  }
  return folders;
}

std::vector<fs::path> folders_matching(const std::string& pattern,
                                       const Surroundings& surroundings) {
  std::vector<fs::path> folders;
  const auto expanded = expand(pattern, surroundings);
  glob_t matches{};
  if (!expanded.empty() && glob(expanded.c_str(), GLOB_ONLYDIR, nullptr, &matches) == 0) {
    for (std::size_t i = 0; i < matches.gl_pathc; ++i) {
      // GLOB_ONLYDIR is only a hint.
      if (fs::is_directory(matches.gl_pathv[i])) folders.emplace_back(matches.gl_pathv[i]);
    }
  }
  globfree(&matches);
  return folders;
}

}  // namespace pacer
