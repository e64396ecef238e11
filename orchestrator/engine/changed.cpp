#include "engine/changed.h"

#include <filesystem>

#include <fmt/format.h>

#include "base/error.h"
#include "engine/git.h"

namespace pacer {
namespace {

constexpr auto kGitLimit = std::chrono::seconds(20);

std::string base_of_branch(const std::string& directory) {
  for (const char* main : {"origin/main", "origin/master", "main", "master"}) {
    const auto base = ask_git(directory, {"merge-base", main, "HEAD"}, kGitLimit);
    if (base.ok) return base.output;
  }
  throw Error("there is no main branch to compare with", "--changed",
              "name a commit: --changed REF");
}

bool has_changed(const std::string& directory, const std::string& ref) {
  const auto base = ref.empty() ? base_of_branch(directory) : ref;
  const auto tracked = ask_git(directory, {"diff", "--name-only", base, "--", "."}, kGitLimit);
  if (!tracked.ok) {
    throw Error(fmt::format("git cannot compare with '{}'", base), directory,
                "is it a commit of this checkout?");
  }
  const auto untracked =
      ask_git(directory, {"ls-files", "--others", "--exclude-standard", "."}, kGitLimit);
  return !tracked.output.empty() || (untracked.ok && !untracked.output.empty());
}

}  // namespace

void keep_changed(Catalog& catalog, const std::string& ref) {
  const auto unchanged = [&](const auto& entry) { return !has_changed(entry.directory, ref); };
  std::erase_if(catalog.manifests, unchanged);
  std::erase_if(catalog.broken, unchanged);
}

}  // namespace pacer
