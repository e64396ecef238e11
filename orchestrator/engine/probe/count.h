#pragma once

#include <string>

#include "engine/probe/ready.h"

namespace pacer {

/// Proves the `count` workload of a server that is up: known numbers of hello requests raise the
/// sum over all its processes by exactly that much, and requests for other paths do not. Returns
/// what is wrong, or "".
std::string check_count(const Target& target);

}  // namespace pacer
