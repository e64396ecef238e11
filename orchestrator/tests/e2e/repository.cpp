#include "repository.h"

#include <gtest/gtest.h>

namespace pacer::e2e {

std::string git(const Workspace& workspace, const std::filesystem::path& folder,
                const Words& words) {
  Words argv{"git", "-C", folder.string(), "-c", "user.name=test", "-c", "user.email=test@test"};
  argv.insert(argv.end(), words.begin(), words.end());
  const auto out = workspace.folder() / "git.stdout";
  const auto err = workspace.folder() / "git.stderr";
  Child child(argv, {{"GIT_CONFIG_GLOBAL", "/dev/null"}}, out, err);
  const auto ended = child.wait(Clock::now() + seconds(60));
  EXPECT_TRUE(ended && ended->code == 0) << ::testing::PrintToString(words) << read(err);
  return read(out);
}

void commit_frameworks(const Workspace& workspace) {
  const auto folder = workspace.frameworks();
  git(workspace, folder, {"init", "--quiet", "--initial-branch", "main"});
  git(workspace, folder, {"add", "--all"});
  git(workspace, folder, {"commit", "--quiet", "--message", "one"});
}

}  // namespace pacer::e2e
