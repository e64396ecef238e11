#pragma once

#include <filesystem>

#include "core/model/sample.h"
#include "engine/server.h"

namespace pacer {

/// Everything one trial needs besides its Trial. The framework is built already.
struct TrialTask {
  Trial trial;
  ServerTask server;             ///< its folder also takes the client's raw output
  std::string runtime;           ///< "jdk 25.0.1"
  std::filesystem::path script;  ///< pipeline.lua
  Duration quiet_within{};
  bool strict = false;
};

/// gate → start → ready → verify → warm → measure → check → stop. Whatever happens to the framework
/// is an Outcome in the Sample; nothing of the server is left when this returns or throws.
/// Throws Interrupted on Ctrl-C and Error where the machine itself is unusable.
Sample run_trial(const TrialTask& task);

/// What a framework's row shows when no trial of it could be run at all.
Sample sample_without_trial(const TrialTask& task, Outcome outcome);

/// UTC, ISO 8601, to the second: "2026-11-30T10:45:00Z".
std::string utc_now();

}  // namespace pacer
