#include "commands/setup.h"

#include <gtest/gtest.h>

#include <sstream>

#include "base/error.h"
#include "engine/toolchains/testing.h"

namespace pacer {
namespace {

std::string error_of(const std::string& text) {
  try {
    requirement_named(text);
    return "none";
  } catch (const Error& error) {
    return error.render();
  }
}

std::vector<std::string> texts(const std::vector<Requirement>& needs) {
  std::vector<std::string> all;
  for (const auto& need : needs) all.push_back(need.text());
  return all;
}

TEST(RequirementNamed, ReadsWhatAManifestReads) {
  EXPECT_EQ(requirement_named("go").text(), "go");
  EXPECT_EQ(requirement_named("go>=1.26").text(), "go>=1.26");
  EXPECT_EQ(requirement_named("g++==12").text(), "g++==12");
}

TEST(RequirementNamed, RefusesTheRestWithAdvice) {
  EXPECT_EQ(error_of("go=1.26"),
            "error: 'go=1.26' names no toolchain\n"
            "  hint: write NAME, 'NAME>=VERSION' or 'NAME==VERSION': 'go>=1.26'");
  EXPECT_EQ(
      error_of("pyton>=3"),
      "error: unknown toolchain 'pyton'; did you mean 'python'?\n  hint: `pacer doctor` shows all");
}

TEST(NeedsOf, NamesEachOnceAndTheNewestFirst) {
  Manifest first;
  first.needs = {requirement_named("jdk>=17"), requirement_named("maven>=3.8")};
  Manifest second;
  second.needs = {requirement_named("jdk>=21"), requirement_named("maven>=3.8")};
  Manifest skipped;
  skipped.skip = "not now";
  skipped.needs = {requirement_named("dotnet")};
  EXPECT_EQ(texts(needs_of({first, second, skipped})),
            (std::vector<std::string>{"jdk>=21", "jdk>=17", "maven>=3.8"}));
}

TEST(NeedsAskedFor, ABareNameStandsForWhatFrameworksNeed) {
  Manifest manifest;
  manifest.needs = {requirement_named("go>=1.26"), requirement_named("node>=20")};
  const auto asked = [&](const std::vector<std::string>& names) {
    return texts(needs_asked_for(names, {manifest}));
  };
  using Texts = std::vector<std::string>;
  EXPECT_EQ(asked({}), (Texts{"go>=1.26", "node>=20"}));
  EXPECT_EQ(asked({"go"}), Texts{"go>=1.26"});
  EXPECT_EQ(asked({"go>=1.20", "nginx"}), (Texts{"go>=1.20", "nginx"}));
}

TEST(Setup, EndsWithATableAndTheErrors) {
  FakeMachine machine;
  machine.tool("nginx", "nginx version: nginx/1.22.1");
  machine.tool("apt-get", "");
  Toolchains toolchains(machine.surroundings());
  std::ostringstream out;
  const int code = setup({requirement_named("nginx"), requirement_named("make")}, toolchains,
                         /*allow_apt=*/false, out);
  EXPECT_EQ(code, 2);
  EXPECT_EQ(out.str(),
            "toolchain  wanted  found   where\n"
            "nginx      nginx   1.22.1  " +
                (machine.bin() / "nginx").string() +
                "\n"
                "make       make    -       -\n"
                "\n"
                "error: installing make needs Debian's packages\n"
                "  hint: sudo apt-get install -y --no-install-recommends make\n");
}

TEST(Setup, IsWellWhereAllIsThere) {
  FakeMachine machine;
  machine.tool("nginx", "nginx version: nginx/1.22.1");
  Toolchains toolchains(machine.surroundings());
  std::ostringstream out;
  EXPECT_EQ(setup({requirement_named("nginx")}, toolchains, true, out), 0);
}

}  // namespace
}  // namespace pacer
