#include "core/model/plan.h"

#include <gtest/gtest.h>

namespace pacer {
namespace {

using Kind = CpuChoice::Kind;

TEST(ParseCpuChoice, ReadsWordsAndLists) {
  EXPECT_EQ(parse_cpu_choice("auto"), (CpuChoice{Kind::kAuto, {}}));
  EXPECT_EQ(parse_cpu_choice("shared"), (CpuChoice{Kind::kShared, {}}));
  EXPECT_EQ(parse_cpu_choice("0"), (CpuChoice{Kind::kList, {0}}));
  EXPECT_EQ(parse_cpu_choice("0-1,4"), (CpuChoice{Kind::kList, {0, 1, 4}}));
  EXPECT_EQ(parse_cpu_choice("3-3"), (CpuChoice{Kind::kList, {3}}));
  EXPECT_EQ(parse_cpu_choice("4095"), (CpuChoice{Kind::kList, {4095}}));
}

TEST(ParseCpuChoice, SortsAndKeepsEachOnce) {
  EXPECT_EQ(parse_cpu_choice("5,0-2,1,5"), (CpuChoice{Kind::kList, {0, 1, 2, 5}}));
}

TEST(ParseCpuChoice, RefusesEverythingElse) {
  for (const char* text :
       {"",      "all", "Auto", "-1",   "1-",   "-",           "2-1",
        "0-1-2", "0,",  ",0",   "0,,1", "0 ",   " 0",          "0, 1",
        "+1",    "0x1", "1.0",  "a",    "4096", "0-999999999", "99999999999999999999"}) {
    EXPECT_EQ(parse_cpu_choice(text), std::nullopt) << text;
  }
}

TEST(FormatCpuSet, WritesRanges) {
  EXPECT_EQ(format_cpu_set({}), "all");
  EXPECT_EQ(format_cpu_set({3}), "3");
  EXPECT_EQ(format_cpu_set({0, 1, 4}), "0-1,4");
  EXPECT_EQ(format_cpu_set({0, 2, 3, 4, 6, 8, 9}), "0,2-4,6,8-9");
}

TEST(CpuChoiceText, IsReadBack) {
  EXPECT_EQ(CpuChoice().text(), "auto");
  for (const char* text : {"auto", "shared", "0", "0-1,4", "0,2-4"}) {
    EXPECT_EQ(parse_cpu_choice(text)->text(), text);
  }
}

}  // namespace
}  // namespace pacer
