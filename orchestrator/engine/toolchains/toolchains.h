#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/model/manifest.h"
#include "core/model/outcome.h"
#include "engine/toolchains/surroundings.h"

namespace pacer {

/// One installed toolchain.
struct Found {
  std::string toolchain;
  std::string version;   ///< "25.0.3"
  std::string location;  ///< the program, the JDK's folder, or the header
  std::map<std::string, std::string> env;
  std::vector<std::string> path;  ///< folders to put before PATH; empty where PATH finds it anyway
};

/// A need that nothing installed meets.
struct Missing {
  Requirement need;
  std::optional<Found> nearest;  ///< the newest that is installed and does not satisfy
  std::string why;               ///< "not installed", "1.19.8 (/usr/bin/go) is all there is"
  std::string remedy;            ///< a command, or one line of advice
};

/// What a framework's build and run need to find their toolchains.
struct ToolEnv {
  std::map<std::string, std::string> env;       ///< for Command::env; PATH is in it, whole
  std::vector<std::string> path;                ///< the folders that were put before PATH
  std::string runtime;                          ///< "jdk 25.0.3"; build drivers are not named
  std::map<std::string, std::string> versions;  ///< of every need, by name

  /// `env` with the whole PATH, for Command::env.
  std::map<std::string, std::string> command_env(const Surroundings& surroundings) const;
};

using Resolved = std::variant<ToolEnv, std::vector<Missing>>;

/// "needs go>=1.26: not installed; needs …" with the remedies, for the row of the table.
Skipped skipped_for(const std::vector<Missing>& missing);

/// What is installed. Each program is asked at most once per process; answers are kept across
/// processes in the cache folder, by path, time and size of the program. Safe to share between
/// threads.
class Toolchains {
 public:
  explicit Toolchains(Surroundings surroundings = this_machine());
  ~Toolchains();
  Toolchains(const Toolchains&) = delete;
  Toolchains& operator=(const Toolchains&) = delete;

  /// All that are usable, the newest first; of equal ones the first on PATH.
  std::vector<Found> installed(const std::string& name);
  /// Of those that lie there and cannot be used: "/usr/bin/go: `go version`: exit 2".
  std::vector<std::string> unusable(const std::string& name);

  /// The newest that satisfies each need. Throws Error where a need names no known toolchain.
  Resolved resolve(const std::vector<Requirement>& needs);

  /// Looks again at the next question: something was installed.
  void forget();

  const Surroundings& surroundings() const { return surroundings_; }

 private:
  struct State;
  Surroundings surroundings_;
  std::unique_ptr<State> state_;
};

}  // namespace pacer
