#pragma once

#include <vector>

#include "core/model/ranking.h"
#include "core/model/sample.h"
#include "core/stats/looks.h"

namespace pacer {

/// Rule 10, for ranked campaigns that ran the controls: compares the ceiling with its twin and with
/// the one that does a tenth more work, by throughput and by cost, as strictly as the rows are
/// compared. The twin must not be told apart. The heavier one must be, in the right direction, by
/// each metric that can resolve so little: where the ratio that must be seen is the square of the
/// pair's noise floor or more. By throughput only where the ceiling's CPUs were full: else the
/// client was the limit.
///
/// Sets control_findings and, where a control fails, controls_failed: then standing becomes
/// unranked and all ranks are taken away.
void judge_controls(Ranking& ranking, const std::vector<Sample>& samples,
                    double alpha = kFamilywiseAlpha);

}  // namespace pacer
