#include "core/history/history.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

#include "base/error.h"
#include "core/compare/change.h"
#include "core/ranking/values.h"
#include "core/stats/median.h"
#include "core/stats/spread.h"

namespace pacer {
namespace {

constexpr const char* kThroughput = "throughput_rps";
constexpr const char* kCost = "server_cpu_us_per_request";

bool is_measured_of(const Sample& sample, const std::string& framework) {
  return sample.trial.framework == framework && is_measured(sample);
}

/// exp(t s sqrt(2 / n)): the half width of the 95 % interval between two runs that vary alike.
std::optional<double> noise_floor_of(const std::vector<double>& values) {
  const auto n = static_cast<double>(values.size());
  if (values.size() < 2) return std::nullopt;
  const double variance = squared_log_deviations(values) / (n - 1);
  const boost::math::students_t student(2 * n - 2);
  return std::exp(quantile(student, 1 - kCompareAlpha / 2) * std::sqrt(variance * 2 / n));
}

HistoryFigure figure_of(const MeasuredRun& run, const std::string& framework, const char* key) {
  std::vector<double> values;
  for (const auto& [round, value] : values_by_round(run.samples, framework, key)) {
    values.push_back(value);
  }
  HistoryFigure figure;
  figure.change.metric = key;
  if (!values.empty()) figure.median = median(values);
  figure.noise_floor = noise_floor_of(values);
  return figure;
}

HistoryEntry entry_of(const MeasuredRun& run, const std::string& framework) {
  HistoryEntry entry;
  entry.run = run.record.id;
  entry.started_at = run.record.started_at;
  entry.pacer_commit = run.record.environment.commit.value.value_or("not known");
  for (const auto& sample : run.samples) {
    if (!is_measured_of(sample, framework)) continue;
    entry.version = sample.version;
    ++entry.n_valid;
  }
  entry.throughput = figure_of(run, framework, kThroughput);
  entry.cost = figure_of(run, framework, kCost);
  return entry;
}

std::string machine_of(const MeasuredRun& run) {
  return run.record.environment.machine.value.value_or("not known");
}

void take_changes(const RunComparison& comparison, HistoryEntry& entry) {
  for (const auto& change : comparison.rows.front().metrics) {
    if (change.metric == kThroughput) entry.throughput.change = change;
    if (change.metric == kCost) entry.cost.change = change;
  }
}

/// Sets it against the newest of the earlier runs with which that is possible.
void relate(const std::string& framework, const MeasuredRun& run,
            const std::vector<const MeasuredRun*>& earlier, HistoryEntry& entry) {
  for (auto before = earlier.rbegin(); before != earlier.rend(); ++before) {
    const auto comparison = compare_runs(**before, run, {CompareOptions{}.tolerance, {framework}});
    if (!comparison.rows.empty()) return take_changes(comparison, entry);
    if (entry.apart.empty()) entry.apart = comparison.reasons;
  }
}

}  // namespace

bool is_beyond_noise(const MetricChange& change) {
  return change.change == Change::kBetter || change.change == Change::kSlightlyWorse ||
         change.change == Change::kRegressed;
}

History history_of(const std::string& framework, const std::vector<MeasuredRun>& runs) {
  std::vector<const MeasuredRun*> order;
  for (const auto& run : runs) {
    if (std::any_of(run.samples.begin(), run.samples.end(),
                    [&](const Sample& sample) { return is_measured_of(sample, framework); })) {
      order.push_back(&run);
    }
  }
  if (order.empty()) {
    throw Error("no stored run has measured " + framework, "",
                "`pacer run " + framework + "` makes one");
  }
  std::stable_sort(order.begin(), order.end(), [](const auto* a, const auto* b) {
    return a->record.started_at < b->record.started_at;
  });
  History history;
  history.framework = framework;
  history.machine = machine_of(*order.back());
  std::vector<const MeasuredRun*> earlier;
  for (const auto* run : order) {
    if (machine_of(*run) != history.machine) {
      ++history.other_machines;
      continue;
    }
    history.entries.push_back(entry_of(*run, framework));
    relate(framework, *run, earlier, history.entries.back());
    earlier.push_back(run);
  }
  return history;
}

}  // namespace pacer
