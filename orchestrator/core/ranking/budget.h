#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/run_record.h"
#include "core/model/sample.h"
#include "core/stats/looks.h"

namespace pacer {

/// Where a run under a time budget stands, from its samples alone. Rows are compared only at the
/// looks; a row whose place is sure in both rankings then is resolved, and further rounds go
/// without it.
struct BudgetState {
  int complete_rounds = 0;              ///< all that were to run in them were tried
  std::optional<int> look;              ///< the last one that was reached, in rounds
  std::vector<std::string> unresolved;  ///< frameworks that the next round contains

  /// Nothing is left to be told apart, or the last look is over.
  bool over() const { return unresolved.empty() || complete_rounds >= kLooks.back(); }
};
BudgetState budget_state(const RunRecord& record, const std::vector<Sample>& samples);

std::vector<Sample> samples_until(const std::vector<Sample>& samples, int round);

/// For the caption: "2h, looked after 15 of 16 rounds …".
std::string budget_text(const Plan& plan, const BudgetState& state);

}  // namespace pacer
