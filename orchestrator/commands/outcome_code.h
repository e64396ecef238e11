#pragma once

#include "engine/catalog.h"
#include "engine/store.h"

namespace pacer {

/// Exit code of a run: 1 where some framework failed, was invalid, or was skipped although it was
/// named itself; else 0.
int outcome_code(const StoredRun& run, const Selection& selection);

}  // namespace pacer
