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

TEST(CodePointAt, TellsValueAndLength) {
  const std::string_view text = "aä€🚀";
  EXPECT_EQ(code_point_at(text, 0)->value, U'a');
  EXPECT_EQ(code_point_at(text, 1)->value, U'ä');
  EXPECT_EQ(code_point_at(text, 1)->bytes, 2u);
  EXPECT_EQ(code_point_at(text, 3)->value, U'€');
  EXPECT_EQ(code_point_at(text, 3)->bytes, 3u);
  EXPECT_EQ(code_point_at(text, 6)->value, U'🚀');
  EXPECT_EQ(code_point_at(text, 6)->bytes, 4u);
}

TEST(CodePointAt, IsNothingInTheMiddleOfOneAndAtTheEnd) {
  EXPECT_FALSE(code_point_at("ä", 1).has_value());
  EXPECT_FALSE(code_point_at("a", 1).has_value());
  EXPECT_FALSE(code_point_at("a", 99).has_value());
}

TEST(IsControl, IsWhatATerminalMayObey) {
  for (const char32_t value : {U'\0', U'\t', U'\n', U'\x1b', U'\x1f', U'\x7f', U'\x80', U'\x9f'}) {
    EXPECT_TRUE(is_control(value)) << static_cast<unsigned>(value);
  }
  for (const char32_t value : {U' ', U'~', U'\xa0', U'ä'}) {
    EXPECT_FALSE(is_control(value)) << static_cast<unsigned>(value);
  }
}

}  // namespace
}  // namespace pacer
