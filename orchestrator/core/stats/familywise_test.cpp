// Whether the promises of the table hold: campaigns are made up with noise of known kinds, compared
// as real ones are, and counted. Everything is seeded, so a failure is a change of the method.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <random>

#include "core/plan/rounds.h"
#include "core/stats/looks.h"
#include "core/stats/median.h"
#include "core/stats/pairwise.h"

namespace pacer {
namespace {

constexpr int kFrameworks = 10;
constexpr int kRounds = 10;
constexpr int kCampaigns = 2000;
constexpr double kDeviation = 0.1;  ///< of a fresh process, as on a shared machine

/// Standard normal numbers, the same with every library (G. E. P. Box and M. E. Muller, A note on
/// the generation of random normal deviates, Annals of Mathematical Statistics 29, 1958, 610-611).
class Normal {
 public:
  explicit Normal(std::uint64_t seed) : engine_(seed) {}

  double operator()() {
    const double radius = std::sqrt(-2 * std::log(uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
  }

  double uniform() { return (static_cast<double>(engine_() >> 11) + 0.5) * 0x1p-53; }

 private:
  std::mt19937_64 engine_;
};

/// The logarithm of one trial's error: `trial` counts from 0 in the order of running.
using Noise = std::function<double(Normal& normal, int framework, int trial)>;

struct Scenario {
  const char* name;
  std::function<Noise()> make;  ///< a campaign's own noise, with its own memory
  int one_missing_in = 0;       ///< one trial in so many fails; 0: none
};

Noise independent() {
  return [](Normal& normal, int, int) { return kDeviation * normal(); };
}

/// Each trial resembles the one before, whichever framework that was: noise of the machine.
Noise autocorrelated() {
  return [state = 0.0](Normal& normal, int, int) mutable {
    constexpr double kCorrelation = 0.8;
    state = kCorrelation * state + std::sqrt(1 - kCorrelation * kCorrelation) * normal();
    return kDeviation * state;
  };
}

/// The machine slows down by 40 % during the campaign.
Noise drifting() {
  return [](Normal& normal, int, int trial) {
    return kDeviation * normal() - 0.5 * trial / (kFrameworks * kRounds);
  };
}

/// Deviations from a third to nearly two times the average.
Noise unequal() {
  return [](Normal& normal, int framework, int) {
    return kDeviation * (0.35 + 0.15 * framework) * normal();
  };
}

/// One framework varies three times as much as the others.
Noise one_unsteady() {
  return [](Normal& normal, int framework, int) {
    return kDeviation * (framework == 7 ? 3 : 1) * normal();
  };
}

const std::vector<Scenario>& scenarios() {
  static const std::vector<Scenario> all{
      {"independent", independent}, {"autocorrelated", autocorrelated}, {"drifting", drifting},
      {"unequal", unequal},         {"one_unsteady", one_unsteady},     {"gaps", unequal, 10}};
  return all;
}

/// Logarithms of a campaign in which all frameworks are equally fast.
TwoWayTable campaign(const Scenario& scenario, std::uint64_t seed, int rounds = kRounds) {
  Normal normal(seed);
  const auto noise = scenario.make();
  TwoWayTable table(kFrameworks);
  for (auto& row : table) row.resize(static_cast<std::size_t>(rounds));
  int trial = 0;
  std::size_t round = 0;
  for (const auto& order : round_orders(kFrameworks, rounds, seed)) {
    for (const int framework : order) {
      auto& value = table[static_cast<std::size_t>(framework)][round];
      value = noise(normal, framework, trial++);
      if (scenario.one_missing_in > 0 && normal.uniform() * scenario.one_missing_in < 1) {
        value.reset();
      }
    }
    ++round;
  }
  return table;
}

StudentizedRange& range() {
  static StudentizedRange shared(kFrameworks, 0.95);
  return shared;
}

struct Errors {
  int different = 0;        ///< campaigns in which some pair of equals is called different
  int not_covered = 0;      ///< campaigns in which some interval misses the true ratio
  int by_common_noise = 0;  ///< the latter, had all intervals come from the fit's noise alone
  std::vector<double> floors;
};

bool misses(const PairRatio& pair) { return pair.low > 1 || pair.high < 1; }

bool tukey_alone_misses(const TwoWayFit& fit, const PairRatio& pair) {
  const double half = range().quantile(fit.residual_df) / std::numbers::sqrt2 *
                      standard_error(fit, pair.first, pair.second);
  return std::abs(std::log(pair.ratio)) > half;
}

// Adding to a framework's logarithms moves its effect and nothing else, so intervals that cover the
// truth where all are equal cover it everywhere: no other truth gives more errors. The permutation
// check is left out here, since it can only take differences away.
Errors count_errors(const Scenario& scenario, int campaigns) {
  Errors errors;
  for (int i = 0; i < campaigns; ++i) {
    const auto logs = campaign(scenario, static_cast<std::uint64_t>(i));
    const auto fit = fit_two_way(logs);
    const auto pairs = pairwise_ratios(logs, fit, range());
    const auto any = [&](const auto& predicate) {
      return std::any_of(pairs.begin(), pairs.end(), predicate) ? 1 : 0;
    };
    errors.different += any([](const PairRatio& pair) { return pair.differs; });
    errors.not_covered += any(misses);
    errors.by_common_noise +=
        any([&](const PairRatio& pair) { return tukey_alone_misses(fit, pair); });
    errors.floors.push_back(noise_floor(pairs));
  }
  return errors;
}

class Familywise : public ::testing::TestWithParam<Scenario> {};

TEST_P(Familywise, ErrsInAtMostSixPercentOfCampaigns) {
  const auto errors = count_errors(GetParam(), kCampaigns);
  RecordProperty("different", errors.different);
  RecordProperty("not_covered", errors.not_covered);
  RecordProperty("by_common_noise", errors.by_common_noise);
  EXPECT_LE(errors.different, kCampaigns * 0.06);
  EXPECT_LE(errors.not_covered, kCampaigns * 0.06);
}

/// The share of pairs told apart, in the whole procedure, when one framework after the other is
/// faster than the rest by `log_ratio`.
double power_at(const Scenario& scenario, double log_ratio) {
  constexpr int kCampaignsForPower = 800;
  int told_apart = 0;
  int pairs = 0;
  for (int i = 0; i < kCampaignsForPower; ++i) {
    const auto seed = static_cast<std::uint64_t>(kCampaigns + i);
    auto values = campaign(scenario, seed);
    const auto faster = static_cast<std::size_t>(i % kFrameworks);
    for (std::size_t framework = 0; framework < values.size(); ++framework) {
      for (auto& value : values[framework]) {
        value = std::exp(*value + (framework == faster ? log_ratio : 0));
      }
    }
    const auto result = compare_groups(values, {.permutations = 99, .seed = seed}, range());
    for (const auto& pair : result.pairs) {
      if (pair.first != faster && pair.second != faster) continue;
      ++pairs;
      const bool right_way = (pair.ratio > 1) == (pair.first == faster);
      told_apart += pair.differs && right_way ? 1 : 0;
    }
  }
  return static_cast<double>(told_apart) / pairs;
}

TEST_P(Familywise, SeesFourOfFiveDifferencesOfOneAndAHalfNoiseFloors) {
  std::vector<double> floors;
  for (int i = 0; i < 200; ++i) {
    const auto logs = campaign(GetParam(), static_cast<std::uint64_t>(i));
    floors.push_back(noise_floor(pairwise_ratios(logs, fit_two_way(logs), range())));
  }
  const double power = power_at(GetParam(), 1.5 * std::log(median(floors)));
  RecordProperty("power_percent", static_cast<int>(100 * power));
  EXPECT_GE(power, 0.8);
}

// What the pair's own noise is for: a single unsteady framework, and the intervals from the fit's
// noise alone are wrong three times as often as promised.
TEST(FamilywiseByCommonNoise, ErrsMoreThanPromised) {
  constexpr int kFewerCampaigns = 500;
  const auto errors = count_errors({"one_unsteady", one_unsteady}, kFewerCampaigns);
  EXPECT_GT(errors.by_common_noise, kFewerCampaigns * 0.12);
}

// Whoever looks four times has four chances to err.
TEST(FamilywiseOfLooks, KeepsThePromiseOverAllLooks) {
  StudentizedRange at_look(kFrameworks, 1 - alpha_of_one_look());
  constexpr int kFewerCampaigns = 1000;  // four fits each
  int wrong = 0;
  for (int i = 0; i < kFewerCampaigns; ++i) {
    const auto all = campaign({"unequal", unequal}, static_cast<std::uint64_t>(i), kLooks.back());
    const bool any = std::any_of(kLooks.begin(), kLooks.end(), [&](int rounds) {
      auto so_far = all;
      for (auto& row : so_far) row.resize(static_cast<std::size_t>(rounds));
      const auto pairs = pairwise_ratios(so_far, fit_two_way(so_far), at_look);
      return std::any_of(pairs.begin(), pairs.end(), misses);
    });
    wrong += any ? 1 : 0;
  }
  EXPECT_LE(wrong, kFewerCampaigns * 0.06);
  RecordProperty("not_covered", wrong);
}

std::string name_of(const ::testing::TestParamInfo<Scenario>& scenario) {
  return scenario.param.name;
}

INSTANTIATE_TEST_SUITE_P(Noise, Familywise, ::testing::ValuesIn(scenarios()), name_of);

}  // namespace
}  // namespace pacer
