#include "engine/live_pair.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/text.h"
#include "core/manifest/reader.h"
#include "engine/git.h"
#include "engine/process/files.h"

namespace pacer {
namespace {

namespace fs = std::filesystem;

/// Hashing or checking out a large repository takes its time; a lock that never comes free ends.
constexpr auto kGitLimit = std::chrono::minutes(5);
constexpr std::size_t kShortId = 7;

using Variables = std::map<std::string, std::string>;

GitAnswer git(const fs::path& directory, const Argv& arguments, const Variables& env = {}) {
  return ask_git(directory.string(), arguments, kGitLimit, env);
}

/// The last line of what git prints, which is the answer: warnings come before it.
std::string require_git(const fs::path& directory, const Argv& arguments,
                        const Variables& env = {}) {
  const auto answer = git(directory, arguments, env);
  const auto last = last_lines(answer.output, 1);
  const auto line = last.empty() ? "" : last.front();
  if (answer.ok) return line;
  throw Error(fmt::format("git {} failed: {}", arguments.front(), line), directory.string());
}

std::string repository_of(const Manifest& manifest) {
  const auto answer = git(manifest.directory, {"rev-parse", "--show-toplevel"});
  if (answer.ok) return fs::canonical(answer.output).string();
  throw Error(fmt::format("{} does not lie in a git repository that can be read: {}", manifest.name,
                          join(last_lines(answer.output, 1), "")),
              manifest.directory, "--live compares with a commit of the repository it lies in");
}

std::string commit_named(const std::string& repository, const std::string& ref) {
  const auto answer =
      git(repository, {"rev-parse", "--verify", "--quiet", "--end-of-options", ref + "^{commit}"});
  if (answer.ok) return answer.output;
  throw Error(fmt::format("git knows no commit '{}'", ref), "--against",
              "a shallow clone lacks it: `git fetch` it first");
}

/// A commit of the work tree as it is; HEAD itself where nothing differs.
std::string snapshot_of(const std::string& repository, const std::string& head) {
  const TemporaryFolder scratch;
  const auto index = scratch.path() / "index";
  const Variables apart{{"GIT_INDEX_FILE", index.string()}};
  // A copy of the index knows which files have not changed since they were hashed last.
  const auto own =
      fs::path(repository) / require_git(repository, {"rev-parse", "--git-path", "index"});
  std::error_code none;
  fs::copy_file(own, index, none);
  require_git(repository, {"add", "--all"}, apart);
  const auto tree = require_git(repository, {"write-tree"}, apart);
  if (tree == require_git(repository, {"rev-parse", head + "^{tree}"})) return head;
  const Variables author{{"GIT_AUTHOR_NAME", "pacer"},
                         {"GIT_AUTHOR_EMAIL", "pacer@localhost"},
                         {"GIT_COMMITTER_NAME", "pacer"},
                         {"GIT_COMMITTER_EMAIL", "pacer@localhost"}};
  return require_git(
      repository, {"commit-tree", tree, "-p", head, "-m", "work tree measured by pacer"}, author);
}

void require_manifest(const LivePair& pair, const std::string& commit, const std::string& which) {
  const auto file = (fs::path(pair.directory) / "framework.yaml").lexically_normal().string();
  if (git(pair.repository, {"cat-file", "-e", commit + ":" + file}).ok) return;
  throw Error(fmt::format("{} has no {}", which, file), pair.repository,
              "a version without it cannot be measured");
}

Manifest check_out(const LivePair& pair, const std::string& commit, const std::string& name,
                   const fs::path& place) {
  const auto head = git(place, {"rev-parse", "HEAD"});
  const bool is_there = fs::exists(place / ".git") && head.ok && head.output == commit;
  if (!is_there) {
    std::error_code none;
    fs::remove_all(place, none);
    git(pair.repository, {"worktree", "prune"});
    require_git(pair.repository,
                {"worktree", "add", "--force", "--detach", place.string(), commit});
  }
  const auto directory = fs::canonical(place / pair.directory);
  const auto file = directory / "framework.yaml";
  return read_manifest(read_file(file), file.string(), name, directory.string());
}

}  // namespace

LivePair find_live_pair(const Manifest& manifest, const std::string& ref) {
  LivePair pair;
  pair.framework = manifest.name;
  pair.repository = repository_of(manifest);
  pair.directory = fs::canonical(manifest.directory).lexically_relative(pair.repository).string();
  pair.ref = ref;
  pair.old_commit = commit_named(pair.repository, ref);
  const auto head = commit_named(pair.repository, "HEAD");
  pair.new_commit = snapshot_of(pair.repository, head);
  pair.new_label = head.substr(0, kShortId) + (pair.new_commit == head ? "" : "-dirty");
  require_manifest(pair, pair.old_commit, ref);
  require_manifest(pair, pair.new_commit, "the work tree");
  return pair;
}

std::vector<Manifest> check_out_pair(const LivePair& pair, const fs::path& folder) {
  const auto place = fs::absolute(folder);
  return {check_out(pair, pair.old_commit, pair.old_name(), place / "old"),
          check_out(pair, pair.new_commit, pair.new_name(), place / "new")};
}

void remove_pair(const LivePair& pair, const fs::path& folder) {
  for (const auto* side : {"old", "new"}) {
    std::error_code none;
    fs::remove_all(fs::absolute(folder) / side, none);
  }
  git(pair.repository, {"worktree", "prune"});
}

}  // namespace pacer
