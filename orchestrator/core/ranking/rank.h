#pragma once

#include <vector>

#include "core/model/ranking.h"
#include "core/model/run_record.h"
#include "core/model/sample.h"

namespace pacer {

/// Everything the table of one run shows. Needs no sample: frameworks that were asked for and have
/// none stand below the line as "not run yet".
///
/// Rows are sorted by median throughput (ties by name), below the line by outcome: failed, invalid,
/// skipped, not run. The ceiling stands apart, whatever its outcome. A row's ratio to it is the
/// median of the ratios of those rounds in which both were measured, with smallest and largest from
/// three such rounds on.
///
/// A round is complete when every row was tried in it. From 6 complete rounds on, rows with at
/// least 6 valid trials get two rank intervals, by throughput and by cost (compare_rows.h).
///
/// Of a run of several settings each is ranked on its own: the result is the table of the first,
/// and `further` holds the others, in the plan's order.
///
/// Throws Error as summarize does, and where a measured sample has other settings than the run.
Ranking rank(const RunRecord& record, const std::vector<Sample>& samples);

/// The same rows, compared at `alpha` as after so many complete rounds; without caption and notes.
Ranking compared_rows(const RunRecord& record, const std::vector<Sample>& samples, double alpha,
                      int complete_rounds);

std::string standing_name(Standing standing);  ///< "unranked", "provisional" or "ranked"

}  // namespace pacer
