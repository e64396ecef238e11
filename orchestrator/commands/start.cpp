#include <poll.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <memory>

#include <fmt/format.h>

#include "base/error.h"
#include "commands/progress.h"
#include "commands/rows.h"
#include "core/model/plan.h"
#include "engine/health/environment.h"
#include "engine/prepare.h"
#include "engine/process/files.h"
#include "engine/process/interrupt.h"
#include "engine/server.h"

namespace pacer {
namespace {

struct Options {
  std::string framework;
  std::optional<int> port;
  std::string cpus = "shared";
};

CpuSet cpus_of(const std::string& text) {
  const auto choice = parse_cpu_choice(text);
  if (!choice || choice->kind == CpuChoice::Kind::kAuto) {
    throw Error(fmt::format("'{}' is not a list of CPUs", text), "--cpus", "like 0-1,4");
  }
  return choice->cpus;
}

[[noreturn]] void refuse(const Outcome& outcome) {
  const auto* skipped = std::get_if<Skipped>(&outcome);
  const auto* failed = std::get_if<Failed>(&outcome);
  std::string hint = skipped ? skipped->remedy : "";
  if (failed) hint = fmt::format("{}", fmt::join(failed->evidence, "\n  "));
  throw Error(outcome_reason(outcome), "", hint, ExitCode::kFailed);
}

/// Until Ctrl-C or TERM, or until the server ends by itself.
int serve(Server& server) {
  while (!interrupted()) {
    if (const auto status = server.tree->exited(); status && server.tree->members().empty()) {
      throw Error(fmt::format("the server ended by itself ({})", status->text()), "", "",
                  ExitCode::kFailed);
    }
    // A daemonised server's end is not reported on any descriptor, so it is asked for now and then.
    pollfd events[2] = {{interrupt_fd(), POLLIN, 0}, {server.tree->status_fd(), POLLIN, 0}};
    poll(events, server.tree->exited() ? 1 : 2, 1000);
  }
  const auto down = bring_down(server);
  for (const auto& note : down.notes) fmt::print(stderr, "note: {}\n", note.text);
  if (!down.left_over.empty()) throw Error(down.left_over, "", "", ExitCode::kFailed);
  return static_cast<int>(ExitCode::kOk);
}

int start(const Context& context, const Options& options) {
  const auto manifest = select(context.catalog(), {{options.framework}, ""}).front();
  Preparation preparation;
  {
    const auto progress = make_progress(terminal_of(STDERR_FILENO));
    Preparer preparer({}, *progress);
    preparation = preparer.prepare({manifest}).at(manifest.name);
  }
  if (const auto* skipped = std::get_if<Skipped>(&preparation)) refuse(*skipped);
  if (const auto* failed = std::get_if<Failed>(&preparation)) refuse(*failed);
  const auto& ready = std::get<Prepared>(preparation);
  const TemporaryFolder folder;
  ServerTask task;
  task.manifest = &manifest;
  task.workload = &workload_named("hello");
  task.tool_env = ready.tool_env;
  task.cpus = cpus_of(options.cpus);
  task.cpu_count = static_cast<int>(task.cpus.empty() ? allowed_cpus().size() : task.cpus.size());
  task.port = options.port;
  task.folder = folder.path();
  auto up = bring_up(task);
  if (const auto* failed = std::get_if<Failed>(&up)) refuse(*failed);
  auto& server = std::get<Server>(up);
  fmt::print("{} {} is up: http://{}:{}  pid {}  log {}\n", manifest.name, ready.version,
             server.address, server.port, server.tree->pid(),
             (folder.path() / "server.stderr").string());
  for (const auto& note : server.verified.notes) fmt::print("note: {}\n", note.text);
  std::fflush(stdout);
  return serve(server);
}

}  // namespace

Action add_start(CLI::App& app, Context& context) {
  auto options = std::make_shared<Options>();
  app.add_option("FRAMEWORK", options->framework, "Its name")->required()->type_name("");
  app.add_option("--port", options->port, "A free one without it")->check(CLI::Range(1, 65535));
  app.add_option("--cpus", options->cpus, "Only on these CPUs, like 0-1,4; all without it");
  return [&context, options] { return start(context, *options); };
}

}  // namespace pacer
