#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/build/build.h"

namespace pacer {

struct BuildJob {
  Manifest manifest;
  ToolEnv tools;
};

/// Called from the workers, one call at a time.
struct BuildObserver {
  std::function<void(const Manifest&, const std::string& line)> on_step = [](const Manifest&,
                                                                             const std::string&) {};
  std::function<void(const Manifest&, const BuildReport&)> on_finished = [](const Manifest&,
                                                                            const BuildReport&) {};
};

/// Builds with `workers` at a time, in order; the reports stand in the order of the jobs.
/// `options.progress` is not used. On Ctrl-C all builds are ended, then Interrupted is thrown.
std::vector<BuildReport> build_many(const std::vector<BuildJob>& jobs, int workers,
                                    const BuildOptions& options, const BuildObserver& observer);

}  // namespace pacer
