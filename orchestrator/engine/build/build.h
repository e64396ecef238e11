#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <thread>

#include "core/model/manifest.h"
#include "core/model/outcome.h"
#include "engine/toolchains/toolchains.h"

namespace pacer {

struct BuildOptions {
  bool force = false;                           ///< also where it is up to date
  /// Also where it is up to date, in a network namespace with nothing but loopback: proves that an
  /// earlier build has left all that the next one needs.
  bool offline = false;
  Duration timeout = std::chrono::minutes(15);  ///< for all build commands together
  int cpus = static_cast<int>(std::thread::hardware_concurrency());  ///< replaces {cpus}
  int port = 8080;  ///< replaces {port}: for a file that a build writes; nothing listens meanwhile
  /// One line on what begins: a build command, or a wait for another Pacer.
  std::function<void(const std::string& line)> progress = [](const std::string&) {};
};

enum class BuildStatus {
  kNothingToBuild,  ///< the manifest has no build commands
  kUpToDate,        ///< built before, from the same content
  kBuilt,
  kFailed
};

struct BuildReport {
  BuildStatus status = BuildStatus::kFailed;
  std::optional<Failed> failure;  ///< with kFailed; at Stage::kBuild
  std::string hash;               ///< content_hash; empty where it could not be computed
  Duration took{};                ///< of this call's build commands
  std::uint64_t size_bytes = 0;   ///< of the outputs
  std::filesystem::path log;      ///< output of the last build
  std::string note;  ///< something its author should know: the build changes its own sources
};

/// Builds a framework unless a build of the same content is there. One Pacer at a time: a second
/// one waits. The commands get the toolchains' environment, not the manifest's `env`, which is for
/// the run. Never throws Error: a build that fails is a result. Throws Interrupted on Ctrl-C, with
/// nothing left running and the directory not up to date.
BuildReport ensure_built(const Manifest& manifest, const ToolEnv& tools,
                         const BuildOptions& options);

/// Would ensure_built return at once?
bool is_up_to_date(const Manifest& manifest, const ToolEnv& tools, const BuildOptions& options);

}  // namespace pacer
