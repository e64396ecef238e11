#include "core/yaml/encoding.h"

#include <gtest/gtest.h>

namespace pacer::yaml {
namespace {

using namespace std::string_view_literals;

constexpr const char* kEscapeHint =
    "save the file as UTF-8 text; an escape in double quotes (\"\\t\") is fine";

TEST(FindBadBytes, LikesText) {
  EXPECT_EQ(find_bad_bytes(""), std::nullopt);
  EXPECT_EQ(find_bad_bytes("a: b\tc\r\nö: 数 🚀\n"), std::nullopt);
  EXPECT_EQ(find_bad_bytes("\xEF\xBB\xBF"
                           "a: b\n"),
            std::nullopt);
}

TEST(FindBadBytes, PlacesWhatIsNotUtf8) {
  EXPECT_EQ(find_bad_bytes("a: b\nö: \xFF\n"),
            (Problem{2, 4, "the byte 0xFF is not UTF-8 text", "save the file as UTF-8"}));
  EXPECT_EQ(find_bad_bytes("a\0:\0 \0"sv),  // UTF-16, which yaml-cpp would guess and read
            (Problem{1, 2, "a NUL byte cannot stand in a YAML file", kEscapeHint}));
  EXPECT_EQ(find_bad_bytes("\xFF\xFE"
                           "a"),
            (Problem{1, 1, "the byte 0xFF is not UTF-8 text", "save the file as UTF-8"}));
}

TEST(FindBadBytes, PlacesControlCharacters) {
  EXPECT_EQ(
      find_bad_bytes("a: 1\n\x04"
                     "b: 2\n"),  // the end of the file to yaml-cpp
      (Problem{2, 1, "the control character U+0004 cannot stand in a YAML file", kEscapeHint}));
  EXPECT_EQ(
      find_bad_bytes("a: \xC2\x9B"),
      (Problem{1, 4, "the control character U+009B cannot stand in a YAML file", kEscapeHint}));
  EXPECT_EQ(find_bad_bytes("a: b\rc: d\n"),
            (Problem{1, 5, "a carriage return without a line feed cannot stand in a YAML file",
                     kEscapeHint}));
}

TEST(FindBadBytes, RefusesWhatIsTooLarge) {
  EXPECT_EQ(find_bad_bytes(std::string(kLargestFile, 'a')), std::nullopt);
  EXPECT_EQ(find_bad_bytes(std::string(kLargestFile + 1, 'a')),
            (Problem{0, 0, "the file is larger than 1 MiB", "is it the right file?"}));
}

}  // namespace
}  // namespace pacer::yaml
