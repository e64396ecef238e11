#include "core/stats/permutation.h"

#include <gtest/gtest.h>

#include <cmath>

namespace pacer {
namespace {

constexpr std::nullopt_t kNone = std::nullopt;
constexpr int kPermutations = 20'000;

/// Four standard errors of a probability estimated by so many permutations.
double tolerance(double p) { return 4 * std::sqrt(p * (1 - p) / kPermutations); }

// All 216 and all 48 permutations, each fitted anew: python3 orchestrator/tests/reference/stats.py

TEST(Permutation, FindsTheShareOfAllOrdersOfAFullTable) {
  const double exact = 18.0 / 216;
  const TwoWayTable table{{1.0, 1.3, 0.9}, {1.4, 1.5, 1.2}, {1.1, 1.35, 1.25}};
  EXPECT_NEAR(permutation_p(table, kPermutations, 1), exact, tolerance(exact));
}

TEST(Permutation, MovesOnlyMeasuredValues) {
  const double exact = 13.0 / 48;
  const TwoWayTable table{{1.0, 1.3, kNone, 1.2}, {1.2, 1.5, 1.1, kNone}, {kNone, 1.35, 1.2, 1.25}};
  EXPECT_NEAR(permutation_p(table, kPermutations, 1), exact, tolerance(exact));
}

TEST(Permutation, IsFixedByTheSeed) {
  const TwoWayTable table{{1.0, 1.3, 0.9}, {1.4, 1.5, 1.2}, {1.1, 1.35, 1.25}};
  EXPECT_EQ(permutation_p(table, 99, 5), permutation_p(table, 99, 5));
  EXPECT_NE(permutation_p(table, 999, 5), permutation_p(table, 999, 6));
}

TEST(Permutation, IsNeverZero) {
  TwoWayTable table(4);
  for (std::size_t group = 0; group < table.size(); ++group) {
    for (int round = 0; round < 12; ++round) {
      table[group].push_back(static_cast<double>(group) + 0.01 * ((round * 7) % 5));
    }
  }
  EXPECT_EQ(permutation_p(table, 999, 1), 1.0 / 1000);
}

TEST(Permutation, OfEqualValuesIsOne) {
  EXPECT_EQ(permutation_p({{1, 1, 1}, {1, 1, 1}, {1, 1, 1}}, 99, 1), 1);
}

}  // namespace
}  // namespace pacer
