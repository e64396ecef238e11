#include "core/yaml/problem.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace pacer::yaml {
namespace {

TEST(RenderProblem, ShowsPlaceSourceCaretAndHint) {
  EXPECT_EQ(render({2, 3, "it is wrong", "write it right"}, "a: 1\nb: 2\nc: 3\n", "x.yaml"),
            "x.yaml:2:3: error: it is wrong\n"
            "  b: 2\n"
            "    ^\n"
            "  hint: write it right");
}

TEST(RenderProblem, LeavesOutWhatThereIsNot) {
  EXPECT_EQ(render({1, 1, "it is wrong", ""}, "a: 1", "x.yaml"),
            "x.yaml:1:1: error: it is wrong\n"
            "  a: 1\n"
            "  ^");
  EXPECT_EQ(render({1, 1, "it is empty", ""}, "", "x.yaml"), "x.yaml:1:1: error: it is empty");
  EXPECT_EQ(render({2, 1, "it is blank", ""}, "a\n \t\n", "x.yaml"),
            "x.yaml:2:1: error: it is blank");
  EXPECT_EQ(render({0, 0, "it is too large", "is it right?"}, "a: 1", "x.yaml"),
            "x.yaml: error: it is too large\n"
            "  hint: is it right?");
}

TEST(RenderProblem, PutsTheCaretUnderTheCharacter) {
  EXPECT_EQ(render({1, 8, "m", ""}, "ö: [ä, b]\r\n", "f"),
            "f:1:8: error: m\n"
            "  ö: [ä, b]\n"
            "         ^");
  EXPECT_EQ(render({1, 3, "m", ""}, "\ta: b", "f"),
            "f:1:3: error: m\n"
            "   a: b\n"
            "    ^");
  EXPECT_EQ(render({1, 2, "m", ""},
                   "\xEF\xBB\xBF"
                   "ab",
                   "f"),
            "f:1:2: error: m\n"
            "  ab\n"
            "   ^");
}

TEST(RenderProblem, KeepsTheCaretInTheLine) {
  EXPECT_EQ(render({1, 99, "m", ""}, "ab", "f"), "f:1:99: error: m\n  ab\n    ^");
  EXPECT_EQ(render({9, 1, "m", ""}, "ab", "f"), "f:9:1: error: m");
}

TEST(RenderProblem, ShowsBytesThatAreNoTextAsOneCharacter) {
  EXPECT_EQ(render({1, 4, "m", ""},
                   "a\x1b\xFF"
                   "b\xE2\x80\xAE",
                   "f"),
            "f:1:4: error: m\n"
            "  a?\uFFFDb?\n"
            "     ^");
}

TEST(RenderProblem, CutsALongLineAroundTheCaret) {
  const std::string line = std::string(200, 'a') + "X" + std::string(200, 'b');
  EXPECT_EQ(render({1, 201, "m", ""}, line, "f"),
            "f:1:201: error: m\n"
            "  ..." +
                std::string(46, 'a') + "X" + std::string(45, 'b') +
                "...\n"
                "  " +
                std::string(49, ' ') + "^");
  EXPECT_EQ(render({1, 2, "m", ""}, line, "f"),
            "f:1:2: error: m\n"
            "  " +
                std::string(92, 'a') +
                "...\n"
                "   ^");
}

TEST(Problems, AreAnErrorThatSaysEverythingInTheOrderOfTheLines) {
  const Problems problems("f", "a: 1\nb: 2\n",
                          {{2, 1, "second", ""},
                           {1, 4, "first, later", ""},
                           {1, 1, "first", "h"},
                           {0, 0, "the whole", ""},
                           {1, 1, "first, too", ""}});
  const std::string expected =
      "f: error: the whole\n"
      "f:1:1: error: first\n  a: 1\n  ^\n  hint: h\n"
      "f:1:1: error: first, too\n  a: 1\n  ^\n"
      "f:1:4: error: first, later\n  a: 1\n     ^\n"
      "f:2:1: error: second\n  b: 2\n  ^";
  EXPECT_EQ(problems.what(), expected);
  EXPECT_EQ(static_cast<const Error&>(problems).render(), expected);
  EXPECT_EQ(problems.where(), "f");
  EXPECT_EQ(problems.exit_code(), ExitCode::kUsage);
  ASSERT_EQ(problems.list().size(), 5u);
  EXPECT_EQ(problems.list().back(), (Problem{2, 1, "second", ""}));
}

TEST(Problems, AreNotMoreThanAnyoneReads) {
  ProblemList list;
  for (int i = 1; i <= 53; ++i) list.push_back({i, 1, "m", ""});
  const std::string text = Problems("f", "", list).what();
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 50);
  EXPECT_TRUE(text.ends_with("f:50:1: error: m\nf: error: and 3 more problems")) << text;
}

TEST(ThrowIfAny, ThrowsOnlyWhereThereIsOne) {
  EXPECT_NO_THROW(throw_if_any("f", "a", {}));
  EXPECT_THROW(throw_if_any("f", "a", {{1, 1, "m", ""}}), Problems);
}

}  // namespace
}  // namespace pacer::yaml
