#pragma once

#include <string>
#include <vector>

#include "core/compare/comparison.h"
#include "core/model/run_record.h"
#include "core/model/sample.h"

namespace pacer {

/// A stored run, as far as it is compared.
struct MeasuredRun {
  const RunRecord& record;
  const std::vector<Sample>& samples;
};

struct CompareOptions {
  double tolerance = 0.05;
  std::vector<std::string> patterns;  ///< names and globs of frameworks; empty: all
};

/// What changed from one run to another, for every framework that both were asked for: throughput,
/// CPU per request, latency percentiles, memory and startup, as far as both measured them.
///
/// Not comparable where reasons_against says so, where no framework is in both, where one was
/// measured in only one of them, where the ceiling (the same program in both) has itself changed by
/// more than the tolerance, and where there are too few rounds for any answer. A framework that
/// neither measured is left out, with a note.
///
/// Throws Error as summarize does.
RunComparison compare_runs(const MeasuredRun& old_run, const MeasuredRun& new_run,
                           const CompareOptions& options);

/// What changed between the two versions of a run with pairs (record.live): from the differences
/// within each round, which what a round had in common does not touch. Throws Error where the run
/// has none.
RunComparison compare_pairs(const MeasuredRun& run, const CompareOptions& options);

}  // namespace pacer
