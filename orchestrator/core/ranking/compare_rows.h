#pragma once

#include <vector>

#include "core/model/ranking.h"
#include "core/model/sample.h"
#include "core/stats/looks.h"

namespace pacer {

/// Fewest valid trials of a row that is compared with others.
inline constexpr int kFewestForRank = 6;

/// Gives the rows of a ranking that is at least provisional their two rank intervals, by throughput
/// and by cost (server CPU per request), and says how fine a difference could be seen
/// (core/stats/pairwise.h). Rows with fewer than 6 valid trials, or without 6 values of the metric,
/// take no part. Two rows that are harness-bound are never told apart by throughput: which of them
/// is faster was not measured. Where trials are so scattered that rows share no round, not even
/// over others, there are no ranks.
/// `alpha`: the probability of any wrong difference in one of the two rankings.
void compare_rows(Ranking& ranking, const std::vector<Sample>& samples,
                  double alpha = kFamilywiseAlpha);

/// The client was the limit: on 90 % or more of its CPUs, with the server on less of its own.
bool is_harness_bound(const Row& row, const Settings& settings);

}  // namespace pacer
