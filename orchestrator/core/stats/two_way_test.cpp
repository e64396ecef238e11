#include "core/stats/two_way.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"

namespace pacer {
namespace {

constexpr std::nullopt_t kNone = std::nullopt;

TwoWayTable logs(TwoWayTable table) {
  for (auto& row : table) {
    for (auto& value : row) {
      if (value) value = std::log(*value);
    }
  }
  return table;
}

// Figures from a pseudo-inverse in NumPy: python3 orchestrator/tests/reference/stats.py

TEST(TwoWayFit, OfAFullTableIsTheDifferenceOfMeans) {
  const auto fit = fit_two_way(
      logs({{10.2, 11.1, 9.8, 10.6}, {12.5, 13.9, 12.1, 13.0}, {10.4, 11.6, 10.1, 10.5}}));
  ASSERT_EQ(fit.effects.size(), 3u);
  EXPECT_NEAR(fit.effects[0], -0.07727962, 1e-8);
  EXPECT_NEAR(fit.effects[1], 0.13352115, 1e-8);
  EXPECT_NEAR(fit.effects[2], -0.05624153, 1e-8);
  EXPECT_EQ(fit.residual_df, 6);
  EXPECT_NEAR(fit.residual_variance, 0.000145012600, 1e-12);
  EXPECT_NEAR(standard_error(fit, 0, 1), 0.008515063115, 1e-12);
  EXPECT_NEAR(standard_error(fit, 2, 1), 0.008515063115, 1e-12);
}

TEST(TwoWayFit, UsesEveryValueOfATableWithGaps) {
  const auto fit = fit_two_way(logs({{10.2, kNone, 9.8, 10.6, kNone, 10.0},
                                     {12.5, 13.9, kNone, 13.0, 12.2, 12.1},
                                     {10.4, 11.6, 10.1, kNone, 10.3, 10.2},
                                     {kNone, 8.1, 7.7, 8.3, 7.9, kNone}}));
  ASSERT_EQ(fit.effects.size(), 4u);
  EXPECT_NEAR(fit.effects[0], 0.00672018, 1e-8);
  EXPECT_NEAR(fit.effects[1], 0.21250975, 1e-8);
  EXPECT_NEAR(fit.effects[2], 0.03636188, 1e-8);
  EXPECT_NEAR(fit.effects[3], -0.2555918, 1e-8);
  EXPECT_EQ(fit.residual_df, 9);
  EXPECT_NEAR(fit.residual_variance, 0.000506859922, 1e-12);
  EXPECT_NEAR(standard_error(fit, 0, 1), 0.016032791050, 1e-12);
  EXPECT_NEAR(standard_error(fit, 0, 3), 0.017438920638, 1e-12);
  EXPECT_NEAR(standard_error(fit, 1, 2), 0.014738577975, 1e-12);
}

TEST(TwoWayFit, TakesOutWhatARoundHasInCommon) {
  const TwoWayTable steady{{1, 1.1, 1}, {2, 2.1, 2.2}};
  TwoWayTable stormy{{1, 101.1, -49}, {2, 102.1, -47.8}};
  const auto expected = fit_two_way(steady);
  const auto fit = fit_two_way(stormy);
  EXPECT_NEAR(fit.effects[1], expected.effects[1], 1e-12);
  EXPECT_NEAR(fit.residual_variance, expected.residual_variance, 1e-12);
}

TEST(TwoWayFit, LearnsNothingFromARoundWithOneValue) {
  const auto expected = fit_two_way({{1, 1.1, 1}, {2, 2.1, 2.2}});
  const auto fit = fit_two_way({{1, 1.1, 1, 7, kNone}, {2, 2.1, 2.2, kNone, kNone}});
  EXPECT_NEAR(fit.effects[0], expected.effects[0], 1e-12);
  EXPECT_EQ(fit.residual_df, expected.residual_df);
  EXPECT_NEAR(fit.residual_variance, expected.residual_variance, 1e-12);
}

TEST(TwoWayFit, ComparesOverAThirdGroup) {
  const TwoWayTable chain{{1, kNone, 1, kNone}, {2, 2, 2, 2.5}, {kNone, 5, kNone, 5.5}};
  EXPECT_TRUE(is_connected(chain));
  const auto fit = fit_two_way(chain);
  EXPECT_NEAR(fit.effects[2] - fit.effects[0], 4, 1e-12);
}

std::string refusal(const TwoWayTable& table) {
  try {
    fit_two_way(table);
  } catch (const Error& error) {
    return error.render();
  }
  return "";
}

TEST(TwoWayFit, RefusesWhatCannotBeCompared) {
  const TwoWayTable apart{{1, 2, kNone, kNone}, {kNone, kNone, 3, 4}};
  EXPECT_FALSE(is_connected(apart));
  EXPECT_EQ(refusal(apart),
            "error: some groups have no round in common, not even over others\n"
            "  hint: compare those that do");
  EXPECT_FALSE(is_connected({{1, 2}, {kNone, kNone}}));
  EXPECT_EQ(refusal({{1, 2, 3}}), "error: a comparison needs 2 groups, not 1");
  EXPECT_EQ(refusal({{1, 2, 3}, {1, 2}}), "error: groups differ in their number of rounds");
  EXPECT_EQ(refusal({{1}, {2}, {3}}),
            "error: there are too few rounds to tell noise from difference\n"
            "  hint: measure more");
}

}  // namespace
}  // namespace pacer
