#include "base/duration.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace pacer {
namespace {

using std::chrono::hours;
using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

TEST(ParseDuration, ReadsEveryUnit) {
  EXPECT_EQ(parse_duration("250us"), microseconds(250));
  EXPECT_EQ(parse_duration("500ms"), milliseconds(500));
  EXPECT_EQ(parse_duration("5s"), seconds(5));
  EXPECT_EQ(parse_duration("2m"), minutes(2));
  EXPECT_EQ(parse_duration("1h"), hours(1));
  EXPECT_EQ(parse_duration("0s"), seconds(0));
  EXPECT_EQ(parse_duration("1.5s"), milliseconds(1500));
  EXPECT_EQ(parse_duration("0.0000004s"), microseconds(0));
  EXPECT_EQ(parse_duration("0.0000005s"), microseconds(1));
  EXPECT_EQ(parse_duration("007s"), seconds(7));
  EXPECT_EQ(parse_duration("1000h"), hours(1000));
}

TEST(ParseDuration, RefusesEverythingElse) {
  for (const char* text :
       {"",     "5",      "s",     "ms",      ".5s",   "5.s",
        "-1s",  "+1s",    " 5s",   "5s ",     "5 s",   "5S",
        "5sec", "5ss",    "1e3s",  "0x5s",    "infs",  "nans",
        "1,5s", "1.5.5s", "5m30s", "1000.1h", "1e99h", "99999999999999999999999999999999h"}) {
    EXPECT_EQ(parse_duration(text), std::nullopt) << text;
  }
}

TEST(FormatDuration, IsTheShortestExactForm) {
  EXPECT_EQ(format_duration(seconds(0)), "0s");
  EXPECT_EQ(format_duration(microseconds(1)), "1us");
  EXPECT_EQ(format_duration(microseconds(1500)), "1500us");
  EXPECT_EQ(format_duration(milliseconds(1500)), "1500ms");
  EXPECT_EQ(format_duration(seconds(5)), "5s");
  EXPECT_EQ(format_duration(seconds(90)), "90s");
  EXPECT_EQ(format_duration(seconds(120)), "2m");
  EXPECT_EQ(format_duration(minutes(60)), "1h");
}

TEST(FormatDuration, IsReadBackExactly) {
  for (std::int64_t us = 1; us < 3'600'000'000'000; us = us * 7 + 3) {
    EXPECT_EQ(parse_duration(format_duration(Duration(us))), Duration(us));
  }
}

TEST(HumanizeDuration, HasThreeDigitsAndTheUnitThatFits) {
  EXPECT_EQ(humanize_duration(microseconds(0)), "0 us");
  EXPECT_EQ(humanize_duration(microseconds(84)), "84 us");
  EXPECT_EQ(humanize_duration(microseconds(999)), "999 us");
  EXPECT_EQ(humanize_duration(microseconds(1000)), "1 ms");
  EXPECT_EQ(humanize_duration(microseconds(1554)), "1.55 ms");
  EXPECT_EQ(humanize_duration(microseconds(999'499)), "999 ms");
  EXPECT_EQ(humanize_duration(microseconds(999'501)), "1 s");
  EXPECT_EQ(humanize_duration(milliseconds(12'345)), "12.3 s");
  EXPECT_EQ(humanize_duration(milliseconds(59'949)), "59.9 s");
  EXPECT_EQ(humanize_duration(milliseconds(59'951)), "1 min 0 s");
  EXPECT_EQ(humanize_duration(seconds(125)), "2 min 5 s");
  EXPECT_EQ(humanize_duration(milliseconds(3'599'499)), "59 min 59 s");
  EXPECT_EQ(humanize_duration(milliseconds(3'599'501)), "1 h 0 min");
  EXPECT_EQ(humanize_duration(hours(25) + minutes(5)), "25 h 5 min");
}

TEST(ToSeconds, KeepsFractions) {
  EXPECT_DOUBLE_EQ(to_seconds(milliseconds(1500)), 1.5);
  EXPECT_DOUBLE_EQ(to_seconds(microseconds(1)), 1e-6);
}

}  // namespace
}  // namespace pacer
