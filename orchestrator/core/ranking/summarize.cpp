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

bool is_measured(const Sample& sample) { return std::holds_alternative<Measured>(sample.outcome); }

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

std::map<std::string, Estimate> estimate(const Trials& trials) {
  std::map<std::string, std::vector<double>> values;
  for (const auto* trial : trials) {
    if (!is_measured(*trial)) continue;
    for (const auto& [key, value] : trial->values) {
      if (std::isfinite(value)) values[key].push_back(value);
    }
  }
  std::map<std::string, Estimate> estimates;
  for (const auto& [key, list] : values) {
    Estimate estimate{median(list), std::nullopt, std::nullopt, static_cast<int>(list.size())};
    if (estimate.n >= kFewestForInterval) {
      const auto [low, high] = std::minmax_element(list.begin(), list.end());
      estimate.low = *low;
      estimate.high = *high;
    }
    estimates.emplace(key, estimate);
  }
  return estimates;
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

int severity(const Outcome& outcome) {
  if (std::holds_alternative<Failed>(outcome)) return 3;
  if (std::holds_alternative<Invalid>(outcome)) return 2;
  return std::holds_alternative<Skipped>(outcome) ? 1 : 0;
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
