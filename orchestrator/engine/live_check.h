#pragma once

#include <vector>

#include "core/model/manifest.h"
#include "core/model/outcome.h"
#include "engine/observer.h"

namespace pacer {

/// What `pacer check --live` found of one framework.
struct LiveCheck {
  std::string framework;
  Outcome outcome;  ///< Measured: it was built, started, verified and stopped
  std::vector<Note> notes;
};

/// Builds, starts, verifies (every workload it serves) and stops each, one after the other, without
/// any load. Throws Interrupted.
std::vector<LiveCheck> live_check(const std::vector<Manifest>& manifests, bool install_missing,
                                  Observer& observer);

}  // namespace pacer
