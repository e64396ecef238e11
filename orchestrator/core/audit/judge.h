#pragma once

#include <vector>

#include "core/audit/report.h"

namespace pacer::audit {

/// Reads a document with the first format that knows it, and judges each report by itself. At
/// least one. Never throws on what a document holds.
std::vector<Audit> audit(const Document& document);

/// Judges one reading.
Audit judge(Reading reading);

/// Adds shared_rate where the highest rates of runs that were made alike are one: at least 3 within
/// 1 %, or 5 within 5 %, of the highest. Over all reports that are audited together.
void find_shared_rates(std::vector<Audit>& audits);

/// Whether something that is printed cannot be true.
bool has_impossible(const Audit& audit);

}  // namespace pacer::audit
