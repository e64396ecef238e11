#pragma once

#include "core/model/manifest.h"
#include "engine/build/build.h"
#include "engine/toolchains/toolchains.h"

namespace pacer {

/// Roughly how long it takes until this framework can run, for "the cheapest first": nothing where
/// it is up to date, else what its last build took, else a constant for its toolchains; and more
/// where a toolchain must be installed first.
Duration estimated_cost(const Manifest& manifest, const Resolved& resolved,
                        const BuildOptions& options);

}  // namespace pacer
