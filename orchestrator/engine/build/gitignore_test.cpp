#include "engine/build/gitignore.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "base/text.h"
#include "engine/process/files.h"
#include "engine/process/process.h"
#include "engine/toolchains/testing.h"

namespace pacer {
namespace {

namespace fs = std::filesystem;

TEST(GitIgnore, IgnoresWhatTheRulesName) {
  const GitIgnore rules("# build outputs\n\n/server\ntarget/\n*.log\n!keep.log\n");
  EXPECT_TRUE(rules.ignores("server", false));
  EXPECT_FALSE(rules.ignores("cmd/server", false));
  EXPECT_TRUE(rules.ignores("target", true));
  EXPECT_FALSE(rules.ignores("target", false)) << "a file is no folder";
  EXPECT_TRUE(rules.ignores("a/target/b.txt", false));
  EXPECT_TRUE(rules.ignores("a/b.log", false));
  EXPECT_FALSE(rules.ignores("keep.log", false));
  EXPECT_FALSE(rules.ignores("main.go", false));
}

TEST(GitIgnore, NothingCanBeTakenBackOutOfAnIgnoredFolder) {
  const GitIgnore rules("out\n!out/keep\n");
  EXPECT_TRUE(rules.ignores("out/keep", false));
}

TEST(GitIgnore, EmptyIgnoresNothing) { EXPECT_FALSE(GitIgnore("").ignores("a", false)); }

/// Which of `paths` git itself leaves out, under a .gitignore of this text.
std::set<std::string> ignored_by_git(const fs::path& folder, const std::string& rules,
                                     const std::set<std::string>& paths) {
  write_text(folder / ".gitignore", rules);
  Command command;
  command.argv = {"git", "check-ignore", "--no-index"};
  command.argv.insert(command.argv.end(), paths.begin(), paths.end());
  command.directory = folder;
  command.env = {{"GIT_CONFIG_GLOBAL", "/dev/null"}, {"GIT_CONFIG_NOSYSTEM", "1"}};
  command.stdout_file = folder / ".git/answer";
  fs::remove(command.stdout_file);
  const auto finished = run_to_end(command, std::chrono::seconds(20));
  // 1 means that none is ignored; anything else is git failing.
  EXPECT_TRUE(finished.status && finished.status->signal == 0 && finished.status->code <= 1);
  std::set<std::string> ignored;
  for (auto line : split(read_file(command.stdout_file), '\n')) {
    // git quotes a name with a backslash in it.
    if (line.starts_with('"')) line = replace_all(line.substr(1, line.size() - 2), "\\\\", "\\");
    if (!line.empty()) ignored.insert(line);
  }
  return ignored;
}

const std::vector<std::string>& sample_files() {
  static const std::vector<std::string> files{
      "server",    "a/server",   "target/x",    "a/target/y",     "a/b/target/z",  "foo.log",
      "a/foo.log", "keep.log",   "a/keep.log",  "build/out",      "a/b/c/d",       "a/x/b",
      "a/x/y/b",   "a/b/file",   "file",        "#hash",          "!bang",         "with space",
      "trail ",    "[x]",        "x",           "node_modules/p", ".venv/bin/p",   ".hidden",
      "Foo.CLASS", "foo.class",  "doc/a/b.txt", "doc/b.txt",      "doc/x/y/b.txt", "1.o",
      "a1.o",      "aa.o",       "back\\slash", "star*",          "abc/def",       "deep/abc/q",
      "q/r/abc",   "dist/.keep", "dist/app.js"};
  return files;
}

const std::vector<std::string>& sample_rules() {
  static const std::vector<std::string> rules{"",
                                              "# only a comment\n\n",
                                              "server\n",
                                              "/server\n",
                                              "server",
                                              "target/\n",
                                              "/target/\n",
                                              "*.log\n!keep.log\n",
                                              "*.log\n!/keep.log\n",
                                              "a/b\n",
                                              "a/*\n",
                                              "a/*/b\n",
                                              "a/**/b\n",
                                              "**/target\n",
                                              "**/b\n",
                                              "a/**\n",
                                              "a/**\n!a/b\n!a/b/**\n",
                                              "doc/**/b.txt\n",
                                              "/*\n!/a\n/a/*\n!/a/b\n",
                                              "node_modules/\n.venv/\n",
                                              ".*\n",
                                              "\\#hash\n",
                                              "\\!bang\n",
                                              "!bang\n",
                                              "#hash\n",
                                              "with space\n",
                                              "trail\\ \n",
                                              "trail \n",
                                              "file   \n",
                                              "[x]\n",
                                              "\\[x]\n",
                                              "[a-z]\n",
                                              "?.o\n",
                                              "[!a]*.o\n",
                                              "[^a]*.o\n",
                                              "a[0-9].o\n",
                                              "[[:alpha:]]a.o\n",
                                              "*.class\n",
                                              "star\\*\n",
                                              "back\\\\slash\n",
                                              "abc\n",
                                              "abc/\n",
                                              "/abc\n",
                                              "*/abc\n",
                                              "**/abc/**\n",
                                              "**\n",
                                              "*\n!*.log\n",
                                              "*\n!*/\n!*.log\n",
                                              "dist/*\n!dist/.keep\n",
                                              "a/\n!a/server\n",
                                              "/a/b/\n",
                                              "a/b/c/d\n",
                                              "b/c\n",
                                              "x/\n",
                                              "a**b\n",
                                              "foo**\n",
                                              "/\n",
                                              "!\n",
                                              "//\n",
                                              "a/x/\n*.o\n!1.o\n!aa.o\naa.o\n",
                                              "target\n!target\n",
                                              "a?b\n",
                                              "a/x/**/b\n",
                                              "server\\\n",
                                              "[x\n",
                                              "doc/a/../b.txt\n",
                                              "./server\n",
                                              "target/*\n!target/x\n"};
  return rules;
}

TEST(GitIgnore, AgreesWithGitCheckIgnore) {
  const TemporaryFolder folder;
  Command init;
  init.argv = {"git", "init", "--quiet"};
  init.directory = folder.path();
  const auto initialised = run_to_end(init, std::chrono::seconds(20));
  ASSERT_TRUE(initialised.status && initialised.status->ok());
  std::set<std::string> paths;
  for (const auto& file : sample_files()) {
    write_text(folder.path() / file, "x");
    for (fs::path path = file; !path.empty(); path = path.parent_path()) paths.insert(path);
  }
  for (const auto& text : sample_rules()) {
    const GitIgnore rules(text);
    std::set<std::string> ignored;
    for (const auto& path : paths) {
      if (rules.ignores(path, fs::is_directory(folder.path() / path))) ignored.insert(path);
    }
    EXPECT_EQ(ignored, ignored_by_git(folder.path(), text, paths)) << "rules:\n" << text;
  }
}

}  // namespace
}  // namespace pacer
