#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "core/model/manifest.h"

namespace pacer {

/// One command of an installation. Its output is appended to `log`, after a line "$ COMMAND".
struct InstallStep {
  std::string name;  ///< for messages: "apt-get install nginx"
  Argv argv;
  std::map<std::string, std::string> env;
  std::filesystem::path log;
  Duration timeout = std::chrono::minutes(15);
  /// After Ctrl-C: how long it may go on. A package manager that is killed half-way leaves a
  /// broken system.
  Duration finish_within = std::chrono::seconds(2);
};

/// Throws Error (with the name, how it ended, its last line and the log) where the step
/// fails, and Interrupted on Ctrl-C, once the step has ended.
void run_install_step(const InstallStep& step, const std::string& hint);

}  // namespace pacer
