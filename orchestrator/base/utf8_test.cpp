#include "base/utf8.h"

#include <gtest/gtest.h>

namespace pacer {
namespace {

TEST(ValidUtf8, KeepsWhatIsWellFormed) {
  const std::string text = "plain, \xC3\xA4, \xE2\x82\xAC, \xF0\x9F\x9A\x80, \xF4\x8F\xBF\xBF";
  EXPECT_EQ(valid_utf8(text), text);
  EXPECT_EQ(valid_utf8(""), "");
  EXPECT_EQ(valid_utf8(std::string_view("a\0b", 3)), std::string("a\0b", 3));
}

TEST(ValidUtf8, ReplacesEachByteThatIsNot) {
  EXPECT_EQ(valid_utf8("a\xFF z"), "a\uFFFD z");
  EXPECT_EQ(valid_utf8("cut \xE2\x82"), "cut \uFFFD\uFFFD");
  EXPECT_EQ(valid_utf8("\x80"), "\uFFFD");
  EXPECT_EQ(valid_utf8("overlong \xC0\xAF \xE0\x80\xAF"),
            "overlong \uFFFD\uFFFD \uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(valid_utf8("surrogate \xED\xA0\x80"), "surrogate \uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(valid_utf8("too big \xF4\x90\x80\x80"), "too big \uFFFD\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(valid_utf8("\xC3\x28"), "\uFFFD(");
}

TEST(PrintableLine, IsOneLine) {
  EXPECT_EQ(printable_line("one\ntwo\r\n\tthree"), "one two   three");
}

TEST(PrintableLine, ShowsWhatWouldSteerTheTerminal) {
  EXPECT_EQ(printable_line("\x1b[31mred\x7f"), "\\x1b[31mred\\x7f");
  EXPECT_EQ(printable_line(std::string_view("\0", 1)), "\\x00");
  EXPECT_EQ(printable_line("\xC2\x9B 31m"), "\\u009b 31m");
  EXPECT_EQ(printable_line("\u202Egnp.exe\u2069"), "\\u202egnp.exe\\u2069");
  EXPECT_EQ(printable_line("line\u2028break"), "line\\u2028break");
  EXPECT_EQ(printable_line("broken \xFF"), "broken \uFFFD");
}

TEST(PrintableLine, KeepsOtherText) {
  EXPECT_EQ(printable_line("µs – Größe 数 🚀"), "µs – Größe 数 🚀");
}

}  // namespace
}  // namespace pacer
