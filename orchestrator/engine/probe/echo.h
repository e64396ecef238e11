#pragma once

#include "engine/probe/ready.h"

namespace pacer {

/// Proves the `echo` workload of a server that is up: bodies of 0 bytes to 1 MiB, with a length and
/// in chunks, on one connection, come back as they were. Throws Error where one does not.
void check_echo(const Target& target);

}  // namespace pacer
