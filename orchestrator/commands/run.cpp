#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "base/error.h"
#include "commands/measurement.h"
#include "commands/outcome_code.h"
#include "commands/rows.h"
#include "commands/run_options.h"
#include "core/formats/junit.h"
#include "core/formats/table.h"
#include "core/ranking/rank.h"
#include "engine/process/files.h"

namespace pacer {
namespace {

void print_table(const Context& context, const RunOptions& options, const StoredRun& run) {
  const auto ranking = rank(run.record, run.samples);
  FormatOptions look;
  look.width = context.out.width;
  look.color = context.out.color;
  format_named(options.json ? "json" : "text").write(ranking, look, std::cout);
  std::cout.flush();
}

/// Runs what is left of the record and prints the table, also of an interrupted run.
int carry_out(const Context& context, const RunOptions& options, const CampaignTask& task,
              RunStore store) {
  const auto measured = measure(context, options, task, store, "pacer run --resume");
  if (!options.junit.empty()) {
    const auto cases = junit_cases(measured.run.record, measured.run.samples);
    write_file_atomically(options.junit, junit_xml("pacer run", cases));
  }
  if (!measured.run.samples.empty()) print_table(context, options, measured.run);
  if (measured.was_interrupted) return static_cast<int>(ExitCode::kInterrupted);
  return outcome_code(measured.run, options.selection);
}

int resume(Context& context, const RunOptions& options) {
  const auto folder = find_run(context.layout.results, options.resume);
  auto task = task_of(context, folder);
  task.fail_fast = options.fail_fast;
  return carry_out(context, options, task, RunStore::resume(folder));
}

int run(Context& context, const RunOptions& options) {
  if (!options.resume.empty()) return resume(context, options);
  CampaignTask task;
  task.layout = &context.layout;
  task.manifests = select(context.catalog(), options.selection);
  std::vector<std::string> names;
  for (const auto& manifest : task.manifests) names.push_back(manifest.name);
  task.record = new_record(context, options, std::move(names));
  task.fail_fast = options.fail_fast;
  auto store = RunStore::create(results_folder(context, options), task.record);
  return carry_out(context, options, task, std::move(store));
}

}  // namespace

Action add_run(CLI::App& app, Context& context) {
  auto options = std::make_shared<RunOptions>();
  add_run_options(app, *options);
  return [&context, options] { return run(context, *options); };
}

}  // namespace pacer
