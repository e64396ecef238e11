#include "engine/toolchains/debian.h"

#include <fmt/format.h>

#include <utility>

#include "base/text.h"
#include "engine/process/files.h"
#include "engine/process/process.h"
#include "engine/toolchains/candidates.h"
#include "engine/toolchains/install_step.h"
#include "engine/toolchains/version.h"

namespace pacer {
namespace {

namespace fs = std::filesystem;

constexpr Duration kAnswerWithin = std::chrono::seconds(30);
constexpr auto kFreshFor = std::chrono::hours(6);

/// Runs a command while a policy-rc.d forbids packages to start services (exit 101, see
/// invoke-rc.d(8)): a server started by its package would hold a port and disturb every
/// measurement. A policy of the machine's own stays; one that a killed setup left is taken away.
constexpr const char* kWithoutServices = R"sh(
policy=$1
shift
mark='written by pacer setup'
if ! [ -e "$policy" ] || grep -q "$mark" "$policy"; then
  trap 'rm -f "$policy"' EXIT
  trap 'exit 130' HUP INT TERM
  printf '#!/bin/sh\n# %s\nexit 101\n' "$mark" > "$policy" && chmod 755 "$policy" || exit
fi
"$@"
)sh";

bool on_path(const char* program, const Surroundings& surroundings) {
  for (const auto& folder : path_folders(surroundings)) {
    if (is_program(folder / program)) return true;
  }
  return false;
}

}  // namespace

bool Debian::is_here() const { return on_path("apt-get", surroundings_); }

bool Debian::may_install() {
  if (!is_here()) return false;
  if (surroundings_.superuser) return true;
  if (!on_path("sudo", surroundings_)) return false;
  const auto answer = ask({"sudo", "-n", "true"}, env(), kAnswerWithin);
  return answer.status && answer.status->ok();
}

void Debian::update(const std::filesystem::path& log) {
  if (std::exchange(updated_, true) || lists_are_fresh()) return;
  try {
    run_install_step({"apt-get update", as_root({"apt-get", "update"}), env(), log}, "");
    write_file_atomically(stamp(), "");
  } catch (const Error& error) {
    update_failure_ = error;
  }
}

fs::path Debian::stamp() const { return cache_folder(surroundings_) / "apt-lists-fetched"; }

/// Else a build that misses what Debian does not have would fetch the lists each time to learn so.
bool Debian::lists_are_fresh() const {
  std::error_code none;
  const auto fetched = fs::last_write_time(stamp(), none);
  if (none || fetched < fs::file_time_type::clock::now() - kFreshFor) return false;
  const auto apt = surroundings_.root / "etc/apt";
  for (const auto& source : {apt / "sources.list", apt / "sources.list.d"}) {
    if (const auto changed = fs::last_write_time(source, none); !none && changed > fetched) {
      return false;
    }
  }
  // Images of machines come without lists, and caches outlive machines.
  return !fs::is_empty(surroundings_.root / "var/lib/apt/lists", none) && !none;
}

std::string Debian::candidate_version(std::string_view package) {
  const auto answer = ask({"apt-cache", "policy", std::string(package)}, env(), kAnswerWithin);
  for (const auto& line : split(answer.output, '\n')) {
    constexpr std::string_view kLabel = "Candidate: ";
    const auto text = trim(line);
    if (text.starts_with(kLabel)) return debian_upstream_version(text.substr(kLabel.size()));
  }
  return "";
}

void Debian::install(const std::vector<std::string_view>& packages,
                     const std::filesystem::path& log) {
  const auto policy = (surroundings_.root / "usr/sbin/policy-rc.d").string();
  Argv argv{
      "sh",      "-c", kWithoutServices,          "pacer-setup", policy, "apt-get",
      "install", "-y", "--no-install-recommends", "--no-remove", "-o",   "DPkg::Lock::Timeout=300"};
  argv.insert(argv.end(), packages.begin(), packages.end());
  InstallStep step{fmt::format("apt-get install {}", fmt::join(packages, " ")), as_root(argv),
                   env(), log};
  step.finish_within = std::chrono::minutes(2);
  run_install_step(step, "try by hand: " + command_by_hand(packages));
}

std::string Debian::command_by_hand(const std::vector<std::string_view>& packages) {
  Argv argv{"sudo", "apt-get", "install", "-y", "--no-install-recommends"};
  argv.insert(argv.end(), packages.begin(), packages.end());
  return shell_quote(argv);
}

Argv Debian::as_root(const Argv& argv) const {
  // sudo clears the environment, so that what apt-get needs stands in the command.
  Argv all{"env", "DEBIAN_FRONTEND=noninteractive", "LC_ALL=C"};
  if (!surroundings_.superuser) all.insert(all.begin(), {"sudo", "-n"});
  all.insert(all.end(), argv.begin(), argv.end());
  return all;
}

std::map<std::string, std::string> Debian::env() const {
  return {{"PATH", surroundings_.variable("PATH")}, {"LC_ALL", "C"}};
}

}  // namespace pacer
