#include <unistd.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include <fmt/format.h>

#include "base/error.h"
#include "commands/progress.h"
#include "commands/rows.h"
#include "engine/health/environment.h"
#include "engine/machine_lock.h"
#include "engine/prepare.h"

namespace pacer {
namespace {

struct Options {
  Selection selection;
  int jobs = 0;
  bool force = false;
  bool no_install = false;
};

int build(const Context& context, const Options& options) {
  const auto manifests = select(context.catalog(), options.selection);
  const MachineLock lock(MachineLock::Use::kBuild);
  const auto progress = make_progress(terminal_of(STDERR_FILENO));
  Preparer preparer(
      {.install_missing = !options.no_install,
       .force = options.force,
       .jobs = options.jobs > 0 ? options.jobs : static_cast<int>(allowed_cpus().size())},
      *progress);
  int built = 0, up_to_date = 0, failed = 0, skipped = 0;
  bool named_was_skipped = false;
  for (const auto& [name, preparation] : preparer.prepare(manifests)) {
    if (const auto* ready = std::get_if<Prepared>(&preparation)) {
      ready->was_up_to_date ? ++up_to_date : ++built;
    } else if (const auto* why = std::get_if<Failed>(&preparation)) {
      ++failed;
      fmt::print("{}: failed: {}\n", name, why->why);
      for (const auto& line : why->evidence) fmt::print("    {}\n", line);
    } else {
      ++skipped;
      named_was_skipped = named_was_skipped || named_exactly(options.selection, name);
      const auto& skip = std::get<Skipped>(preparation);
      fmt::print("{}: skipped: {}\n", name, skip.why);
      if (!skip.remedy.empty()) fmt::print("    {}\n", skip.remedy);
    }
  }
  fmt::print("{} built, {} up to date, {} failed, {} skipped\n", built, up_to_date, failed,
             skipped);
  return static_cast<int>(failed > 0 || named_was_skipped ? ExitCode::kFailed : ExitCode::kOk);
}

}  // namespace

Action add_build(CLI::App& app, Context& context) {
  auto options = std::make_shared<Options>();
  add_selection(app, options->selection);
  app.add_option("-j,--jobs", options->jobs, "Builds at the same time; one per CPU without it")
      ->check(CLI::Range(1, 256));
  app.add_flag("--force", options->force, "Build although it is up to date");
  app.add_flag("--no-install", options->no_install, "Do not install missing toolchains");
  return [&context, options] { return build(context, *options); };
}

}  // namespace pacer
