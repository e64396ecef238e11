#pragma once

#include <functional>
#include <string>

#include "engine/toolchains/debian.h"
#include "engine/toolchains/toolchain.h"
#include "engine/toolchains/toolchains.h"

namespace pacer {

struct InstallOptions {
  bool allow_apt = true;
  /// One line on what is being done.
  std::function<void(const std::string& line)> progress = [](const std::string&) {};
};

/// Installs toolchains by the recipes of the table: Debian's packages, else a registry's binaries
/// into Pacer's own folder. `toolchains` must outlive it.
class Installer {
 public:
  Installer(Toolchains& toolchains, InstallOptions options);

  /// What satisfies `need`, installed now where it was missing. Throws Error where it cannot be
  /// had; the hint is the exact command where only the right to run it is missing.
  Found install(const Requirement& need);

 private:
  std::optional<Found> find(const Requirement& need);
  bool try_recipe(const DebianRecipe& recipe, const Requirement& need);
  bool try_recipe(const WheelRecipe& recipe, const Requirement& need);
  std::filesystem::path log_of(const Requirement& need) const;
  [[noreturn]] void give_up(const Requirement& need);

  Toolchains& toolchains_;
  InstallOptions options_;
  Debian debian_;
};

}  // namespace pacer
