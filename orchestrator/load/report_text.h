#pragma once

#include <string>

#include "load/options.h"
#include "load/report.h"

namespace pacer::load {

/// For people.
std::string report_text(const Report& report, const Options& options);

/// For programs: one object. Its fields are described in docs/pacer-load.md.
std::string report_json(const Report& report, const Options& options);

/// Name of a kind of error as it stands in the JSON, like "early_close".
std::string fault_name(Fault fault);

}  // namespace pacer::load
