#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/clients/pacer_load.h"
#include "core/model/latency.h"
#include "core/model/outcome.h"

namespace pacer {

/// What may be printed of one open loop.
struct LatencyJudgement {
  LatencyAtRate latency;
  std::vector<std::string> reasons;  ///< why the trial is invalid; empty: it stands
  std::vector<Note> notes;
};

/// Applies rule 3 of docs/rules.md. `result` holds an open loop. Times of right answers only:
/// one wrong answer makes the trial invalid. `capacity_percent`: the rate is that share of what the
/// framework itself took.
LatencyJudgement judge_latency(const PacerLoadResult& result,
                               std::optional<int> capacity_percent = std::nullopt);

/// Requests a second that are this share of a closed loop's throughput; at least 1.
int rate_of_capacity(double throughput_rps, int percent);

}  // namespace pacer
