#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/compare/compare_runs.h"
#include "core/compare/comparison.h"

namespace pacer {

/// One figure of a framework in one run.
struct HistoryFigure {
  std::optional<double> median;
  /// The smallest ratio that two runs like this one can tell apart: from how the trials vary and
  /// how many there are. None with fewer than two trials.
  std::optional<double> noise_floor;
  MetricChange change;  ///< against the run before that measured it; kNotMeasured for the first
};

/// A framework in one run.
struct HistoryEntry {
  std::string run;  ///< its id
  std::string started_at;
  std::string version;
  std::string pacer_commit;  ///< "not known" where it is not
  int n_valid = 0;
  HistoryFigure throughput;
  HistoryFigure cost;
  /// Why it cannot be set against the run before: other settings, or another state of the machine.
  std::vector<std::string> apart;
};

struct History {
  std::string framework;
  std::string machine;
  std::vector<HistoryEntry> entries;  ///< oldest first
  int other_machines = 0;             ///< runs that were left out
};

/// The runs in which `framework` was measured, on the machine of the newest of them. Each is set
/// against the newest earlier one that it can be compared with (core/compare/compare_runs.h).
/// Throws Error where no run has measured it.
History history_of(const std::string& framework, const std::vector<MeasuredRun>& runs);

/// Whether the change is sure, whatever its size.
bool is_beyond_noise(const MetricChange& change);

/// For people, at most 80 columns wide, and for scripts (docs/history.schema.json).
std::string history_text(const History& history);
std::string history_json(const History& history);

}  // namespace pacer
