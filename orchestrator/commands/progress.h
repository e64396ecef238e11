#pragma once

#include <memory>

#include "commands/command.h"
#include "engine/observer.h"

namespace pacer {

/// Progress on standard error: on a terminal one live line (stage, framework k of n, elapsed and
/// estimated time left), elsewhere one plain line per build and trial.
std::unique_ptr<Observer> make_progress(const Terminal& terminal);

}  // namespace pacer
