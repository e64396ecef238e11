#include "engine/changed.h"

#include <filesystem>

#include <fmt/format.h>

#include "base/error.h"
#include "base/text.h"
#include "engine/process/process.h"

namespace pacer {
namespace {

constexpr auto kGitLimit = std::chrono::seconds(20);

std::optional<std::string> git(const std::string& directory, Argv arguments) {
  Argv argv{"git", "-C", directory};
  argv.insert(argv.end(), arguments.begin(), arguments.end());
  const auto answer = ask(argv, {}, kGitLimit);
  if (!answer.status || !answer.status->ok()) return std::nullopt;
  return trim(answer.output);
}

std::string base_of_branch(const std::string& directory) {
  for (const char* main : {"origin/main", "origin/master", "main", "master"}) {
    if (const auto base = git(directory, {"merge-base", main, "HEAD"})) return *base;
  }
  throw Error("there is no main branch to compare with", "--changed",
              "name a commit: --changed REF");
}

bool has_changed(const std::string& directory, const std::string& ref) {
  const auto base = ref.empty() ? base_of_branch(directory) : ref;
  const auto tracked = git(directory, {"diff", "--name-only", base, "--", "."});
  if (!tracked) {
    throw Error(fmt::format("git cannot compare with '{}'", base), directory,
                "is it a commit of this checkout?");
  }
  const auto untracked = git(directory, {"ls-files", "--others", "--exclude-standard", "."});
  return !tracked->empty() || !untracked.value_or("").empty();
}

}  // namespace

void keep_changed(Catalog& catalog, const std::string& ref) {
  const auto unchanged = [&](const auto& entry) { return !has_changed(entry.directory, ref); };
  std::erase_if(catalog.manifests, unchanged);
  std::erase_if(catalog.broken, unchanged);
}

}  // namespace pacer
