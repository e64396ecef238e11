#include "engine/toolchains/detect.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <functional>
#include <set>

#include "base/error.h"
#include "base/text.h"
#include "engine/process/files.h"
#include "engine/process/process.h"
#include "engine/toolchains/candidates.h"

namespace pacer {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostBytes = 256u << 10;

/// A version, or why there is none.
struct Told {
  std::string version;
  std::string why_not;
};

Told ask_program(const Toolchain& toolchain, const std::string& program,
                 const std::map<std::string, std::string>& env, Duration within) {
  Argv argv{program};
  argv.insert(argv.end(), toolchain.ask.begin(), toolchain.ask.end());
  const TemporaryFile output;
  // From "/": version managers answer for the folder that they are called in.
  Command command;
  command.argv = argv;
  command.directory = "/";
  command.env = env;
  command.stdout_file = command.stderr_file = output.path();
  std::optional<ExitStatus> status;
  try {
    status = run_to_end(command, within).status;
  } catch (const Error& error) {
    return {"", error.what()};
  }
  if (!status) return {"", "no answer within " + format_duration(within)};
  const auto text = read_head(output.path(), kMostBytes);
  const auto last = last_lines(text, 1);
  const auto said = last.empty() ? std::string("nothing") : last.front();
  if (!status->ok()) return {"", fmt::format("{}: {}", status->text(), said)};
  const auto version = toolchain.version_of(text);
  if (version.empty()) return {"", "no version in its answer: " + said};
  return {version, ""};
}

void stamp_file(const fs::path& path, std::string& stamp) {
  struct stat info {};
  if (stat(path.c_str(), &info) != 0) return;
  stamp += fmt::format("{} {}.{:09} {};", path.string(), info.st_mtim.tv_sec, info.st_mtim.tv_nsec,
                       info.st_size);
}

/// Everything that decides what the program answers.
std::string stamp_of(const Toolchain& toolchain, const fs::path& program,
                     const Surroundings& surroundings,
                     const std::map<std::string, std::string>& env) {
  std::string stamp;
  std::error_code error;
  stamp_file(fs::canonical(program, error), stamp);
  for (const auto& pattern : toolchain.state_files) {
    const fs::path file = std::string(pattern);
    for (const auto& folder : folders_matching(file.parent_path(), surroundings)) {
      stamp_file(folder / file.filename(), stamp);
    }
  }
  for (const auto& variable : toolchain.state_variables) {
    stamp += fmt::format("{}={};", variable, surroundings.variable(std::string(variable)));
  }
  for (const auto& [name, value] : env) stamp += fmt::format("{}={};", name, value);
  return stamp;
}

Told version_of_program(const Toolchain& toolchain, const fs::path& program,
                        const Surroundings& surroundings, VersionCache& cache,
                        const std::map<std::string, std::string>& env) {
  const auto stamp = stamp_of(toolchain, program, surroundings, env);
  if (const auto known = cache.find(program, stamp)) return {*known, ""};
  const auto told = ask_program(toolchain, program, env, surroundings.answer_within);
  if (told.why_not.empty()) cache.remember(program, stamp, told.version);
  return told;
}

/// The companions (npm beside node) must be there too: beside it or on PATH. Names the first that
/// is not.
std::string missing_companion(const Toolchain& toolchain, const fs::path& program,
                              const Surroundings& surroundings) {
  auto folders = path_folders(surroundings);
  folders.insert(folders.begin(), program.parent_path());
  for (std::size_t i = 1; i < toolchain.programs.size(); ++i) {
    const auto name = toolchain.programs[i];
    const bool there = std::any_of(folders.begin(), folders.end(),
                                   [&](const auto& folder) { return is_program(folder / name); });
    if (!there) return std::string(name);
  }
  return "";
}

std::map<std::string, std::string> env_of(const Toolchain& toolchain, const std::string& home) {
  std::map<std::string, std::string> env;
  for (const auto& [name, value] : toolchain.env) {
    env[std::string(name)] = replace_all(std::string(value), "{home}", home);
  }
  return env;
}

Installation reached(const Toolchain& toolchain, const Candidate& candidate,
                     const std::string& version, const Surroundings& surroundings) {
  const auto folder = candidate.program.parent_path();
  Installation installation;
  installation.found = {std::string(toolchain.name),
                        version,
                        candidate.program.string(),
                        env_of(toolchain, folder.parent_path().string()),
                        {}};
  if (candidate.reach == Reach::kFolder) installation.found.path = {folder.string()};
  if (candidate.reach != Reach::kLinks) return installation;
  const auto links =
      cache_folder(surroundings) / "links" /
      fmt::format("{}-{}-{:x}", toolchain.name, version, fs::hash_value(candidate.program));
  installation.found.path = {links.string()};
  installation.links[links / toolchain.programs.front()] = candidate.program.string();
  for (std::size_t i = 1; i < toolchain.programs.size(); ++i) {
    const auto companion = folder / toolchain.programs[i];
    if (is_program(companion)) installation.links[links / toolchain.programs[i]] = companion;
  }
  return installation;
}

void detect_by_output(const Toolchain& toolchain, const Surroundings& surroundings,
                      VersionCache& cache, std::map<std::string, std::string> env,
                      Detection& detection) {
  for (const auto& [name, value] : env_of(toolchain, "")) env[name] = value;
  for (const auto& candidate : candidates_of(toolchain, surroundings)) {
    const auto companion = missing_companion(toolchain, candidate.program, surroundings);
    const auto told = companion.empty() ? version_of_program(toolchain, candidate.program,
                                                             surroundings, cache, env)
                                        : Told{"", companion + " is missing"};
    if (told.why_not.empty()) {
      detection.usable.push_back(reached(toolchain, candidate, told.version, surroundings));
    } else {
      detection.unusable.push_back(candidate.program.string() + ": " + told.why_not);
    }
  }
}

/// A JDK is known by its folder: the real place of javac, without /usr/bin's chain of links.
void detect_by_release(const Toolchain& toolchain, const Surroundings& surroundings,
                       Detection& detection) {
  std::set<fs::path> seen;
  for (const auto& candidate : candidates_of(toolchain, surroundings)) {
    std::error_code error;
    const auto home = fs::canonical(candidate.program, error).parent_path().parent_path();
    if (error || !seen.insert(home).second) continue;
    const auto version = toolchain.version_of(read_head(home / "release", kMostBytes));
    const auto companion =
        missing_companion(toolchain, home / "bin" / toolchain.programs.front(), surroundings);
    if (version.empty()) {
      detection.unusable.push_back(home.string() + ": no version in its file 'release'");
    } else if (!companion.empty()) {
      detection.unusable.push_back(home.string() + ": " + companion + " is missing");
    } else {
      Installation installation;
      installation.found = {std::string(toolchain.name),
                            version,
                            home.string(),
                            env_of(toolchain, home.string()),
                            {(home / "bin").string()}};
      detection.usable.push_back(std::move(installation));
    }
  }
}

void detect_by_header(const Toolchain& toolchain, const Surroundings& surroundings,
                      Detection& detection) {
  const auto header = header_of(toolchain, surroundings);
  if (header.empty()) return;
  const auto version = toolchain.version_of(read_head(header, kMostBytes));
  if (version.empty()) {
    detection.unusable.push_back(header.string() + ": no version in it");
    return;
  }
  Installation installation;
  installation.found = {std::string(toolchain.name), version, header.string(), {}, {}};
  detection.usable.push_back(std::move(installation));
}

}  // namespace

Detection detect(const Toolchain& toolchain, const Surroundings& surroundings, VersionCache& cache,
                 const std::map<std::string, std::string>& ask_env) {
  Detection detection;
  switch (toolchain.source) {
    case VersionSource::kOutput:
      detect_by_output(toolchain, surroundings, cache, ask_env, detection);
      break;
    case VersionSource::kReleaseFile:
      detect_by_release(toolchain, surroundings, detection);
      break;
    case VersionSource::kHeader:
      detect_by_header(toolchain, surroundings, detection);
      break;
  }
  std::stable_sort(detection.usable.begin(), detection.usable.end(),
                   [](const Installation& a, const Installation& b) {
                     return compare_versions(a.found.version, b.found.version) > 0;
                   });
  return detection;
}

void make_links(const Installation& installation) {
  for (const auto& [link, target] : installation.links) {
    std::error_code error;
    if (fs::read_symlink(link, error) == target) continue;
    fs::create_directories(fs::path(link).parent_path(), error);
    // Made beside and renamed over, so that another Pacer never sees a missing program.
    const auto draft = fmt::format("{}.{}.tmp", link, getpid());
    fs::remove(draft, error);
    fs::create_symlink(target, draft, error);
    if (!error) fs::rename(draft, link, error);
    if (error) throw Error("cannot make a link: " + error.message(), link);
  }
}

}  // namespace pacer
