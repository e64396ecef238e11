#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include <fmt/format.h>

#include "base/error.h"
#include "base/text.h"
#include "commands/measurement.h"
#include "commands/rows.h"
#include "commands/run_options.h"
#include "core/compare/compare_runs.h"
#include "core/compare/output.h"
#include "core/formats/junit.h"
#include "engine/live_pair.h"
#include "engine/process/files.h"
#include "engine/store.h"

namespace pacer {
namespace {

struct Options {
  std::vector<std::string> words;  ///< OLD NEW [FRAMEWORK…]
  std::string tolerance = "5%";
  std::string format = "text";
  std::string output;
  std::string junit;
  bool json = false;
  bool require_decision = false;
  std::string live;     ///< the framework to measure in two versions
  std::string against;  ///< git's name of the old one
  RunOptions run;       ///< how to measure them
};

/// "5%" and "5" are 0.05.
double tolerance_of(const std::string& text) {
  constexpr double kMost_percent = 1000;
  const auto number = text.ends_with('%') ? text.substr(0, text.size() - 1) : text;
  try {
    std::size_t used = 0;
    const double percent = std::stod(number, &used);
    if (used == number.size() && percent >= 0 && percent <= kMost_percent) return percent / 100;
  } catch (const std::exception&) {  // not a number: said below
  }
  throw Error(fmt::format("'{}' is not a share", text), "--tolerance",
              "a number of percent, like 5% or 2.5%");
}

StoredRun load_named(const Context& context, const std::string& name) {
  const auto folder = find_run(context.layout.results, name);
  auto run = load_run(folder);
  run.record.id = context.run_name(folder);
  return run;
}

/// A regression is a failure, and so is what could not be measured; what is undecided passes.
JunitCase junit_case_of(const FrameworkChange& row, bool is_paired) {
  JunitCase one{row.framework, JunitCase::Result::kPassed, "", "", {}};
  if (row.change == Change::kTooFew) {
    one.result = JunitCase::Result::kSkipped;
    one.message = row_head(row);
  } else if (row.change == Change::kRegressed || row.change == Change::kNotMeasured) {
    one.result = JunitCase::Result::kFailed;
    one.type = change_name(row.change);
    one.message = row_head(row);
    for (const auto& change : row.metrics) {
      const auto cells = change_cells(change);
      one.details.push_back(fmt::format("{}: {} ({}): {}", cells.metric, cells.change,
                                        cells.interval, cells.verdict));
    }
    if (const auto open = open_questions(row, is_paired); !open.empty()) {
      one.details.push_back(open);
    }
  }
  return one;
}

void write_junit(const RunComparison& comparison, const std::string& file) {
  std::vector<JunitCase> cases;
  for (const auto& row : comparison.rows) {
    cases.push_back(junit_case_of(row, comparison.is_paired));
  }
  if (cases.empty()) {
    cases.push_back({"comparison", JunitCase::Result::kFailed, verdict_name(comparison.verdict),
                     join(comparison.reasons, "; "), comparison.reasons});
  }
  write_file_atomically(file, junit_xml("pacer compare", cases));
}

void print(const Context& context, const Options& options, const RunComparison& comparison) {
  if (!options.junit.empty()) write_junit(comparison, options.junit);
  const auto& format = compare_format_named(options.json ? "json" : options.format);
  const bool to_terminal = options.output.empty();
  const auto text = format.write(comparison, {to_terminal ? context.out.width : CompareLook{}.width,
                                              to_terminal && context.out.color});
  if (to_terminal) {
    std::cout << text;
  } else {
    write_file_atomically(options.output, text);
  }
}

int exit_code_of(const RunComparison& comparison, bool require_decision) {
  switch (comparison.verdict) {
    case CompareVerdict::kPassed:
      return static_cast<int>(ExitCode::kOk);
    case CompareVerdict::kRegressed:
      return static_cast<int>(ExitCode::kFailed);
    case CompareVerdict::kNotComparable:
      return static_cast<int>(ExitCode::kUsage);
    case CompareVerdict::kUndecided:
      break;
  }
  return static_cast<int>(require_decision ? ExitCode::kUsage : ExitCode::kOk);
}

/// Measures what is left of a run with pairs, and compares what there is.
int carry_out(const Context& context, const Options& options, const CampaignTask& task,
              RunStore store) {
  const auto measured = measure(context, options.run, task, store, "pacer compare --resume");
  if (!measured.was_interrupted) remove_pair(*task.record.live, store.folder());
  const auto& run = measured.run;
  if (measured.was_interrupted && run.samples.empty()) {
    return static_cast<int>(ExitCode::kInterrupted);
  }
  const auto comparison =
      compare_pairs({run.record, run.samples}, {tolerance_of(options.tolerance), {}});
  print(context, options, comparison);
  if (measured.was_interrupted) return static_cast<int>(ExitCode::kInterrupted);
  return exit_code_of(comparison, options.require_decision);
}

int resume(Context& context, const Options& options) {
  const auto folder = find_run(context.layout.results, options.run.resume);
  if (!load_run(folder).record.live) {
    throw Error("does not hold two versions of one framework", folder.string(),
                "`pacer run --resume` goes on with it");
  }
  return carry_out(context, options, task_of(context, folder), RunStore::resume(folder));
}

int compare_live(const Context& context, const Options& options) {
  const auto manifests = select(context.catalog(), {{options.live}, ""});
  if (manifests.size() != 1) {
    throw Error(fmt::format("'{}' matches {} frameworks", options.live, manifests.size()), "--live",
                "name one");
  }
  const auto pair = find_live_pair(manifests.front(), options.against);
  CampaignTask task;
  task.layout = &context.layout;
  task.record = new_record(context, options.run, {pair.old_name(), pair.new_name()});
  if (!task.record.further_settings.empty()) {
    throw Error("a plan of several settings cannot be measured in pairs", "--plan",
                "give one number of --connections and one --pipeline");
  }
  if (task.record.plan.budget) {
    throw Error("pairs are counted, not fitted into a budget", "--budget", "give --repetitions");
  }
  task.record.plan.build = BuildOrder::kFirst;
  task.record.live = pair;
  auto store = RunStore::create(results_folder(context, options.run), task.record);
  task.manifests = check_out_pair(pair, store.folder());
  return carry_out(context, options, task, std::move(store));
}

RunComparison compare_stored(const Context& context, const Options& options) {
  const auto& words = options.words;
  CompareOptions how{tolerance_of(options.tolerance), {}};
  if (words.empty()) {
    throw Error("name two runs to compare", "", "`pacer compare --help` has examples");
  }
  const auto old_run = load_named(context, words.front());
  if (words.size() == 1) return compare_pairs({old_run.record, old_run.samples}, how);
  const auto new_run = load_named(context, words[1]);
  how.patterns.assign(words.begin() + 2, words.end());
  return compare_runs({old_run.record, old_run.samples}, {new_run.record, new_run.samples}, how);
}

int compare(Context& context, const Options& options) {
  compare_format_named(options.format);  // what is wrong is told before anything is measured
  tolerance_of(options.tolerance);
  if (!options.run.resume.empty()) return resume(context, options);
  if (!options.live.empty()) return compare_live(context, options);
  const auto comparison = compare_stored(context, options);
  print(context, options, comparison);
  return exit_code_of(comparison, options.require_decision);
}

}  // namespace

Action add_compare(CLI::App& app, Context& context) {
  auto options = std::make_shared<Options>();
  app.add_option(
         "RUN", options->words,
         "The old and the new run, then frameworks (names or globs; all without it); or one "
         "run that --live has made")
      ->type_name("");
  auto* live = app.add_option("--live", options->live,
                              "Measure this framework now, its old and its new version in turns")
                   ->type_name("FRAMEWORK");
  auto* against = app.add_option("--against", options->against,
                                 "The old version: a commit of the git repository that its "
                                 "directory lies in. The new one is the work tree as it is")
                      ->type_name("REF");
  live->needs(against)->excludes("RUN");
  against->needs(live);
  app.add_option("--resume", options->run.resume, "Go on with an interrupted --live")
      ->type_name("RUN")
      ->excludes(live)
      ->excludes("RUN");
  app.add_option("--tolerance", options->tolerance, "What a figure may be worse by")
      ->capture_default_str();
  app.add_flag("--require-decision", options->require_decision,
               "Exit 2 where a regression is neither shown nor ruled out");
  app.add_option("--format", options->format, "text, markdown or json")->capture_default_str();
  app.add_flag("--json", options->json, "Print as JSON");
  app.add_option("--junit", options->junit, "Also write one test case a framework to FILE as XML")
      ->type_name("FILE");
  app.add_option("--output", options->output, "Write to FILE instead of standard output")
      ->type_name("FILE");
  const auto before = app.get_options().size();
  options->run.plan = "compare";
  add_measure_options(app, options->run);
  const auto all = app.get_options();
  for (auto option = all.begin() + static_cast<std::ptrdiff_t>(before); option != all.end();
       ++option) {
    (*option)->needs(live)->group("With --live");
  }
  return [&context, options] { return compare(context, *options); };
}

}  // namespace pacer
