#include "core/audit/quantity.h"

#include <gtest/gtest.h>

namespace pacer::audit {
namespace {

Quantity take(std::string_view text, Scale scale) {
  Scanner scanner(text);
  const auto quantity = scanner.take_quantity(scale);
  EXPECT_TRUE(quantity.has_value()) << text;
  return quantity.value_or(Quantity{});
}

void expect_value(std::string_view text, Scale scale, double value, double rounding) {
  const auto quantity = take(text, scale);
  ASSERT_TRUE(quantity.figure.has_value()) << text;
  EXPECT_DOUBLE_EQ(quantity.figure->value, value) << text;
  EXPECT_DOUBLE_EQ(quantity.figure->rounding, rounding) << text;
}

TEST(Quantity, KnowsTheUnitsOfEachColumn) {
  expect_value("84.00us", Scale::kTime, 84, 0.005);
  expect_value("0.85ms", Scale::kTime, 850, 5);
  expect_value("1.31s ", Scale::kTime, 1.31e6, 5e3);
  expect_value("1.00m", Scale::kTime, 60e6, 3e5);
  expect_value("1.50h", Scale::kTime, 5400e6, 18e6);
  expect_value("312.00B", Scale::kBinary, 312, 0.005);
  expect_value("0.89KB", Scale::kBinary, 911.36, 5.12);
  expect_value("4.57GB", Scale::kBinary, 4907000135.68, 5368709.12);
  expect_value("482.78", Scale::kMetric, 482.78, 0.005);
  expect_value("1.11k", Scale::kMetric, 1110, 5);
}

TEST(Quantity, FullColumnsTouchTheirNeighbours) {
  Scanner scanner("482.781000.00ms1.00s ");
  EXPECT_DOUBLE_EQ(scanner.take_quantity(Scale::kMetric)->figure->value, 482.78);
  EXPECT_DOUBLE_EQ(scanner.take_quantity(Scale::kTime)->figure->value, 1e6);
  EXPECT_DOUBLE_EQ(scanner.take_quantity(Scale::kTime)->figure->value, 1e6);
}

TEST(Quantity, WhatIsCutIsNoFigure) {
  for (const auto* text : {"1000.00", "1.5", "1.55m1", "84us", "84.00xs", "-1.00us",
                           "1234567890123456.00us", "1.234ms"}) {
    const auto quantity = take(text, Scale::kTime);
    const bool is_figure = quantity.figure.has_value() && text != std::string_view("1.55m1");
    EXPECT_FALSE(is_figure) << text;
    EXPECT_TRUE(quantity.is_bad || text == std::string_view("1.55m1")) << text;
  }
  EXPECT_TRUE(take("4.82M", Scale::kBinary).is_bad);
  EXPECT_TRUE(take("4.82kB", Scale::kBinary).is_bad);
}

TEST(Quantity, ManyMinutesMayBeCutMilliseconds) {
  EXPECT_TRUE(take("1000.00m", Scale::kTime).may_be_cut_ms);
  EXPECT_FALSE(take("999.99m", Scale::kTime).may_be_cut_ms);
  EXPECT_FALSE(take("1000.00ms", Scale::kTime).may_be_cut_ms);
}

TEST(Quantity, NanIsNoFigureAndNoFault) {
  for (const auto* text : {"-nanus", "nanus", "-nan"}) {
    const auto quantity =
        take(text, text[4] == 'u' || text[3] == 'u' ? Scale::kTime : Scale::kMetric);
    EXPECT_TRUE(quantity.is_nan) << text;
    EXPECT_FALSE(quantity.figure.has_value()) << text;
  }
}

TEST(Quantity, CommaIsADecimalMarkOnly) {
  const auto quantity = take("1,55ms", Scale::kTime);
  EXPECT_TRUE(quantity.has_comma);
  EXPECT_DOUBLE_EQ(quantity.figure->value, 1550);
  Scanner thousands("12,345.67");
  thousands.take_quantity(Scale::kMetric);
  EXPECT_FALSE(thousands.at_end());
}

TEST(Scanner, CountsAreWholeAndFit64Bits) {
  EXPECT_EQ(Scanner("18446744073709551615 ").take_count(), 18446744073709551615u);
  Scanner large("18446744073709551616");
  EXPECT_FALSE(large.take_count().has_value());
  EXPECT_TRUE(large.overflow());
  EXPECT_FALSE(Scanner("-1").take_count().has_value());
  Scanner negative("-2147483648,");
  Count value = 1;
  EXPECT_TRUE(negative.take_signed_count(value));
  EXPECT_FALSE(value.has_value());
  EXPECT_EQ(negative.rest(), ",");
}

TEST(ParseTime, ReadsWhatOtherProgramsCopied) {
  EXPECT_DOUBLE_EQ(parse_time_us("2ms")->value, 2000);
  EXPECT_DOUBLE_EQ(parse_time_us("2ms")->rounding, 500);
  EXPECT_DOUBLE_EQ(parse_time_us("26.50ms")->value, 26500);
  EXPECT_DOUBLE_EQ(parse_time_us("5s")->value, 5e6);
  for (const auto* text : {"", "ms", "1.ms", "1.5", "-1ms", "1 ms", "1.5ms ", "nan"}) {
    EXPECT_FALSE(parse_time_us(text).has_value()) << text;
  }
}

}  // namespace
}  // namespace pacer::audit
