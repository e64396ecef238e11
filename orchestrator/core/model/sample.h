#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/model/latency.h"
#include "core/model/outcome.h"
#include "core/model/trial.h"

namespace pacer {

/// What verified the answers under load: every handler call counted, every byte counted, or only
/// what the client itself checks. Higher is better.
enum class Badge { kClient, kBytes, kHandler };
std::string badge_name(Badge badge);
Badge badge_named(const std::string& name);  ///< throws Error

/// What one trial yielded. One line of samples.jsonl; core/model/json.h has the wire form.
struct Sample {
  Trial trial;
  std::string version;  ///< of the framework, from its manifest
  std::string language;
  std::string runtime;     ///< toolchains used, "jdk 25.0.1"; may be empty
  std::string started_at;  ///< UTC, ISO 8601
  Outcome outcome;
  /// By the keys of core/metrics/table.h. Only what was truly measured; a failed trial has none
  /// that could be taken for a result.
  std::map<std::string, double> values;
  std::vector<LatencyAtRate> latency;  ///< one for each of the plan's rates that was run
  Badge badge = Badge::kClient;
  std::vector<Note> notes;
};

inline bool is_measured(const Sample& sample) {
  return std::holds_alternative<Measured>(sample.outcome);
}

}  // namespace pacer
