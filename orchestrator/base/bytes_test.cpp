#include "base/bytes.h"

#include <gtest/gtest.h>

namespace pacer {
namespace {

TEST(ParseBytes, ReadsEveryUnit) {
  EXPECT_EQ(parse_bytes("0"), 0u);
  EXPECT_EQ(parse_bytes("512"), 512u);
  EXPECT_EQ(parse_bytes("512B"), 512u);
  EXPECT_EQ(parse_bytes("64KiB"), 65'536u);
  EXPECT_EQ(parse_bytes("1MiB"), 1'048'576u);
  EXPECT_EQ(parse_bytes("2GiB"), 2'147'483'648u);
  EXPECT_EQ(parse_bytes("64kB"), 64'000u);
  EXPECT_EQ(parse_bytes("1MB"), 1'000'000u);
  EXPECT_EQ(parse_bytes("2GB"), 2'000'000'000u);
  EXPECT_EQ(parse_bytes("1.5KiB"), 1536u);
}

TEST(ParseBytes, RefusesEverythingElse) {
  for (const char* text : {"",         "B",   "KiB",   "-1",   "+1",
                           " 1",       "1 ",  "1 KiB", "1K",   "1kb",
                           "1kib",     "1.",  "1.B",   ".5B",  "1e3",
                           "0x10",     "inf", "nan",   "1TiB", "99999999999999999999",
                           "9000001GB"}) {
    EXPECT_EQ(parse_bytes(text), std::nullopt) << text;
  }
}

TEST(HumanizeBytes, HasThreeDigitsAndTheUnitThatFits) {
  EXPECT_EQ(humanize_bytes(0), "0 B");
  EXPECT_EQ(humanize_bytes(812), "812 B");
  EXPECT_EQ(humanize_bytes(999.4), "999 B");
  EXPECT_EQ(humanize_bytes(1000), "0.977 KiB");
  EXPECT_EQ(humanize_bytes(1024), "1.00 KiB");
  EXPECT_EQ(humanize_bytes(4.82 * 1048576), "4.82 MiB");
  EXPECT_EQ(humanize_bytes(48.25 * 1048576), "48.2 MiB");
  EXPECT_EQ(humanize_bytes(482.5 * 1048576), "482 MiB");
  EXPECT_EQ(humanize_bytes(9.996 * 1024), "10.0 KiB");
  EXPECT_EQ(humanize_bytes(99.96 * 1024), "100 KiB");
  EXPECT_EQ(humanize_bytes(3.0 * 1073741824), "3.00 GiB");
  EXPECT_EQ(humanize_bytes(2e15), "1819 TiB");
}

}  // namespace
}  // namespace pacer
