#pragma once

#include <vector>

#include "core/model/sample.h"
#include "core/model/summary.h"

namespace pacer {

/// One Summary per framework, in order of first appearance. Only measured trials feed the
/// estimates: medians, with the smallest and the largest value from three trials on. What was not
/// measured is missing, never imputed.
///
/// Notes of all trials are united by their code; the first text wins, and " (k of n)" is appended
/// where only k of n trials carry it. The worst outcome is the first of the worst kind: skipped <
/// invalid < failed. Trouble reads "round 3 failed: measure: the server ended".
///
/// Throws Error where a framework appears under different settings, or was measured in different
/// versions: a median over both would describe neither.
std::vector<Summary> summarize(const std::vector<Sample>& samples);

}  // namespace pacer
