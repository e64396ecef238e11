#pragma once

#include <vector>

#include "core/model/manifest.h"
#include "core/model/outcome.h"
#include "engine/observer.h"

namespace pacer {

/// What came of one workload.
struct WorkloadResult {
  enum class State {
    kProven,
    kFailed,
    kNotServed,  ///< the manifest does not say that it is
    kNotAsked    ///< the server was not up, or not up any more
  };
  std::string workload;
  State state = State::kNotServed;
  std::string why;  ///< of a failure
};

/// What `pacer check --live` found of one framework.
struct LiveCheck {
  std::string framework;
  Outcome outcome;  ///< Measured: it was built, started, verified and stopped
  std::vector<Note> notes;
  std::vector<WorkloadResult> workloads;  ///< all that there are, in the contract's order
};

/// Builds, starts, verifies (every workload it serves, whatever became of the others) and stops
/// each, one after the other, without any load. Throws Interrupted.
std::vector<LiveCheck> live_check(const std::vector<Manifest>& manifests, bool install_missing,
                                  Observer& observer);

}  // namespace pacer
