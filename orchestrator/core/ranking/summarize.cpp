#include "core/ranking/summarize.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "base/error.h"
#include "core/stats/median.h"

namespace pacer {
namespace {

constexpr int kFewestForInterval = 3;

using Trials = std::vector<const Sample*>;  ///< of one framework, in the order of the samples

std::vector<Trials> by_framework(const std::vector<Sample>& samples) {
  std::vector<Trials> groups;
  std::unordered_map<std::string, std::size_t> index;
  for (const auto& sample : samples) {
    const auto [found, is_new] = index.try_emplace(sample.trial.framework, groups.size());
    if (is_new) groups.emplace_back();
    groups[found->second].push_back(&sample);
  }
  return groups;
}

/// The sample that names version, language and runtime: the first measured one, else the first.
const Sample& face_of(const Trials& trials) {
  const auto found = std::find_if(trials.begin(), trials.end(),
                                  [](const Sample* trial) { return is_measured(*trial); });
  return found == trials.end() ? *trials.front() : **found;
}

void check_comparable(const Trials& trials, const Sample& face) {
  for (const auto* trial : trials) {
    const auto& name = trial->trial.framework;
    if (!(trial->trial.settings == trials.front()->trial.settings)) {
      throw Error(fmt::format("rounds {} and {} ran under different settings",
                              trials.front()->trial.round, trial->trial.round),
                  name, "a table compares equal settings only: keep these samples in two runs");
    }
    if (is_measured(*trial) && trial->version != face.version) {
      throw Error(fmt::format("round {} measured version {}, round {} version {}", face.trial.round,
                              face.version, trial->trial.round, trial->version),
                  name, "a median over both would describe neither: keep them in two runs");
    }
  }
}

/// Median, and the range from three values on.
Estimate estimate_of(const std::vector<double>& values) {
  Estimate estimate{median(values), std::nullopt, std::nullopt, static_cast<int>(values.size())};
  if (estimate.n >= kFewestForInterval) {
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    estimate.low = *low;
    estimate.high = *high;
  }
  return estimate;
}

using ValuesByName = std::map<std::string, std::vector<double>>;

void collect(const std::map<std::string, double>& from, ValuesByName& to) {
  for (const auto& [key, value] : from) {
    if (std::isfinite(value)) to[key].push_back(value);
  }
}

std::map<std::string, Estimate> estimates_of(const ValuesByName& values) {
  std::map<std::string, Estimate> estimates;
  for (const auto& [key, list] : values) estimates.emplace(key, estimate_of(list));
  return estimates;
}

std::map<std::string, Estimate> estimate(const Trials& trials) {
  ValuesByName values;
  for (const auto* trial : trials) {
    if (is_measured(*trial)) collect(trial->values, values);
  }
  return estimates_of(values);
}

/// One open loop over all measured trials; none of them ran it where n is 0.
LatencySummary summarize_loop(const Trials& trials, std::optional<int> rate,
                              std::optional<int> percent) {
  LatencySummary summary;
  summary.rate_per_s = rate;
  summary.capacity_percent = percent;
  std::vector<double> rates;
  ValuesByName values;
  for (const auto* trial : trials) {
    if (!is_measured(*trial)) continue;
    for (const auto& latency : trial->latency) {
      if (latency.capacity_percent != percent || (rate && latency.rate_per_s != *rate)) continue;
      ++summary.n;
      rates.push_back(latency.rate_per_s);
      if (!latency.sustained) continue;
      ++summary.n_sustained;
      summary.upper_bound |= latency.upper_bound;
      collect(latency.latency_us, values);
    }
  }
  if (summary.n > 0) summary.rate = estimate_of(rates);
  summary.latency_us = estimates_of(values);
  return summary;
}

std::vector<LatencySummary> summarize_latency(const Trials& trials) {
  const auto& settings = trials.front()->trial.settings;
  std::vector<LatencySummary> all;
  for (const int rate : settings.latency_rates) {
    all.push_back(summarize_loop(trials, rate, std::nullopt));
  }
  if (const auto percent = settings.latency_capacity_percent) {
    all.push_back(summarize_loop(trials, std::nullopt, percent));
  }
  return all;
}

std::vector<Note> unite_notes(const Trials& trials) {
  struct Carried {
    std::size_t trials = 0;
    const Sample* last = nullptr;  // so that a trial that says it twice counts once
  };
  std::vector<Note> notes;
  std::unordered_map<std::string, Carried> carried;
  for (const auto* trial : trials) {
    for (const auto& note : trial->notes) {
      auto& count = carried[note.code];
      if (count.trials == 0) notes.push_back(note);
      if (count.last != trial) ++count.trials;
      count.last = trial;
    }
  }
  for (auto& note : notes) {
    const auto count = carried[note.code].trials;
    if (count < trials.size()) note.text += fmt::format(" ({} of {})", count, trials.size());
  }
  return notes;
}

Summary summarize_one(const Trials& trials) {
  const auto& face = face_of(trials);
  check_comparable(trials, face);
  Summary summary;
  summary.framework = face.trial.framework;
  summary.version = face.version;
  summary.language = face.language;
  summary.runtime = face.runtime;
  summary.n_run = static_cast<int>(trials.size());
  summary.estimates = estimate(trials);
  summary.latency = summarize_latency(trials);
  summary.badge = face.badge;
  summary.notes = unite_notes(trials);
  for (const auto* trial : trials) {
    if (is_measured(*trial)) {
      ++summary.n_valid;
      summary.badge = std::min(summary.badge, trial->badge);
      continue;
    }
    if (severity(trial->outcome) > severity(summary.worst)) summary.worst = trial->outcome;
    // A failure's reason begins with its stage: "round 3 failed: measure: the server ended".
    summary.trouble.push_back(fmt::format("round {} {}: {}", trial->trial.round,
                                          outcome_name(trial->outcome),
                                          outcome_reason(trial->outcome)));
  }
  if (summary.n_valid > 0) summary.worst = Measured{};
  return summary;
}

}  // namespace

std::vector<Summary> summarize(const std::vector<Sample>& samples) {
  std::vector<Summary> summaries;
  for (const auto& trials : by_framework(samples)) summaries.push_back(summarize_one(trials));
  return summaries;
}

}  // namespace pacer
