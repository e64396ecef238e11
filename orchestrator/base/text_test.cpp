#include "base/text.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>

namespace pacer {
namespace {

using Words = std::vector<std::string>;

TEST(Trim, TakesBlanksOffBothEnds) {
  EXPECT_EQ(trim(" \t\r\n a b \n"), "a b");
  EXPECT_EQ(trim(" \n"), "");
  EXPECT_EQ(trim(""), "");
}

TEST(Split, KeepsEmptyParts) {
  EXPECT_EQ(split("a,b", ','), (Words{"a", "b"}));
  EXPECT_EQ(split(",a,,b,", ','), (Words{"", "a", "", "b", ""}));
  EXPECT_EQ(split("", ','), Words{""});
}

TEST(Join, PutsTheSeparatorBetween) {
  EXPECT_EQ(join({"a", "b", "c"}, ", "), "a, b, c");
  EXPECT_EQ(join({"a"}, ", "), "a");
  EXPECT_EQ(join({}, ", "), "");
}

TEST(GlobMatch, MatchesTheWholeName) {
  EXPECT_TRUE(glob_match("spring-*", "spring-boot-3-tomcat"));
  EXPECT_TRUE(glob_match("go-?ttp", "go-http"));
  EXPECT_TRUE(glob_match("[gn]o*", "node-http"));
  EXPECT_TRUE(glob_match("*", ".hidden"));
  EXPECT_TRUE(glob_match("go-http", "go-http"));
  EXPECT_FALSE(glob_match("go", "go-http"));
  EXPECT_FALSE(glob_match("GO-*", "go-http"));
  EXPECT_FALSE(glob_match("", "go-http"));
}

TEST(GroupThousands, CountsFromThePoint) {
  for (const auto* number : {"0", "999", "-999", "1,000", "-1,000", "12,345", "1,234,567.25",
                             "-123,456.5", "0.123456"}) {
    EXPECT_EQ(group_thousands(replace_all(number, ",", "")), number);
  }
}

TEST(ReplaceAll, ReplacesEveryPlaceOnce) {
  EXPECT_EQ(replace_all("{port}:{port}", "{port}", "80"), "80:80");
  EXPECT_EQ(replace_all("{ports} {", "{port}", "80"), "{ports} {");
  EXPECT_EQ(replace_all("aaa", "a", "aa"), "aaaaaa");
  EXPECT_EQ(replace_all("aXbX", "X", ""), "ab");
  EXPECT_EQ(replace_all("abc", "", "x"), "abc");
}

std::string echoed_by_shell(const Words& argv) {
  // printf prints each word in brackets, so that the words the shell has read can be told apart.
  const auto command = "printf '[%s]' " + shell_quote(argv);
  FILE* pipe = popen(command.c_str(), "r");
  std::string out;
  std::array<char, 256> buffer{};
  while (const auto count = fread(buffer.data(), 1, buffer.size(), pipe)) {
    out.append(buffer.data(), count);
  }
  pclose(pipe);
  return out;
}

TEST(ShellQuote, LeavesPlainWordsAsTheyAre) {
  EXPECT_EQ(shell_quote({"./server", "--port=80", "a:b,c@d%e+f"}),
            "./server --port=80 a:b,c@d%e+f");
}

TEST(ShellQuote, QuotesEverythingElse) {
  EXPECT_EQ(shell_quote({"a b", "", "it's", "$HOME", "*"}), R"('a b' '' 'it'\''s' '$HOME' '*')");
}

TEST(ShellQuote, NeverWritesAnAssignmentForTheProgram) {
  EXPECT_EQ(shell_quote({"A=b", "C=d"}), "'A=b' C=d");
}

TEST(ShellQuote, IsReadBackWordForWord) {
  const Words argv{"plain",     "two words", "",      "it's",      "\"quoted\"", "$HOME `id` $(id)",
                   "*?[a]~{b}", "a\nb\t",    "\\n\\", "&|;<>()#!", "-n",         "Größe"};
  std::string expected;
  for (const auto& word : argv) expected += "[" + word + "]";
  EXPECT_EQ(echoed_by_shell(argv), expected);
}

TEST(Cut, CountsColumnsAndNeverSplitsACharacter) {
  EXPECT_EQ(cut("abc", 5), "abc");
  EXPECT_EQ(cut("abc", 3), "abc");
  EXPECT_EQ(cut("abc", 2), "ab");
  EXPECT_EQ(cut("Größe", 3), "Grö");
  EXPECT_EQ(cut("ößä", 1), "ö");
  EXPECT_EQ(cut("abc", 0), "");
  EXPECT_EQ(cut("", 0), "");
}

TEST(LastLines, SkipsEmptyOnes) {
  EXPECT_EQ(last_lines("a\n\n  \nb\nc\n\n", 2), (Words{"b", "c"}));
  EXPECT_EQ(last_lines("a\nb", 5), (Words{"a", "b"}));
  EXPECT_EQ(last_lines("", 5), Words{});
  EXPECT_EQ(last_lines("a\nb", 0), Words{});
  EXPECT_EQ(last_lines("a\nb", -1), Words{});
}

TEST(LastLines, AreSafeToPrintAndToStore) {
  EXPECT_EQ(last_lines("a\r\n\x1b[31mb\tc", 5), (Words{"a", "\\x1b[31mb c"}));
  EXPECT_EQ(last_lines("cut \xE2\x82", 5), (Words{"cut \uFFFD\uFFFD"}));
}

TEST(LastLines, AreCutToTheWidth) {
  EXPECT_EQ(last_lines(std::string(300, 'x'), 1).front(), std::string(200, 'x'));
  EXPECT_EQ(last_lines("ööööö", 1, 3), Words{"ööö"});
}

TEST(Wrap, BreaksAtBlanks) {
  EXPECT_EQ(wrap("one two three", 7), (Words{"one two", "three"}));
  EXPECT_EQ(wrap("  one   two  ", 80), Words{"one two"});
  EXPECT_EQ(wrap("öö öö", 5), Words{"öö öö"});
  EXPECT_EQ(wrap("", 10), Words{});
}

TEST(Wrap, GivesALongWordALineOfItsOwn) {
  EXPECT_EQ(wrap("a muchtoolong b", 4), (Words{"a", "muchtoolong", "b"}));
}

TEST(DisplayWidth, CountsCharacters) {
  EXPECT_EQ(display_width("abc"), 3);
  EXPECT_EQ(display_width("Größe"), 5);
  EXPECT_EQ(display_width(""), 0);
}

}  // namespace
}  // namespace pacer
