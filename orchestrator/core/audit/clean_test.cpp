#include "core/audit/clean.h"

#include <gtest/gtest.h>

namespace pacer::audit {
namespace {

using namespace std::string_view_literals;

TEST(CleanText, TakesAwayWhatIsNotText) {
  EXPECT_EQ(clean_text("a\r\nb\rc\n"), "a\nb\nc\n");
  EXPECT_EQ(clean_text("\xEF\xBB\xBFx"), "x");
  EXPECT_EQ(clean_text("\x1b[1;32m42\x1b[0m \x1b]0;title\x07!\x1b]8;;\x1b\\."), "42 !.");
  EXPECT_EQ(clean_text("\x1b[12"), "[12");  // not a whole sequence
  EXPECT_EQ(clean_text("a\xC2\xA0"
                       "b"),
            "a b");
  EXPECT_EQ(clean_text("\xFF\xFE"
                       "A\0\xE9\0\xAC\x20\x3D\xD8"sv),
            "A\xC3\xA9\xE2\x82\xAC\xEF\xBF\xBD");
  EXPECT_EQ(clean_text("\xFE\xFF\0A"sv), "A");
  EXPECT_EQ(clean_text("a\0b\xFF"sv), "a\0b\xFF"sv);
}

TEST(Lines, EndWithoutTheirEnds) {
  EXPECT_EQ(lines_of("a\n\nb"), (std::vector<std::string_view>{"a", "", "b"}));
  EXPECT_TRUE(lines_of("").empty());
  EXPECT_EQ(strip(" \t a b\t"), "a b");
  EXPECT_EQ(strip("  "), "");
}

}  // namespace
}  // namespace pacer::audit
