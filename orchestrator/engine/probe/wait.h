#pragma once

#include "engine/probe/ready.h"

namespace pacer {

/// Proves the `wait` workload of a server that is up: it waits as long as it is told, refuses what
/// is no time, and holds up neither other waits nor hello. Throws Error where it does not.
void check_wait(const Target& target);

}  // namespace pacer
