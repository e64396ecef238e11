#pragma once

#include "core/judge/judge.h"
#include "engine/health/load_watch.h"
#include "engine/probe/load_probe.h"

namespace pacer {

/// Puts what was watched and probed during a load into the form that is judged.
void fill(Evidence& evidence, const LoadObservation& seen, const LoadProbe::Result& probes);

}  // namespace pacer
