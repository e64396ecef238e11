#include "engine/toolchains/install_step.h"

#include <fmt/format.h>

#include <fstream>

#include "base/error.h"
#include "base/text.h"
#include "engine/process/files.h"
#include "engine/process/interrupt.h"
#include "engine/process/process.h"

namespace pacer {
namespace {

/// How it ended; none where the time ran out.
std::optional<ExitStatus> run(const InstallStep& step) {
  Command command;
  command.argv = step.argv;
  command.env = step.env;
  command.stdout_file = command.stderr_file = step.log;
  ProcessTree process(command);
  try {
    if (process.wait_until(process.started() + step.timeout)) return process.exited();
  } catch (const Interrupted&) {
    process.stop(step.finish_within);
    throw;
  }
  process.stop(step.finish_within);
  return std::nullopt;
}

}  // namespace

void run_install_step(const InstallStep& step, const std::string& hint) {
  std::error_code error;
  std::filesystem::create_directories(step.log.parent_path(), error);
  std::ofstream(step.log, std::ios::app) << "$ " << shell_quote(step.argv) << std::endl;
  const auto status = run(step);
  if (status && status->ok()) return;
  const auto ended =
      status ? status->text() : "did not finish within " + format_duration(step.timeout);
  const auto last = log_tail(step.log, 1);
  throw Error(fmt::format("`{}`: {}{}", step.name, ended, last.empty() ? "" : ": " + last.front()),
              step.log.string(), hint);
}

}  // namespace pacer
