#include "core/manifest/needs.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/manifest/toolchain_names.h"

namespace pacer {
namespace {

using Relation = Requirement::Relation;

TEST(ParseRequirement, ReadsTheThreeForms) {
  EXPECT_EQ(parse_requirement("nginx"), (Requirement{"nginx", Relation::kAny, ""}));
  EXPECT_EQ(parse_requirement("go>=1.22"), (Requirement{"go", Relation::kAtLeast, "1.22"}));
  EXPECT_EQ(parse_requirement("jdk==17"), (Requirement{"jdk", Relation::kEqual, "17"}));
  EXPECT_EQ(parse_requirement("g++>=12.2.0.1"),
            (Requirement{"g++", Relation::kAtLeast, "12.2.0.1"}));
  EXPECT_EQ(parse_requirement("unknown"), (Requirement{"unknown", Relation::kAny, ""}));
}

TEST(ParseRequirement, WritesWhatItReads) {
  for (const char* text : {"nginx", "go>=1.22", "jdk==17", "cpp-httplib>=0.11.4"}) {
    EXPECT_EQ(parse_requirement(text)->text(), text);
  }
}

TEST(ParseRequirement, RefusesEverythingElse) {
  for (const char* text :
       {"",          ">=1",      "go>=",     "go==",    "go>1",          "go=1",   "go<2",
        "go<=2",     "go!=2",    "go~1",     "go~=1.2", "go=>1",         "go>= 1", "go >=1",
        " go",       "go ",      "go>=1.",   "go>=.1",  "go>=1..2",      "go>=v1", "go>=1.x",
        "go>=1-rc1", "go>=1,<2", "go>=1>=2", "go===1",  "go>=1234567890"}) {
    EXPECT_EQ(parse_requirement(text), std::nullopt) << text;
  }
}

TEST(KnownToolchains, AreNamesThatCanBeNeeded) {
  auto names = known_toolchains();
  for (const auto& name : names) {
    EXPECT_EQ(parse_requirement(name), (Requirement{name, Relation::kAny, ""}));
  }
  std::sort(names.begin(), names.end());
  EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end());
}

}  // namespace
}  // namespace pacer
