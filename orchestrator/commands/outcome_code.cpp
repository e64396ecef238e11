#include "commands/outcome_code.h"

#include <algorithm>

#include "base/error.h"

namespace pacer {

int outcome_code(const StoredRun& run, const Selection& selection) {
  const auto is_bad = [&](const Sample& sample) {
    if (std::holds_alternative<Measured>(sample.outcome)) return false;
    if (std::holds_alternative<Skipped>(sample.outcome)) {
      return named_exactly(selection, sample.trial.framework);
    }
    return true;
  };
  const bool bad = std::any_of(run.samples.begin(), run.samples.end(), is_bad);
  return static_cast<int>(bad ? ExitCode::kFailed : ExitCode::kOk);
}

}  // namespace pacer
