#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/manifest.h"
#include "engine/toolchains/surroundings.h"

namespace pacer {

/// Debian's package manager. The package lists are fetched at most once per object.
class Debian {
 public:
  explicit Debian(const Surroundings& surroundings) : surroundings_(surroundings) {}

  /// May this user install packages: as root, or through a sudo that asks no password?
  bool may_install();
  /// Fetches the package lists. Without them (no network), the old ones serve.
  void update(const std::filesystem::path& log);
  /// Upstream version that `apt-get install` would give; "" where the package is not known.
  std::string candidate_version(std::string_view package);
  /// Never removes a package and never starts a service. Throws Error with the log and the command
  /// to try by hand.
  void install(const std::vector<std::string_view>& packages, const std::filesystem::path& log);

  /// "sudo apt-get install -y --no-install-recommends nginx": for a person.
  static std::string command_by_hand(const std::vector<std::string_view>& packages);

 private:
  Argv as_root(const Argv& argv) const;
  std::map<std::string, std::string> env() const;

  const Surroundings& surroundings_;
  bool updated_ = false;
};

}  // namespace pacer
