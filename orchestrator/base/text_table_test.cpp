#include "base/text_table.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace pacer {
namespace {

TEST(TextTable, AlignsColumnsTwoBlanksApart) {
  TextTable table({{"framework", Align::kLeft}, {"req/s", Align::kRight}, {"notes", Align::kLeft}});
  table.add_row({"go-http", "98,112", "one"});
  table.add_row({"vertx", "123,456", ""});
  EXPECT_EQ(table.render(),
            "framework    req/s  notes\n"
            "go-http     98,112  one\n"
            "vertx      123,456\n");
  EXPECT_EQ(table.width(), 25);
}

TEST(TextTable, DrawsSeparatorsAcrossTheWholeWidth) {
  TextTable table({{"a", Align::kLeft}, {"b", Align::kRight}});
  table.add_row({"x", "1"});
  table.add_separator();
  table.add_row({"yy", "22"});
  EXPECT_EQ(table.render(),
            "a    b\n"
            "x    1\n"
            "──────\n"
            "yy  22\n");
}

TEST(TextTable, PutsHeadsAtTheBottomAndCellsAtTheTop) {
  TextTable table({{"framework"}, {"% of\nceiling", Align::kRight}, {"req/s", Align::kRight}});
  table.add_row({"a-very-\nlong-name", "63 %", "1"});
  table.add_row({"b", "7 %", "2"});
  EXPECT_EQ(table.render(),
            "              % of\n"
            "framework  ceiling  req/s\n"
            "a-very-       63 %      1\n"
            "long-name\n"
            "b              7 %      2\n");
}

TEST(TextTable, CountsCharactersNotBytes) {
  TextTable table({{"größe", Align::kLeft}, {"n", Align::kRight}});
  table.add_row({"µs", "[1–2]"});
  EXPECT_EQ(table.render(),
            "größe      n\n"
            "µs     [1–2]\n");
}

TEST(TextTable, StylesWholeLinesAfterLayingThemOut) {
  TextTable table({{"a", Align::kRight}, {"b", Align::kLeft}}, "\x1b[1m");
  table.add_row({"10", "x"}, "\x1b[2m");
  table.add_row({"9", "y"});
  EXPECT_EQ(table.render(),
            "\x1b[1m a  b\x1b[0m\n"
            "\x1b[2m10  x\x1b[0m\n"
            " 9  y\n");
}

TEST(TextTable, WithoutRowsIsItsHead) { EXPECT_EQ(TextTable({{"a"}, {"b"}}).render(), "a  b\n"); }

TEST(TextTable, RefusesRowsOfAnotherLength) {
  TextTable table({{"a"}, {"b"}});
  try {
    table.add_row({"only one"});
    FAIL() << "a short row was taken";
  } catch (const Error& error) {
    EXPECT_EQ(error.render(), "error: a row of 1 cells in a table of 2 columns");
  }
}

}  // namespace
}  // namespace pacer
