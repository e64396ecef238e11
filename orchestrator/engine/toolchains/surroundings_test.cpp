#include "engine/toolchains/surroundings.h"

#include <gtest/gtest.h>

#include "engine/toolchains/testing.h"

namespace pacer {
namespace {

namespace fs = std::filesystem;

TEST(Surroundings, FollowsTheXdgVariables) {
  Surroundings machine;
  machine.env = {{"HOME", "/home/me"}};
  EXPECT_EQ(own_toolchains_folder(machine), "/home/me/.local/share/pacer/toolchains");
  EXPECT_EQ(cache_folder(machine), "/home/me/.cache/pacer");
  machine.env["XDG_DATA_HOME"] = "/data";
  machine.env["XDG_CACHE_HOME"] = "relative";
  EXPECT_EQ(own_toolchains_folder(machine), "/data/pacer/toolchains");
  EXPECT_EQ(cache_folder(machine), "/home/me/.cache/pacer") << "a relative value does not count";
}

TEST(Surroundings, PathFoldersAreTheAbsoluteOnes) {
  Surroundings machine;
  machine.env = {{"PATH", "/a::relative:/b"}};
  EXPECT_EQ(path_folders(machine), (std::vector<fs::path>{"/a", "/b"}));
}

TEST(FoldersMatching, ExpandsHomeVariablesAndGlobs) {
  FakeMachine machine;
  for (const auto* folder : {"usr/lib/jvm/b/bin", "usr/lib/jvm/a/bin", "home/.x/bin", "opt/java"}) {
    fs::create_directories(machine.root() / folder);
  }
  write_text(machine.root() / "usr/lib/jvm/c/bin", "a file");
  machine.surroundings().env["JAVA_HOME"] = (machine.root() / "opt/java").string();
  const auto in_root = [&](const char* path) { return machine.root() / path; };
  using Folders = std::vector<fs::path>;
  EXPECT_EQ(folders_matching("/usr/lib/jvm/*/bin", machine.surroundings()),
            (Folders{in_root("usr/lib/jvm/a/bin"), in_root("usr/lib/jvm/b/bin")}));
  EXPECT_EQ(folders_matching("~/.x/bin", machine.surroundings()), Folders{in_root("home/.x/bin")});
  EXPECT_EQ(folders_matching("$JAVA_HOME", machine.surroundings()), Folders{in_root("opt/java")});
  EXPECT_EQ(folders_matching("$NOT_SET/bin", machine.surroundings()), Folders{});
  EXPECT_EQ(folders_matching("/nowhere/*", machine.surroundings()), Folders{});
}

}  // namespace
}  // namespace pacer
