#pragma once

#include "core/clients/client.h"

namespace pacer {

Argv wrk_argv(const LoadTask& task);
/// Reads the line that pipeline.lua's done() prints; wrk's own rounded report is never read.
std::variant<LoadResult, LoadFailure> parse_wrk(const ClientOutput& output, const LoadTask& task);

}  // namespace pacer
