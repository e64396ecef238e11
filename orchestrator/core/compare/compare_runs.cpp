#include "core/compare/compare_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <set>

#include "base/error.h"
#include "base/text.h"
#include "core/compare/change.h"
#include "core/compare/comparable.h"
#include "core/judge/harness.h"
#include "core/metrics/table.h"
#include "core/ranking/caption.h"
#include "core/ranking/summarize.h"
#include "core/ranking/values.h"
#include "core/stats/median.h"

namespace pacer {
namespace {

constexpr const char* kThroughput = "throughput_rps";
constexpr const char* kCost = "server_cpu_us_per_request";
/// Only where both sides have them: a machine may have no counter.
constexpr std::array kInstructions{"server_instructions_per_request",
                                   "server_user_instructions_per_request"};

/// Where the values of one version come from.
struct Side {
  const std::vector<Sample>& samples;
  std::string framework;
  const Settings& settings;
};

OldAndNew old_and_new(const Side& before, const Side& after, const char* key, bool is_paired) {
  const auto old_values = values_by_round(before.samples, before.framework, key);
  const auto new_values = values_by_round(after.samples, after.framework, key);
  OldAndNew both{key, {}, {}, is_paired};
  for (const auto& [round, value] : old_values) {
    if (!is_paired || new_values.contains(round)) both.old_values.push_back(value);
  }
  for (const auto& [round, value] : new_values) {
    if (!is_paired || old_values.contains(round)) both.new_values.push_back(value);
  }
  return both;
}

/// What both are compared by. Memory is that of the best method that told it of every trial of
/// both: methods say different things.
std::vector<const char*> compared_keys(const Side& before, const Side& after) {
  const auto count = [](const Side& side, const char* key) {
    return values_by_round(side.samples, side.framework, key).size();
  };
  const auto is_whole = [&](const char* key) {
    return count(before, key) == count(before, kThroughput) &&
           count(after, key) == count(after, kThroughput);
  };
  std::vector<const char*> keys{kThroughput, kCost};
  std::copy_if(kInstructions.begin(), kInstructions.end(), std::back_inserter(keys), is_whole);
  // Mean latency is the throughput again (Little's law), and no figure of its own.
  keys.insert(keys.end(), {"latency_us_p50", "latency_us_p99"});
  keys.insert(keys.end(), {best_memory_method(is_whole).key, "startup_ms"});
  return keys;
}

double median_or(const Side& side, const char* key, double otherwise) {
  std::vector<double> values;
  for (const auto& [round, value] : values_by_round(side.samples, side.framework, key)) {
    values.push_back(value);
  }
  return values.empty() ? otherwise : median(values);
}

bool is_client_bound(const Side& side) {
  return is_client_the_limit(side.settings, median_or(side, "client_cpu_share", 0),
                             median_or(side, "server_cpu_share", 1));
}

/// All values of the comparison beside what becomes of them, row after row.
struct Work {
  std::vector<OldAndNew> values;
  std::vector<MetricChange> changes;
  std::vector<std::size_t> metrics_of_row;
};

void measure(const Side& before, const Side& after, bool is_paired, Work& work) {
  const bool client_bound = is_client_bound(before) && is_client_bound(after);
  std::size_t count = 0;
  for (const auto* key : compared_keys(before, after)) {
    auto values = old_and_new(before, after, key, is_paired);
    if (values.old_values.empty() && values.new_values.empty()) continue;
    work.changes.push_back(measure_change(values));
    work.changes.back().client_bound = client_bound && std::string_view(key) == kThroughput;
    work.values.push_back(std::move(values));
    ++count;
  }
  work.metrics_of_row.push_back(count);
}

Change worst_of(const std::vector<MetricChange>& metrics) {
  const auto any = [&](Change change) {
    return std::any_of(metrics.begin(), metrics.end(),
                       [&](const auto& metric) { return metric.change == change; });
  };
  const bool all_too_few =
      std::all_of(metrics.begin(), metrics.end(), [](const MetricChange& metric) {
        return metric.change == Change::kTooFew || metric.change == Change::kNotMeasured;
      });
  if (all_too_few) return Change::kTooFew;
  if (any(Change::kRegressed)) return Change::kRegressed;
  if (any(Change::kUndecided) || any(Change::kTooFew)) return Change::kUndecided;
  for (const auto change : {Change::kSlightlyWorse, Change::kBetter, Change::kNotWorse}) {
    if (any(change)) return change;
  }
  return Change::kSame;
}

const Summary* summary_of(const std::vector<Summary>& summaries, const std::string& framework) {
  const auto found = std::find_if(summaries.begin(), summaries.end(), [&](const Summary& summary) {
    return summary.framework == framework;
  });
  return found == summaries.end() ? nullptr : &*found;
}

std::string why_not(const Summary* summary) {
  if (summary == nullptr) return "not run yet";
  return outcome_name(summary->worst) + ": " + outcome_reason(summary->worst);
}

bool was_measured(const Summary* summary) { return summary != nullptr && summary->n_valid > 0; }

/// One framework under the names that it has on either side.
FrameworkChange row_of(const std::string& name, const Summary* before, const Summary* after) {
  FrameworkChange row;
  row.framework = name;
  if (before != nullptr) row.old_version = before->version;
  if (after != nullptr) row.new_version = after->version;
  if (!was_measured(before)) row.why = "old " + why_not(before);
  if (!was_measured(after)) row.why += (row.why.empty() ? "" : "; ") + ("new " + why_not(after));
  return row;
}

void conclude(RunComparison& comparison) {
  const auto any = [&](Change change) {
    return std::any_of(comparison.rows.begin(), comparison.rows.end(),
                       [&](const auto& row) { return row.change == change; });
  };
  for (const auto& row : comparison.rows) {
    if (row.change == Change::kNotMeasured) {
      comparison.reasons.push_back(row.framework + " was not measured: " + row.why);
    } else if (row.change == Change::kTooFew) {
      int more = std::numeric_limits<int>::max();
      for (const auto& metric : row.metrics) {
        more = std::min(more, metric.more_rounds.value_or(more));
      }
      comparison.reasons.push_back(
          fmt::format("{} has too few rounds for any answer: at least {} more are needed{}",
                      row.framework, more, comparison.is_paired ? "" : " of each version"));
    }
  }
  if (any(Change::kRegressed)) {
    comparison.verdict = CompareVerdict::kRegressed;
  } else if (!comparison.reasons.empty() || comparison.rows.empty()) {
    comparison.verdict = CompareVerdict::kNotComparable;
  } else {
    comparison.verdict =
        any(Change::kUndecided) ? CompareVerdict::kUndecided : CompareVerdict::kPassed;
  }
}

/// Gives every row that was measured its metrics, in the order of `work`.
void decide(Work& work, RunComparison& comparison) {
  decide_changes(work.values, comparison.tolerance, work.changes);
  auto next = work.changes.begin();
  std::size_t measured_row = 0;
  for (auto& row : comparison.rows) {
    if (!row.why.empty()) continue;
    const auto end = next + static_cast<std::ptrdiff_t>(work.metrics_of_row[measured_row++]);
    row.metrics.assign(next, end);
    row.change = worst_of(row.metrics);
    next = end;
    const bool client_bound =
        std::any_of(row.metrics.begin(), row.metrics.end(),
                    [](const MetricChange& metric) { return metric.client_bound; });
    if (client_bound) {
      comparison.notes.push_back(
          row.framework +
          ": the load client was the limit on both sides, so that req/s tells nothing of the "
          "server; CPU/req does");
    }
  }
}

/// The same program on the same machine: where it changed, the machine did.
void judge_control(const MeasuredRun& before, const MeasuredRun& after, RunComparison& comparison) {
  if (before.record.environment.commit.value != after.record.environment.commit.value) {
    comparison.notes.push_back(
        fmt::format("measured by different commits of Pacer: {}, then {}",
                    before.record.environment.commit.value.value_or("not known"),
                    after.record.environment.commit.value.value_or("not known")));
  }
  Work work;
  for (const auto* key : {kThroughput, kCost}) {
    auto values = old_and_new({before.samples, kCeilingName, before.record.settings},
                              {after.samples, kCeilingName, after.record.settings}, key, false);
    work.changes.push_back(measure_change(values));
    work.values.push_back(std::move(values));
  }
  decide_changes(work.values, comparison.tolerance, work.changes);
  for (const auto& change : work.changes) {
    const bool is_sure = change.p_holm && *change.p_holm <= kCompareAlpha;
    const double limit = 1 + comparison.tolerance;
    if (!is_sure || (*change.ratio <= limit && *change.ratio >= 1 / limit)) continue;
    comparison.reasons.push_back(fmt::format(
        "the machine was in another state: {} of the ceiling, the same program in both, changed by "
        "{:+.1f} % (95 % interval {:+.1f} to {:+.1f} %)",
        change.metric == kCost ? "CPU/req" : "req/s", (*change.ratio - 1) * 100,
        (*change.low - 1) * 100, (*change.high - 1) * 100));
  }
}

std::string join_some(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 8;
  if (names.size() <= kMost) return join(names, ", ");
  const std::vector<std::string> first(names.begin(), names.begin() + kMost);
  return fmt::format("{} and {} more", join(first, ", "), names.size() - kMost);
}

bool is_selected(const CompareOptions& options, const std::string& name) {
  return options.patterns.empty() ||
         std::any_of(options.patterns.begin(), options.patterns.end(),
                     [&](const std::string& pattern) { return glob_match(pattern, name); });
}

std::vector<std::string> selected(const RunRecord& record, const CompareOptions& options) {
  std::vector<std::string> names;
  std::copy_if(record.frameworks.begin(), record.frameworks.end(), std::back_inserter(names),
               [&](const std::string& name) { return is_selected(options, name); });
  std::sort(names.begin(), names.end());
  return names;
}

void note_only_in_one(const std::vector<std::string>& some, const std::vector<std::string>& others,
                      const char* which, RunComparison& comparison) {
  std::vector<std::string> alone;
  std::set_difference(some.begin(), some.end(), others.begin(), others.end(),
                      std::back_inserter(alone));
  if (alone.empty()) return;
  comparison.notes.push_back(fmt::format("only in the {} run: {}", which, join_some(alone)));
}

void note_runtime(const std::string& name, const Summary& before, const Summary& after,
                  RunComparison& comparison) {
  if (before.runtime == after.runtime) return;
  comparison.notes.push_back(
      fmt::format("{} ran on {}, then on {}", name,
                  before.runtime.empty() ? "no known runtime" : before.runtime,
                  after.runtime.empty() ? "no known runtime" : after.runtime));
}

/// "20261130T104500Z-quick, 2026-11-30 10:45 UTC, 10 rounds"
std::string run_text(const RunRecord& record) {
  const auto caption = caption_of(record, {}, record.plan.repetitions);
  const int rounds = record.plan.repetitions;
  return fmt::format("{}, {}, {} {}{}", record.id, caption.front().second, rounds,
                     record.live ? "pair" : "round", rounds == 1 ? "" : "s");
}

/// What both have in common, as every table's caption says it.
void add_common_caption(const RunRecord& record, RunComparison& comparison) {
  static const std::set<std::string> kCommon{"Machine",  "Kernel",  "Client",
                                             "Settings", "Latency", "CPUs"};
  for (auto& line : caption_of(record, {}, record.plan.repetitions)) {
    if (!kCommon.contains(line.first)) continue;
    // The rounds, which stand last, are each run's own.
    if (line.first == "Settings") line.second.resize(line.second.rfind(", "));
    comparison.caption.push_back(std::move(line));
  }
}

/// Rows of all that both were asked for and at least one measured.
void compare_frameworks(const MeasuredRun& before, const MeasuredRun& after,
                        const std::vector<std::string>& names, RunComparison& comparison) {
  const auto old_summaries = summarize(before.samples);
  const auto new_summaries = summarize(after.samples);
  Work work;
  std::vector<std::string> in_neither;
  for (const auto& name : names) {
    const auto* old_summary = summary_of(old_summaries, name);
    const auto* new_summary = summary_of(new_summaries, name);
    if (!was_measured(old_summary) && !was_measured(new_summary)) {
      in_neither.push_back(name);
      continue;
    }
    comparison.rows.push_back(row_of(name, old_summary, new_summary));
    if (!comparison.rows.back().why.empty()) continue;
    note_runtime(name, *old_summary, *new_summary, comparison);
    measure({before.samples, name, before.record.settings},
            {after.samples, name, after.record.settings}, false, work);
  }
  if (!in_neither.empty()) {
    comparison.notes.push_back("measured in neither run: " + join_some(in_neither));
  }
  if (comparison.rows.empty()) {
    comparison.reasons.emplace_back("no framework was measured in both runs");
  }
  decide(work, comparison);
}

}  // namespace

RunComparison compare_runs(const MeasuredRun& old_run, const MeasuredRun& new_run,
                           const CompareOptions& options) {
  RunComparison comparison;
  comparison.old_run = old_run.record.id;
  comparison.new_run = new_run.record.id;
  comparison.tolerance = options.tolerance;
  comparison.caption = {{"Old", run_text(old_run.record)}, {"New", run_text(new_run.record)}};
  comparison.reasons = reasons_against(old_run.record, new_run.record);
  if (!comparison.reasons.empty()) return comparison;
  add_common_caption(new_run.record, comparison);
  judge_control(old_run, new_run, comparison);
  if (!comparison.reasons.empty()) return comparison;
  const auto old_names = selected(old_run.record, options);
  const auto new_names = selected(new_run.record, options);
  note_only_in_one(old_names, new_names, "old", comparison);
  note_only_in_one(new_names, old_names, "new", comparison);
  std::vector<std::string> names;
  std::set_intersection(old_names.begin(), old_names.end(), new_names.begin(), new_names.end(),
                        std::back_inserter(names));
  if (names.empty()) {
    comparison.reasons.emplace_back("the runs have no framework in common");
    return comparison;
  }
  compare_frameworks(old_run, new_run, names, comparison);
  conclude(comparison);
  return comparison;
}

RunComparison compare_pairs(const MeasuredRun& run, const CompareOptions& options) {
  if (!run.record.live) {
    throw Error("does not hold two versions of one framework", run.record.id,
                "name two runs, or make one with `pacer compare --live`");
  }
  const auto& live = *run.record.live;
  RunComparison comparison;
  comparison.old_run = comparison.new_run = run.record.id;
  comparison.is_paired = true;
  comparison.tolerance = options.tolerance;
  comparison.caption = {{"Run", run_text(run.record)},
                        {"Old", fmt::format("{} ({})", live.old_commit.substr(0, 7), live.ref)},
                        {"New", live.new_label}};
  add_common_caption(run.record, comparison);
  const auto summaries = summarize(run.samples);
  const auto* before = summary_of(summaries, live.old_name());
  const auto* after = summary_of(summaries, live.new_name());
  comparison.rows.push_back(row_of(live.framework, before, after));
  Work work;
  if (comparison.rows.front().why.empty()) {
    note_runtime(live.framework, *before, *after, comparison);
    measure({run.samples, live.old_name(), run.record.settings},
            {run.samples, live.new_name(), run.record.settings}, true, work);
  }
  decide(work, comparison);
  conclude(comparison);
  return comparison;
}

}  // namespace pacer
