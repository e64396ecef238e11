#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "core/model/manifest.h"
#include "engine/toolchains/surroundings.h"

namespace pacer {

/// Debian's package manager. The package lists are fetched at most once per object.
class Debian {
 public:
  explicit Debian(const Surroundings& surroundings) : surroundings_(surroundings) {}

  /// Is there an apt-get?
  bool is_here() const;
  /// May this user install packages: as root, or through a sudo that asks no password?
  bool may_install();
  /// Fetches the package lists, unless Pacer has done so in the last six hours and the sources are
  /// still the same. Where that fails (no network) the old ones serve, and
  /// update_failure() tells.
  void update(const std::filesystem::path& log);
  const std::optional<Error>& update_failure() const { return update_failure_; }
  /// Upstream version that `apt-get install` would give; "" where the package is not known.
  std::string candidate_version(std::string_view package);
  /// Never removes a package and never starts a service. Throws Error with the log and the command
  /// to try by hand.
  void install(const std::vector<std::string_view>& packages, const std::filesystem::path& log);

  /// "sudo apt-get install -y --no-install-recommends nginx": for a person.
  static std::string command_by_hand(const std::vector<std::string_view>& packages);

 private:
  std::filesystem::path stamp() const;  ///< its time is that of the last fetching
  bool lists_are_fresh() const;
  Argv as_root(const Argv& argv) const;
  std::map<std::string, std::string> env() const;

  const Surroundings& surroundings_;
  bool updated_ = false;
  std::optional<Error> update_failure_;
};

}  // namespace pacer
