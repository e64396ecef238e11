#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/model/sample.h"

namespace pacer {

/// One metric over the valid trials of one framework.
struct Estimate {
  double median = 0;
  std::optional<double> low;  ///< smallest and largest; from three valid trials on
  std::optional<double> high;
  int n = 0;
};

/// One open loop of a plan, over the valid trials of one framework.
struct LatencySummary {
  std::optional<int> rate_per_s;               ///< the same for all frameworks
  std::optional<int> capacity_percent;         ///< or this share of its own throughput
  int n = 0;                                   ///< trials that ran it
  int n_sustained = 0;                         ///< of these, in which it was sustained
  bool upper_bound = false;                    ///< in some trial
  Estimate rate;                               ///< requests a second
  std::map<std::string, Estimate> latency_us;  ///< as in LatencyAtRate; of sustained ones
};

/// One framework under one setting.
struct Summary {
  std::string framework;
  std::string version;
  std::string language;
  std::string runtime;
  int n_valid = 0;                            ///< trials that were measured
  int n_run = 0;                              ///< trials that were tried
  std::map<std::string, Estimate> estimates;  ///< by metric key
  std::vector<LatencySummary> latency;        ///< in the plan's order
  Badge badge = Badge::kClient;               ///< the lowest of its valid trials
  std::vector<Note> notes;                    ///< union over its trials, in order of appearance
  Outcome worst;  ///< the outcome shown where n_valid is 0, else Measured; skipped < failed
  std::vector<std::string> trouble;  ///< reasons of trials that were not measured, one a trial
};

/// Of one metric; none where no valid trial has it.
const Estimate* estimate_of(const Summary& summary, const std::string& key);
double median_or(const Summary& summary, const std::string& key, double otherwise);

}  // namespace pacer
