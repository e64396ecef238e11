#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "load/options.h"
#include "load/settings.h"

namespace pacer::load {

/// Reads the files, resolves the host and fetches the reference answer where none is given.
/// `options.threads` is filled in. Throws Error.
Settings make_settings(Options& options);

/// The whole program but its signals. Prints; returns the exit code. Throws Error.
int run_program(const std::vector<std::string>& arguments, const std::atomic<bool>& stop);

}  // namespace pacer::load
