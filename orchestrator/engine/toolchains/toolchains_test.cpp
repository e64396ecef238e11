#include "engine/toolchains/toolchains.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/error.h"
#include "core/manifest/needs.h"
#include "engine/toolchains/testing.h"

namespace pacer {
namespace {

namespace fs = std::filesystem;

std::vector<Requirement> needs(const std::vector<const char*>& texts) {
  std::vector<Requirement> all;
  for (const auto* text : texts) all.push_back(parse_requirement(text).value());
  return all;
}

class ToolchainsTest : public ::testing::Test {
 protected:
  Toolchains toolchains() { return Toolchains(machine_.surroundings()); }

  ToolEnv found(const std::vector<const char*>& texts) {
    const auto resolved = toolchains().resolve(needs(texts));
    if (const auto* missing = std::get_if<std::vector<Missing>>(&resolved)) {
      ADD_FAILURE() << skipped_for(*missing).why;
      return {};
    }
    return std::get<ToolEnv>(resolved);
  }

  Skipped skipped(const std::vector<const char*>& texts) {
    const auto resolved = toolchains().resolve(needs(texts));
    const auto* missing = std::get_if<std::vector<Missing>>(&resolved);
    if (missing == nullptr) {
      ADD_FAILURE() << "all was found";
      return {};
    }
    return skipped_for(*missing);
  }

  void add_jdk(const fs::path& home, const std::string& version) {
    write_text(home / "release", "JAVA_VERSION=\"" + version + "\"\n");
    for (const auto* program : {"java", "javac"}) write_script(home / "bin" / program, "exit 1");
  }

  std::string in_root(const std::string& path) { return (machine_.root() / path).string(); }

  FakeMachine machine_;
};

TEST_F(ToolchainsTest, WhatIsFirstOnPathNeedsNoHelp) {
  machine_.tool("go", "go version go1.26.8 linux/amd64");
  const auto tools = found({"go>=1.26"});
  EXPECT_EQ(tools.runtime, "go 1.26.8");
  EXPECT_EQ(tools.versions, (std::map<std::string, std::string>{{"go", "1.26.8"}}));
  EXPECT_EQ(tools.path, std::vector<std::string>{});
  EXPECT_EQ(tools.env, (std::map<std::string, std::string>{{"GOTOOLCHAIN", "local"}}));
  EXPECT_EQ(tools.command_env(machine_.surroundings()).at("PATH"), machine_.bin());
}

TEST_F(ToolchainsTest, NothingIsNeededWithoutNeeds) {
  const auto tools = found({});
  EXPECT_EQ(tools.runtime, "");
  EXPECT_EQ(tools.command_env(machine_.surroundings()),
            (std::map<std::string, std::string>{{"PATH", machine_.bin()}}));
}

TEST_F(ToolchainsTest, MissingSaysSoAndNamesTheCommand) {
  const auto why = skipped({"go>=1.26", "nginx"});
  EXPECT_EQ(why.why, "needs go>=1.26: not installed; needs nginx: not installed");
  EXPECT_EQ(why.remedy, "pacer setup 'go>=1.26' nginx");
}

TEST_F(ToolchainsTest, TooOldSaysWhatIsThere) {
  machine_.tool("nginx", "nginx version: nginx/1.22.1");
  const auto why = skipped({"nginx>=1.27"});
  EXPECT_EQ(why.why, "needs nginx>=1.27: only 1.22.1 is here (" + in_root("bin/nginx") + ")");
  EXPECT_EQ(why.remedy, "install nginx 1.27 or newer and put it on PATH");
}

TEST_F(ToolchainsTest, CommandsAndAdviceAreBothGiven) {
  EXPECT_EQ(skipped({"jdk>=21", "maven>=3.8"}).remedy,
            "pacer setup 'maven>=3.8'; install a JDK 21 or newer and set JAVA_HOME to its folder");
}

TEST_F(ToolchainsTest, AProgramThatFailsIsNotUsable) {
  write_script(machine_.bin() / "go", "echo 'cannot find GOROOT' >&2; exit 3");
  EXPECT_EQ(skipped({"go"}).why,
            "needs go: not usable: " + in_root("bin/go") + ": exit 3: cannot find GOROOT");
}

TEST_F(ToolchainsTest, AnAnswerWithoutAVersionIsNotUsable) {
  write_script(machine_.bin() / "go", "echo hello");
  EXPECT_EQ(skipped({"go"}).why,
            "needs go: not usable: " + in_root("bin/go") + ": no version in its answer: hello");
  write_script(machine_.bin() / "go", "exit 0");
  EXPECT_EQ(skipped({"go"}).why,
            "needs go: not usable: " + in_root("bin/go") + ": no version in its answer: nothing");
}

TEST_F(ToolchainsTest, AProgramThatHangsIsNotUsable) {
  machine_.surroundings().answer_within = std::chrono::milliseconds(300);
  write_script(machine_.bin() / "go", "exec /bin/sleep 600");
  EXPECT_EQ(skipped({"go"}).why,
            "needs go: not usable: " + in_root("bin/go") + ": no answer within 300ms");
}

TEST_F(ToolchainsTest, AFileThatIsNoProgramDoesNotCount) {
  write_text(machine_.bin() / "go", "not executable");
  fs::create_directories(machine_.bin() / "nginx");
  EXPECT_EQ(skipped({"go", "nginx"}).why, "needs go: not installed; needs nginx: not installed");
}

TEST_F(ToolchainsTest, ABrokenProgramDoesNotHideAWorkingOne) {
  write_script(machine_.bin() / "go", "exit 1");
  write_script(machine_.root() / "usr/local/go/bin/go", "echo go version go1.26.8 linux/amd64");
  EXPECT_EQ(found({"go"}).path, std::vector<std::string>{in_root("usr/local/go/bin")});
}

TEST_F(ToolchainsTest, TheNewestThatSatisfiesIsTaken) {
  machine_.tool("go", "go version go1.19.8 linux/amd64");
  write_script(machine_.root() / "usr/local/go/bin/go", "echo go version go1.26.8 linux/amd64");
  write_script(machine_.root() / "home/.local/share/pacer/toolchains/go-1.27.3/bin/go",
               "echo go version go1.27.3 linux/amd64");
  EXPECT_EQ(found({"go>=1.22"}).runtime, "go 1.27.3");
  EXPECT_EQ(found({"go>=1.22"}).path,
            std::vector<std::string>{in_root("home/.local/share/pacer/toolchains/go-1.27.3/bin")});
  EXPECT_EQ(found({"go==1.26"}).path, std::vector<std::string>{in_root("usr/local/go/bin")});
  EXPECT_EQ(found({"go==1.19"}).path, std::vector<std::string>{});
}

TEST_F(ToolchainsTest, AProgramInASharedFolderIsReachedByALink) {
  // sbin is not on a user's PATH, and putting it first would change other programs too.
  write_script(machine_.root() / "usr/sbin/nginx", "echo nginx version: nginx/1.22.1 >&2");
  const auto tools = found({"nginx"});
  ASSERT_EQ(tools.path.size(), 1u);
  EXPECT_TRUE(tools.path[0].starts_with(in_root("home/.cache/pacer/links/nginx-1.22.1-")));
  EXPECT_EQ(fs::read_symlink(fs::path(tools.path[0]) / "nginx"), in_root("usr/sbin/nginx"));
  EXPECT_EQ(found({"nginx"}).path, tools.path) << "the same links serve again";
}

TEST_F(ToolchainsTest, AnOlderProgramFirstOnPathIsPassedByALink) {
  machine_.tool("python3", "3.8.1");
  write_script(machine_.root() / "second/python3", "echo 3.12.4");
  machine_.surroundings().env["PATH"] = machine_.bin().string() + ":" + in_root("second");
  const auto tools = found({"python>=3.11"});
  ASSERT_EQ(tools.path.size(), 1u);
  EXPECT_EQ(fs::read_symlink(fs::path(tools.path[0]) / "python3"), in_root("second/python3"));
  EXPECT_EQ(tools.command_env(machine_.surroundings()).at("PATH"),
            tools.path[0] + ":" + machine_.bin().string() + ":" + in_root("second"));
}

TEST_F(ToolchainsTest, AnotherNameIsReachedByALinkOfTheUsualName) {
  machine_.tool("nodejs", "v20.1.0");
  machine_.tool("npm", "9.0.0");
  const auto tools = found({"node>=20"});
  ASSERT_EQ(tools.path.size(), 1u);
  EXPECT_EQ(fs::read_symlink(fs::path(tools.path[0]) / "node"), in_root("bin/nodejs"));
}

TEST_F(ToolchainsTest, ACompanionMustBeThereToo) {
  machine_.tool("node", "v20.1.0");
  EXPECT_EQ(skipped({"node>=20"}).why,
            "needs node>=20: not usable: " + in_root("bin/node") + ": npm is missing");
}

TEST_F(ToolchainsTest, AJdkIsReadFromItsReleaseFile) {
  add_jdk(machine_.root() / "usr/lib/jvm/java-17-openjdk-amd64", "17.0.15");
  add_jdk(machine_.root() / "usr/lib/jvm/temurin-25", "25.0.3");
  const auto tools = found({"jdk>=17"});
  EXPECT_EQ(tools.runtime, "jdk 25.0.3");
  EXPECT_EQ(tools.env.at("JAVA_HOME"), in_root("usr/lib/jvm/temurin-25"));
  EXPECT_EQ(tools.path, std::vector<std::string>{in_root("usr/lib/jvm/temurin-25/bin")});
  EXPECT_EQ(found({"jdk==17"}).env.at("JAVA_HOME"), in_root("usr/lib/jvm/java-17-openjdk-amd64"));
}

TEST_F(ToolchainsTest, AJdkIsFoundThroughLinksAndVariables) {
  add_jdk(machine_.root() / "opt/jdk-21", "21.0.2");
  add_jdk(machine_.root() / "opt/jdk-22", "22.0.1");
  fs::create_symlink("../opt/jdk-21/bin/javac", machine_.bin() / "javac");
  EXPECT_EQ(found({"jdk"}).env.at("JAVA_HOME"), in_root("opt/jdk-21"));
  machine_.surroundings().env["JAVA_HOME"] = in_root("opt/jdk-22");
  EXPECT_EQ(found({"jdk"}).env.at("JAVA_HOME"), in_root("opt/jdk-22"));
  auto both = toolchains();
  EXPECT_EQ(both.installed("jdk").size(), 2u) << "each once, however many ways lead there";
}

TEST_F(ToolchainsTest, ABrokenJdkSaysWhatItLacks) {
  write_script(machine_.root() / "usr/lib/jvm/x/bin/javac", "exit 0");
  EXPECT_EQ(skipped({"jdk"}).why, "needs jdk: not usable: " + in_root("usr/lib/jvm/x") +
                                      ": no version in its file 'release'");
  write_text(machine_.root() / "usr/lib/jvm/x/release", "JAVA_VERSION=\"21\"\n");
  EXPECT_EQ(skipped({"jdk"}).why,
            "needs jdk: not usable: " + in_root("usr/lib/jvm/x") + ": java is missing");
}

TEST_F(ToolchainsTest, MavenIsAskedWithTheNewestJdk) {
  add_jdk(machine_.root() / "usr/lib/jvm/j", "21.0.2");
  write_script(machine_.bin() / "mvn", "[ -n \"$JAVA_HOME\" ] && echo Apache Maven 3.8.7");
  const auto tools = found({"jdk>=17", "maven>=3.8"});
  EXPECT_EQ(tools.runtime, "jdk 21.0.2") << "Maven is not at work when the server runs";
  EXPECT_EQ(tools.versions.at("maven"), "3.8.7");
}

TEST_F(ToolchainsTest, AHeaderTellsItsVersion) {
  write_text(machine_.root() / "usr/include/boost/version.hpp", "#define BOOST_VERSION 107400\n");
  EXPECT_EQ(found({"boost"}).runtime, "boost 1.74.0");
  write_text(machine_.root() / "usr/local/include/boost/version.hpp",
             "#define BOOST_VERSION 108100\n");
  EXPECT_EQ(found({"boost"}).runtime, "boost 1.81.0") << "a compiler looks there first";
  write_text(machine_.root() / "usr/include/x86_64-linux-gnu/microhttpd.h", "#define NONE\n");
  EXPECT_EQ(skipped({"libmicrohttpd"}).why,
            "needs libmicrohttpd: not usable: " +
                in_root("usr/include/x86_64-linux-gnu/microhttpd.h") + ": no version in it");
}

TEST_F(ToolchainsTest, AProgramIsAskedOncePerStateOfItsFile) {
  machine_.tool("go", "go version go1.26.8 linux/amd64");
  auto first = toolchains();
  first.resolve(needs({"go"}));
  first.resolve(needs({"go>=1.20"}));
  first.forget();
  first.resolve(needs({"go"}));
  EXPECT_EQ(machine_.times_asked("go"), 1);
  EXPECT_EQ(found({"go"}).runtime, "go 1.26.8");
  EXPECT_EQ(machine_.times_asked("go"), 1) << "another process reads the cache";

  machine_.tool("go", "go version go1.27.3 linux/amd64!");
  EXPECT_EQ(found({"go"}).runtime, "go 1.27.3") << "the file changed";
  EXPECT_EQ(machine_.times_asked("go"), 2);
}

TEST_F(ToolchainsTest, AVersionManagersSwitchIsNoticed) {
  machine_.tool("cargo", "cargo 1.95.0");
  machine_.tool("rustc", "");
  write_text(machine_.root() / "home/.rustup/settings.toml", "default = 1");
  found({"cargo"});
  write_text(machine_.root() / "home/.rustup/settings.toml", "default_toolchain = 2");
  found({"cargo"});
  EXPECT_EQ(machine_.times_asked("cargo"), 2);
  machine_.surroundings().env["RUSTUP_TOOLCHAIN"] = "nightly";
  found({"cargo"});
  EXPECT_EQ(machine_.times_asked("cargo"), 3);
  found({"cargo"});
  EXPECT_EQ(machine_.times_asked("cargo"), 3);
}

TEST_F(ToolchainsTest, AFailureIsNotRemembered) {
  write_script(machine_.bin() / "go", "exit 1");
  auto tools = toolchains();
  EXPECT_EQ(tools.installed("go").size(), 0u);
  EXPECT_EQ(tools.unusable("go").size(), 1u);
  machine_.tool("go", "go version go1.26.8 linux/amd64");
  EXPECT_EQ(tools.installed("go").size(), 0u) << "asked once per process";
  tools.forget();
  EXPECT_EQ(tools.installed("go").size(), 1u);
}

TEST_F(ToolchainsTest, AnUnknownToolchainIsAnError) {
  auto tools = toolchains();
  EXPECT_THROW(tools.resolve({{"golang", Requirement::Relation::kAny, ""}}), Error);
}

}  // namespace
}  // namespace pacer
