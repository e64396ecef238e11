#include "commands/measurement.h"

#include <unistd.h>

#include <iostream>
#include <random>

#include <fmt/format.h>

#include "base/error.h"
#include "commands/progress.h"
#include "core/clients/client.h"
#include "core/plan/expand.h"
#include "engine/health/environment.h"
#include "engine/live_pair.h"
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

}  // namespace

RunRecord new_record(const Context& context, const RunOptions& options,
                     std::vector<std::string> frameworks) {
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
  record.frameworks = std::move(frameworks);
  for (const auto& folder : context.extra_folders) {
    record.framework_folders.push_back(std::filesystem::absolute(folder).string());
  }
  record.environment = environment_for(context, record.settings.client);
  return record;
}

std::filesystem::path results_folder(const Context& context, const RunOptions& options) {
  return options.out.empty() ? context.layout.results : std::filesystem::path(options.out);
}

CampaignTask task_of(Context& context, const std::filesystem::path& folder) {
  auto stored = load_run(folder);
  context.extra_folders.assign(stored.record.framework_folders.begin(),
                               stored.record.framework_folders.end());
  CampaignTask task;
  task.layout = &context.layout;
  task.manifests = stored.record.live ? check_out_pair(*stored.record.live, folder)
                                      : select(context.catalog(), {stored.record.frameworks, ""});
  task.record = std::move(stored.record);
  task.done = std::move(stored.samples);
  return task;
}

Measurement measure(const Context& context, const RunOptions& options, const CampaignTask& task,
                    RunStore& store, const std::string& resume_command) {
  const bool install = may_install(options, task.manifests);
  const MachineLock lock(MachineLock::Use::kMeasure);
  const auto progress = make_progress(terminal_of(STDERR_FILENO));
  Measurement measurement;
  progress->on_message(fmt::format("run {} in {}", task.record.id, store.folder().string()));
  try {
    Preparer preparer({.install_missing = install, .jobs = static_cast<int>(allowed_cpus().size())},
                      *progress);
    run_campaign(task, preparer, store, *progress);
  } catch (const Interrupted&) {
    measurement.was_interrupted = true;
  }
  measurement.run = load_run(store.folder());
  measurement.run.record.id = context.run_name(store.folder());
  if (measurement.was_interrupted) {
    progress->on_message(fmt::format("interrupted; {} samples are kept; go on with:",
                                     measurement.run.samples.size()));
    // On a line of its own, so that it can be copied whole.
    progress->on_message(resume_command + " " + measurement.run.record.id);
  }
  return measurement;
}

}  // namespace pacer
