#include "core/stats/two_samples.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"

namespace pacer {
namespace {

const std::vector<double> kA{103.1, 98.4, 110.2, 105.5, 99.9, 121.3};
const std::vector<double> kB{88.7, 97.2, 101.8, 92.4, 95.0, 90.1, 94.6};
const std::vector<double> kC{45.04, 51.5,  57.5,  43.36, 56.78, 54.93,
                             55.54, 68.26, 42.79, 70.35, 47.04, 43.54};
const std::vector<double> kD{52.29, 63.47, 62.2, 56.74, 49.87, 53, 77.08, 62.8, 53.75, 49.98};

// R's wilcox.test(exact = TRUE): Rscript orchestrator/tests/reference/stats.R
TEST(MannWhitney, HasTheProbabilitiesOfR) {
  EXPECT_NEAR(mann_whitney_p(kA, kB), 0.004662004662, 1e-12);
  EXPECT_NEAR(mann_whitney_p(kB, kA), 0.004662004662, 1e-12);
  EXPECT_NEAR(mann_whitney_p(kC, kD), 0.254302972569, 1e-12);
}

// All 462 divisions of the ranks: python3 orchestrator/tests/reference/stats.py
TEST(MannWhitney, IsExactWithEqualValues) {
  EXPECT_NEAR(mann_whitney_p({1, 2, 2, 3, 5}, {2, 3, 4, 4, 5, 6}), 0.16883116883116883, 1e-12);
  EXPECT_EQ(mann_whitney_p({7, 7}, {7, 7, 7}), 1);
}

// Three against three can be divided in 20 ways: complete separation has probability 2 / 20.
TEST(MannWhitney, CannotBeSurerThanTheNumberOfWays) {
  EXPECT_DOUBLE_EQ(mann_whitney_p({1, 2, 3}, {4, 5, 6}), 0.1);
  EXPECT_EQ(mann_whitney_p({1}, {2}), 1);
}

TEST(MannWhitney, BearsAHundredValues) {
  std::vector<double> a;
  std::vector<double> b;
  for (int i = 0; i < 50; ++i) {
    a.push_back(2 * i);
    b.push_back(2 * i + 1);
  }
  const double p = mann_whitney_p(a, b);
  EXPECT_GT(p, 0.8);
  EXPECT_LE(p, 1);
}

TEST(ProbabilityOfSuperiority, CountsEqualValuesHalf) {
  EXPECT_EQ(probability_of_superiority({4, 5}, {1, 2, 3}), 1);
  EXPECT_EQ(probability_of_superiority({1, 2}, {4, 5}), 0);
  EXPECT_EQ(probability_of_superiority({1, 2, 3}, {1, 2, 3}), 0.5);
  // SciPy's mannwhitneyu statistic over 30 pairs.
  EXPECT_NEAR(probability_of_superiority({1, 2, 2, 3, 5}, {2, 3, 4, 4, 5, 6}), 0.23333333333333334,
              1e-12);
}

void expect_estimate(const RatioEstimate& estimate, double ratio, double low, double high) {
  EXPECT_NEAR(estimate.ratio, ratio, 1e-9);
  EXPECT_NEAR(estimate.low, low, 1e-9);
  EXPECT_NEAR(estimate.high, high, 1e-9);
}

// R's wilcox.test(conf.int = TRUE) of the logarithms.
TEST(HodgesLehmann, HasTheEstimatesOfR) {
  expect_estimate(hodges_lehmann_ratio(kA, kB, 0.95), 1.112871674929, 1.036345776031,
                  1.242390078918);
  expect_estimate(hodges_lehmann_ratio(kA, kB, 0.99), 1.112871674929, 1.012770137525,
                  1.282241014799);
  expect_estimate(hodges_lehmann_ratio(kC, kD, 0.95), 0.893760568570, 0.796093023256,
                  1.071320754717);
}

TEST(HodgesLehmann, OfTooFewValuesHasNoBounds) {
  const auto estimate = hodges_lehmann_ratio({1, 2, 3}, {4, 5, 6}, 0.95);
  EXPECT_NEAR(estimate.ratio, 0.4, 1e-12);
  EXPECT_EQ(estimate.low, 0);
  EXPECT_TRUE(std::isinf(estimate.high));
  const auto at_90 = hodges_lehmann_ratio({1, 2, 3}, {4, 5, 6}, 0.9);
  EXPECT_NEAR(at_90.low, 1.0 / 6, 1e-12);
  EXPECT_NEAR(at_90.high, 3.0 / 4, 1e-12);
}

// R's p.adjust(method = "holm")
TEST(Holm, AdjustsAsR) {
  const auto adjusted = holm_adjusted({.01, .04, .03, .005, .5, .02});
  const std::vector<double> expected{0.05, 0.09, 0.09, 0.03, 0.5, 0.08};
  ASSERT_EQ(adjusted.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(adjusted[i], expected[i], 1e-12);
  EXPECT_EQ(holm_adjusted({0.7, 0.6}), (std::vector<double>{1, 1}));
  EXPECT_TRUE(holm_adjusted({}).empty());
}

template <class Call>
std::string refusal(const Call& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.render();
  }
  return "";
}

TEST(TwoSamples, RefuseWhatCannotBeCompared) {
  const std::string nothing = "error: there is nothing to compare with no values";
  EXPECT_EQ(refusal([] { mann_whitney_p({}, {1}); }), nothing);
  EXPECT_EQ(refusal([] { probability_of_superiority({1}, {}); }), nothing);
  EXPECT_EQ(refusal([] { hodges_lehmann_ratio({1}, {}, 0.95); }), nothing);
  EXPECT_EQ(refusal([] {
              hodges_lehmann_ratio({1, 2}, {3, 0}, 0.95);
            }),
            "error: a ratio needs positive values, not 0");
  EXPECT_EQ(refusal([] { hodges_lehmann_ratio({1}, {2}, 95); }),
            "error: a confidence must be over 0 and under 1, not 95");
}

}  // namespace
}  // namespace pacer
