#pragma once

#include <string>

#include "load/settings.h"

namespace pacer::load {

/// Makes one request on a connection of its own and returns the body of its answer, which the
/// answers under load are then compared with. Throws Error where there is no whole answer of the
/// expected status.
std::string fetch_reference(const Settings& settings);

}  // namespace pacer::load
