#include <unistd.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <random>

#include <fmt/format.h>

#include "base/error.h"
#include "commands/outcome_code.h"
#include "commands/progress.h"
#include "commands/rows.h"
#include "commands/run_options.h"
#include "core/clients/client.h"
#include "core/formats/table.h"
#include "core/plan/expand.h"
#include "core/ranking/rank.h"
#include "engine/campaign.h"
#include "engine/health/environment.h"
#include "engine/machine_lock.h"
#include "engine/process/interrupt.h"
#include "engine/trial.h"

namespace pacer {
namespace {

std::uint64_t draw_seed() { return std::random_device{}() % 1'000'000; }  // short enough to type

/// "20261130T104500Z-quick"
std::string run_id(const std::string& started_at, const std::string& plan) {
  std::string id;
  for (const char c : started_at) {
    if (c != '-' && c != ':') id += c;
  }
  return id + "-" + plan;
}

/// A command that measures the same again: the program by its name, and the seed that was drawn.
std::vector<std::string> reproducing(const Context& context, const RunOptions& options,
                                     std::uint64_t seed) {
  std::vector<std::string> argv{"pacer"};
  argv.insert(argv.end(), context.argv.begin() + 1, context.argv.end());
  if (!options.seed) argv.insert(argv.end(), {"--seed", std::to_string(seed)});
  return argv;
}

Environment environment_for(const Context& context, const std::string& client) {
  auto environment = read_environment(client, context.layout.root);
  if (!environment.client_version.value) {
    throw Error(fmt::format("the load client {} cannot be used: {}", client,
                            environment.client_version.why_not),
                "",
                client == "wrk" ? "install it: apt-get install wrk"
                                : "build or install Pacer again: it lies beside pacer");
  }
  return environment;
}

RunRecord new_record(const Context& context, const RunOptions& options,
                     const std::vector<Manifest>& manifests) {
  RunRecord record;
  record.plan = resolve_plan(context, options);
  auto settings = resolve(record.plan, allowed_cpus());
  for (const auto& one : settings) check_client(one);
  record.settings = settings.front();
  record.further_settings.assign(settings.begin() + 1, settings.end());
  record.seed = record.plan.seed.value_or(draw_seed());
  record.pacer_version = PACER_VERSION;
  record.started_at = utc_now();
  record.id = run_id(record.started_at, record.plan.name);
  record.command = reproducing(context, options, record.seed);
  for (const auto& manifest : manifests) record.frameworks.push_back(manifest.name);
  for (const auto& folder : context.extra_folders) {
    record.framework_folders.push_back(std::filesystem::absolute(folder).string());
  }
  record.environment = environment_for(context, record.settings.client);
  return record;
}

void print_table(const Context& context, const RunOptions& options, const StoredRun& run) {
  const auto ranking = rank(run.record, run.samples);
  FormatOptions look;
  look.width = context.out.width;
  look.color = context.out.color;
  format_named(options.json ? "json" : "text").write(ranking, look, std::cout);
  std::cout.flush();
}

/// On a terminal the user is asked once; elsewhere what can be installed is installed.
bool may_install(const RunOptions& options, const std::vector<Manifest>& manifests) {
  if (options.no_install) return false;
  if (options.yes || isatty(STDIN_FILENO) == 0 || isatty(STDERR_FILENO) == 0) return true;
  const auto missing = ToolLookup().missing(manifests);
  if (missing.offers.empty()) return true;
  fmt::print(stderr, "Some frameworks need toolchains that are missing here:\n");
  for (const auto& offer : missing.offers) fmt::print(stderr, "  {}\n", offer);
  fmt::print(stderr, "Install them (about {} MB)? Without them their rows are skipped. [Y/n] ",
             missing.download_mb);
  std::string answer;
  const bool has_answered = static_cast<bool>(std::getline(std::cin, answer));
  check_interrupted();
  if (!has_answered) return false;
  return answer.empty() || answer.front() == 'y' || answer.front() == 'Y';
}

/// Runs what is left of the record and prints the table, also of an interrupted run.
int carry_out(const Context& context, const RunOptions& options, CampaignTask task,
              RunStore store) {
  const bool install = may_install(options, task.manifests);
  const MachineLock lock(MachineLock::Use::kMeasure);
  auto progress = make_progress(terminal_of(STDERR_FILENO));
  bool was_interrupted = false;
  progress->on_message(fmt::format("run {} in {}", task.record.id, store.folder().string()));
  try {
    Preparer preparer({.install_missing = install, .jobs = static_cast<int>(allowed_cpus().size())},
                      *progress);
    run_campaign(task, preparer, store, *progress);
  } catch (const Interrupted&) {
    was_interrupted = true;
  }
  auto run = load_run(store.folder());
  run.record.id = context.run_name(store.folder());
  if (was_interrupted) {
    progress->on_message(
        fmt::format("interrupted; {} samples are kept; go on with:", run.samples.size()));
    // On a line of its own, so that it can be copied whole.
    progress->on_message("pacer run --resume " + run.record.id);
  }
  progress.reset();  // its live line would stand in the table's way
  if (!run.samples.empty()) print_table(context, options, run);
  if (was_interrupted) return static_cast<int>(ExitCode::kInterrupted);
  return outcome_code(run, options.selection);
}

int resume(Context& context, const RunOptions& options) {
  const auto folder = find_run(context.layout.results, options.resume);
  auto stored = load_run(folder);
  context.extra_folders.assign(stored.record.framework_folders.begin(),
                               stored.record.framework_folders.end());
  CampaignTask task;
  task.layout = &context.layout;
  task.manifests = select(context.catalog(), {stored.record.frameworks, ""});
  task.record = std::move(stored.record);
  task.done = std::move(stored.samples);
  task.fail_fast = options.fail_fast;
  return carry_out(context, options, std::move(task), RunStore::resume(folder));
}

int run(Context& context, const RunOptions& options) {
  if (!options.resume.empty()) return resume(context, options);
  CampaignTask task;
  task.layout = &context.layout;
  task.manifests = select(context.catalog(), options.selection);
  task.record = new_record(context, options, task.manifests);
  task.fail_fast = options.fail_fast;
  const auto results =
      options.out.empty() ? context.layout.results : std::filesystem::path(options.out);
  auto store = RunStore::create(results, task.record);
  return carry_out(context, options, std::move(task), std::move(store));
}

}  // namespace

Action add_run(CLI::App& app, Context& context) {
  auto options = std::make_shared<RunOptions>();
  add_run_options(app, *options);
  return [&context, options] { return run(context, *options); };
}

}  // namespace pacer
