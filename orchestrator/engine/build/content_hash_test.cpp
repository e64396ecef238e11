#include "engine/build/content_hash.h"

#include <gtest/gtest.h>

#include <set>

#include "base/error.h"
#include "engine/build/folder_contents.h"
#include "engine/toolchains/testing.h"

namespace pacer {
namespace {

namespace fs = std::filesystem;
using Paths = std::vector<std::string>;

class ContentTest : public ::testing::Test {
 protected:
  ContentTest() {
    write("framework.yaml", "title: X\n");
    write("main.go", "package main\n");
    write(".gitignore", "/server\n*.log\ncache/\n");
    manifest_.directory = folder_.path();
  }

  void write(const std::string& path, std::string_view text) {
    write_text(folder_.path() / path, text);
  }

  std::string hash() {
    return content_hash(manifest_, commands_, contents_of(folder_.path()).sources, versions_);
  }

  TemporaryFolder folder_;
  Manifest manifest_;
  std::vector<Argv> commands_{{"go", "build"}};
  std::map<std::string, std::string> versions_{{"go", "1.26.8"}};
};

TEST_F(ContentTest, SplitsSourcesFromOutputs) {
  write("server", "binary");
  write("deep/a.log", "");
  write("deep/b.txt", "");
  write("cache/x/y", "");
  write(".pacer/build.json", "{}");
  write(".git/HEAD", "");
  fs::create_symlink("main.go", folder_.path() / "link");
  const auto contents = contents_of(folder_.path());
  EXPECT_EQ(contents.sources,
            (Paths{".gitignore", "deep/b.txt", "framework.yaml", "link", "main.go"}));
  EXPECT_EQ(contents.outputs, (Paths{"cache", "deep/a.log", "server"}));
}

TEST_F(ContentTest, SizeCountsFilesOnceAndFollowsNoLink) {
  write("server", "12345");
  write("cache/x/y", "123");
  fs::create_symlink("/usr", folder_.path() / "cache/far");
  EXPECT_EQ(size_of(folder_.path(), {"cache", "server", "gone"}), 8u);
}

TEST_F(ContentTest, AMissingFolderIsAnError) {
  EXPECT_THROW(contents_of(folder_.path() / "nowhere"), Error);
}

TEST_F(ContentTest, HashIsTheSameForTheSameContent) {
  const auto before = hash();
  EXPECT_EQ(before.size(), 64u);
  write("main.go", "package main\n");
  EXPECT_EQ(hash(), before) << "time stamps do not count";
}

TEST_F(ContentTest, HashIgnoresWhatIsIgnored) {
  const auto before = hash();
  write("server", "binary");
  write("cache/x", "");
  write("deep/a.log", "");
  write(".pacer/build.log", "");
  EXPECT_EQ(hash(), before);
}

TEST_F(ContentTest, HashNoticesEveryChange) {
  std::set<std::string> seen{hash()};
  const auto changed = [&](const char* what) { EXPECT_TRUE(seen.insert(hash()).second) << what; };
  write("main.go", "package main \n");
  changed("a file's content");
  write("framework.yaml", "title: Y\n");
  changed("the manifest");
  write("go.sum", "");
  changed("a new, empty file");
  fs::rename(folder_.path() / "go.sum", folder_.path() / "go.mod");
  changed("a file's name");
  fs::permissions(folder_.path() / "main.go", fs::perms(0755));
  changed("the executable bit");
  fs::create_symlink("main.go", folder_.path() / "link");
  changed("a link");
  fs::remove(folder_.path() / "link");
  fs::create_symlink("go.mod", folder_.path() / "link");
  changed("a link's target");
  write(".gitignore", "/server\n");
  changed("the .gitignore");
  versions_["go"] = "1.27.3";
  changed("a toolchain's version");
  commands_ = {{"go", "build", "-v"}};
  changed("a command");
  commands_ = {{"go"}, {"build", "-v"}};
  changed("where a command ends");
}

TEST_F(ContentTest, OtherPermissionsDoNotCount) {
  const auto before = hash();
  fs::permissions(folder_.path() / "main.go", fs::perms(0600));
  EXPECT_EQ(hash(), before) << "git does not keep them, so a clone would differ";
}

}  // namespace
}  // namespace pacer
