#include "core/stats/spread.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace pacer {
namespace {

constexpr std::nullopt_t kNone = std::nullopt;

// R's lm(log(v) ~ group): Rscript orchestrator/tests/reference/stats.R
TEST(Spread, IsTheGeometricCoefficientOfVariation) {
  const TwoWayTable values{{10.2, kNone, 9.8, 10.6, kNone},
                           {12.5, 13.9, kNone, 13.0, 12.2},
                           {10.4, 11.6, 10.1, kNone, 10.3},
                           {kNone, 8.1, 7.7, 8.3, 7.9}};
  EXPECT_NEAR(relative_spread(values).value(), 0.050104425773, 1e-12);
}

TEST(Spread, OfEqualValuesIsNone) { EXPECT_EQ(relative_spread({{2, 2, 2}, {5, 5}}), 0.0); }

TEST(Spread, NeedsTwoValuesOfOneGroup) {
  EXPECT_EQ(relative_spread({}), std::nullopt);
  EXPECT_EQ(relative_spread({{1}, {2}, {kNone, kNone}}), std::nullopt);
  EXPECT_EQ(relative_spread({{1}, {2, 2}}), 0.0);
}

TEST(Spread, NeedsPositiveValues) {
  try {
    relative_spread({{1, -1}});
    FAIL() << "a negative value had a logarithm";
  } catch (const Error& error) {
    EXPECT_EQ(error.render(), "error: a spread needs positive values, not -1");
  }
}

TEST(Normalised, TakesTheReferenceOfTheSameRound) {
  EXPECT_EQ(normalised({{50, 60, kNone, 70}, {100, kNone, 30, 40}}, {100.0, 50.0, 60.0, kNone}),
            (TwoWayTable{{0.5, 1.2, kNone, kNone}, {1.0, kNone, 0.5, kNone}}));
  EXPECT_EQ(normalised({{50, 60}}, {100.0}), (TwoWayTable{{0.5, kNone}}));
  EXPECT_EQ(normalised({{50}}, {0.0}), (TwoWayTable{{kNone}}));
}

// A machine that slows down as a whole moves every value and the reference alike.
TEST(Normalised, TakesOutWhatTheReferenceShares) {
  const TwoWayTable values{{100, 80, 60, 90}, {50, 40, 30, 45}};
  EXPECT_GT(relative_spread(values).value(), 0.2);
  EXPECT_NEAR(relative_spread(normalised(values, {200.0, 160.0, 120.0, 180.0})).value(), 0, 1e-7);
}

}  // namespace
}  // namespace pacer
