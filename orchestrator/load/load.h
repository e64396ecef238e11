#pragma once

#include <atomic>
#include <string>

#include "load/report.h"
#include "load/settings.h"

namespace pacer::load {

/// Loads the server as `settings` say, with one thread for each asked, and blocks until that is
/// done or `stop` is set. Throws Error where no connection can be opened, or the process may not
/// have as many descriptors as it needs.
Report run_load(const Settings& settings, const std::atomic<bool>& stop);

}  // namespace pacer::load
