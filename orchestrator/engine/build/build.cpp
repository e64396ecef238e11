#include "engine/build/build.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <fstream>

#include "base/error.h"
#include "base/text.h"
#include "engine/build/build_lock.h"
#include "engine/build/build_record.h"
#include "engine/build/content_hash.h"
#include "engine/build/folder_contents.h"
#include "engine/process/files.h"
#include "engine/process/process.h"

namespace pacer {
namespace {

namespace fs = std::filesystem;

constexpr int kEvidenceLines = 12;

std::vector<Argv> commands_of(const Manifest& manifest, const BuildOptions& options) {
  auto commands = manifest.build;
  for (auto& argv : commands) {
    for (auto& word : argv) {
      word = replace_all(word, "{cpus}", std::to_string(options.cpus));
      word = replace_all(word, "{port}", std::to_string(options.port));
    }
  }
  return commands;
}

/// One directory and what is asked of it.
struct Job {
  const Manifest& manifest;
  const ToolEnv& tools;
  const BuildOptions& options;
  std::vector<Argv> commands;
  fs::path directory;
  std::string hash;
};

std::string hash_of(const Job& job) {
  return content_hash(job.manifest, job.commands, contents_of(job.directory).sources,
                      job.tools.versions);
}

Job make_job(const Manifest& manifest, const ToolEnv& tools, const BuildOptions& options) {
  Job job{manifest, tools, options, commands_of(manifest, options), manifest.directory, ""};
  job.hash = hash_of(job);
  return job;
}

/// The record of a build of the same content whose outputs are still there.
std::optional<BuildRecord> matching_record(const Job& job) {
  auto record = read_build_record(job.directory);
  if (!record || record->hash != job.hash) return std::nullopt;
  for (const auto& output : record->outputs) {
    std::error_code error;
    if (!fs::exists(fs::symlink_status(job.directory / output, error))) return std::nullopt;
  }
  return record;
}

BuildReport up_to_date(const Job& job, const BuildRecord& record) {
  BuildReport report;
  report.status = BuildStatus::kUpToDate;
  report.hash = job.hash;
  report.size_bytes = record.size_bytes;
  return report;
}

BuildReport failed(const std::string& why, std::vector<std::string> evidence = {}) {
  BuildReport report;
  report.failure = Failed{Stage::kBuild, why, std::move(evidence)};
  return report;
}

/// The switches by which package managers are told not to ask their registries. Maven and pip have
/// none in the environment, and need none: they look at home first.
const std::map<std::string, std::string> kOfflineEnv{
    {"CARGO_NET_OFFLINE", "true"},
    {"GOPROXY", "off"},
    {"npm_config_offline", "true"},
};

/// How one command went wrong; "" where it went well.
std::string run_command(const Job& job, const Argv& argv, const fs::path& log,
                        MonotonicTime deadline) {
  job.options.progress(shell_quote(argv));
  std::ofstream(log, std::ios::app) << "$ " << shell_quote(argv) << std::endl;
  Command command;
  command.argv = argv;
  command.directory = job.directory;
  command.env = job.tools.command_env(this_machine());
  if (job.options.offline) command.env.insert(kOfflineEnv.begin(), kOfflineEnv.end());
  command.without_network = job.options.offline;
  command.stdout_file = command.stderr_file = log;
  const auto left = std::chrono::duration_cast<Duration>(deadline - monotonic_now());
  const auto finished = run_to_end(command, std::max(left, Duration::zero()));
  if (!finished.status) return "did not finish within " + format_duration(job.options.timeout);
  return finished.status->ok() ? "" : finished.status->text();
}

/// Runs all commands; the failure of the first that fails.
std::optional<Failed> run_commands(const Job& job, const fs::path& log) {
  const auto deadline = monotonic_now() + job.options.timeout;
  for (const auto& argv : job.commands) {
    std::string trouble;
    try {
      trouble = run_command(job, argv, log, deadline);
    } catch (const Error& error) {
      trouble = error.what();
    }
    if (trouble.empty()) continue;
    return Failed{Stage::kBuild, fmt::format("`{}`: {}", shell_quote(argv), trouble),
                  log_tail(log, kEvidenceLines)};
  }
  return std::nullopt;
}

/// With the lock held. The record goes first and comes last: whatever happens between leaves a
/// directory that is not up to date.
BuildReport build(const Job& job) {
  const auto log = pacer_folder(job.directory) / "build.log";
  remove_build_record(job.directory);
  fs::remove(log);
  const auto begin = monotonic_now();
  BuildReport report;
  report.log = log;
  report.hash = job.hash;
  report.failure = run_commands(job, log);
  report.took = std::chrono::duration_cast<Duration>(monotonic_now() - begin);
  if (report.failure) return report;
  const auto outputs = contents_of(job.directory).outputs;
  report.size_bytes = size_of(job.directory, outputs);
  if (hash_of(job) != job.hash) {
    report.note = "the build changes files that its .gitignore does not name: built every time";
  }
  const auto now = fmt::gmtime(std::time(nullptr));
  write_build_record(job.directory, {job.hash, fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", now),
                                     report.took, report.size_bytes, outputs, job.tools.versions});
  report.status = BuildStatus::kBuilt;
  return report;
}

/// `.pacer` with a .gitignore that ignores the folder itself.
void make_pacer_folder(const fs::path& directory) {
  const auto folder = pacer_folder(directory);
  fs::create_directory(folder);
  if (!fs::exists(folder / ".gitignore")) write_file_atomically(folder / ".gitignore", "*\n");
}

BuildReport ensure(const Job& job) {
  // A directory that cannot be written to (an installed one) may well be up to date.
  if (!job.options.force && !job.options.offline) {
    if (const auto record = matching_record(job)) return up_to_date(job, *record);
  }
  make_pacer_folder(job.directory);
  const BuildLock lock(pacer_folder(job.directory) / "lock", [&] {
    job.options.progress("waiting for another pacer that builds " + job.manifest.name);
  });
  // Another Pacer may have built it while this one waited.
  if (!job.options.force && !job.options.offline) {
    if (const auto record = matching_record(job)) return up_to_date(job, *record);
  }
  return build(job);
}

}  // namespace

BuildReport ensure_built(const Manifest& manifest, const ToolEnv& tools,
                         const BuildOptions& options) {
  if (manifest.build.empty()) {
    BuildReport report;
    report.status = BuildStatus::kNothingToBuild;
    return report;
  }
  try {
    auto report = ensure(make_job(manifest, tools, options));
    report.log = pacer_folder(manifest.directory) / "build.log";
    return report;
  } catch (const Error& error) {
    const auto where = error.where().empty() ? "" : error.where() + ": ";
    return failed(where + error.what());
  } catch (const fs::filesystem_error& error) {
    return failed(
        fmt::format("{}: cannot build: {}", error.path1().string(), error.code().message()));
  }
}

bool is_up_to_date(const Manifest& manifest, const ToolEnv& tools, const BuildOptions& options) {
  if (manifest.build.empty()) return true;
  try {
    return matching_record(make_job(manifest, tools, options)).has_value();
  } catch (const Error&) {
    return false;
  }
}

}  // namespace pacer
