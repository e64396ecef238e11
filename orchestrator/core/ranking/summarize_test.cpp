#include "core/ranking/summarize.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "tests/samples.h"

namespace pacer {
namespace {

using testing::measured;
using testing::quick_settings;
using testing::with_outcome;

const Estimate& throughput(const Summary& summary) {
  return summary.estimates.at("throughput_rps");
}

std::string refusal(const std::vector<Sample>& samples) {
  try {
    summarize(samples);
  } catch (const Error& error) {
    return error.render();
  }
  return "nothing was refused";
}

TEST(Summarize, OneSummaryPerFrameworkInOrderOfAppearance) {
  const auto all = summarize({measured("b", 10, 1), measured("a", 20, 1), measured("b", 30, 2)});
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].framework, "b");
  EXPECT_EQ(all[0].n_valid, 2);
  EXPECT_EQ(all[1].framework, "a");
  EXPECT_EQ(all[1].version, "1.2.3");
  EXPECT_EQ(all[1].language, "go");
  EXPECT_EQ(all[1].runtime, "go 1.26.8");
  EXPECT_TRUE(summarize({}).empty());
}

TEST(Summarize, TakesMediansAndShowsTheRangeFromThreeTrialsOn) {
  const auto two = summarize({measured("a", 10, 1), measured("a", 30, 2)}).front();
  EXPECT_EQ(throughput(two).median, 20);
  EXPECT_EQ(throughput(two).n, 2);
  EXPECT_FALSE(throughput(two).low);
  EXPECT_FALSE(throughput(two).high);

  const auto three =
      summarize({measured("a", 10, 1), measured("a", 90, 2), measured("a", 30, 3)}).front();
  EXPECT_EQ(throughput(three).median, 30);
  EXPECT_EQ(throughput(three).low, 10);
  EXPECT_EQ(throughput(three).high, 90);
}

TEST(Summarize, OnlyMeasuredTrialsFeedTheEstimates) {
  auto invalid = measured("a", 1e9, 2);
  invalid.outcome = Invalid{{"another process answered"}};
  auto failed = measured("a", 2e9, 3);
  failed.outcome = Failed{Stage::kMeasure, "crashed", {}};
  const auto summary = summarize({measured("a", 10, 1), invalid, failed}).front();
  EXPECT_EQ(throughput(summary).median, 10);
  EXPECT_EQ(throughput(summary).n, 1);
  EXPECT_EQ(summary.n_valid, 1);
  EXPECT_EQ(summary.n_run, 3);
  EXPECT_TRUE(std::holds_alternative<Measured>(summary.worst));
  EXPECT_EQ(summary.trouble, (std::vector<std::string>{"round 2 invalid: another process answered",
                                                       "round 3 failed: measure: crashed"}));
}

TEST(Summarize, ImputesNothing) {
  auto without = measured("a", 10, 1);
  without.values.erase("startup_ms");
  auto broken = measured("a", 20, 2);
  broken.values["errors"] = NAN;
  const auto summary = summarize({without, broken, measured("a", 30, 3)}).front();
  EXPECT_EQ(summary.estimates.at("startup_ms").n, 2);
  EXPECT_FALSE(summary.estimates.at("startup_ms").low);
  EXPECT_EQ(summary.estimates.at("errors").n, 2);
  EXPECT_EQ(throughput(summary).n, 3);
  EXPECT_EQ(summary.estimates.count("batch_cycle_us"), 0u);
}

TEST(Summarize, TheBadgeIsTheLowestOfTheValidTrials) {
  auto bytes = measured("a", 10, 2);
  bytes.badge = Badge::kBytes;
  auto failed = with_outcome("a", Failed{}, 3);
  failed.badge = Badge::kClient;
  EXPECT_EQ(summarize({measured("a", 10, 1), bytes, failed}).front().badge, Badge::kBytes);
  EXPECT_EQ(summarize({failed, measured("a", 10, 1)}).front().badge, Badge::kHandler);
}

TEST(Summarize, UnitesNotesByCode) {
  auto first = measured("a", 10, 1);
  first.notes = {{"steal", "steal 7 %"}, {"chunked", "chunked answers"}};
  auto second = measured("a", 10, 2);
  second.notes = {{"chunked", "chunked answers, again"}};
  auto third = measured("a", 10, 3);
  third.notes = {{"chunked", "chunked"}, {"steal", "steal 9 %"}, {"steal", "steal 8 %"}};
  EXPECT_EQ(summarize({first, second, third}).front().notes,
            (std::vector<Note>{{"steal", "steal 7 % (2 of 3)"}, {"chunked", "chunked answers"}}));
  EXPECT_EQ(summarize({first}).front().notes, first.notes);
}

TEST(Summarize, ShowsTheFirstOfTheWorstOutcomesWhereNothingWasMeasured) {
  const auto skipped = with_outcome("a", Skipped{"no jdk", "pacer setup jdk"}, 1);
  const auto invalid = with_outcome("a", Invalid{{"wrong process"}}, 2);
  const auto failed = with_outcome("a", Failed{Stage::kReady, "no answer", {"log"}}, 3);
  const auto later = with_outcome("a", Failed{Stage::kStart, "exit 1", {}}, 4);
  const auto worst = [](const std::vector<Sample>& samples) {
    const auto summary = summarize(samples).front();
    return outcome_name(summary.worst) + " " + outcome_reason(summary.worst);
  };
  EXPECT_EQ(worst({skipped}), "skipped no jdk");
  EXPECT_EQ(worst({skipped, invalid}), "invalid wrong process");
  EXPECT_EQ(worst({skipped, failed, invalid, later}), "failed ready: no answer");
  EXPECT_EQ(worst({failed, measured("a", 1, 5)}), "measured ");
}

TEST(Summarize, RefusesDifferentSettingsOfOneFramework) {
  auto deeper = measured("go-http", 10, 2);
  deeper.trial.settings.pipeline = 16;
  EXPECT_EQ(refusal({measured("go-http", 10, 1), deeper}),
            "error: go-http: rounds 1 and 2 ran under different settings\n"
            "  hint: a table compares equal settings only: keep these samples in two runs");
}

TEST(Summarize, RefusesAMedianOverTwoVersions) {
  auto newer = measured("go-http", 10, 2);
  newer.version = "1.2.4";
  EXPECT_EQ(refusal({measured("go-http", 10, 1), newer}),
            "error: go-http: round 1 measured version 1.2.3, round 2 version 1.2.4\n"
            "  hint: a median over both would describe neither: keep them in two runs");
  newer.outcome = Failed{};
  EXPECT_EQ(refusal({newer, measured("go-http", 10, 1)}), "nothing was refused");
}

TEST(Summarize, HoldsEveryOpenLoopOfThePlan) {
  auto settings = quick_settings();
  settings.latency_rates = {1000, 5000};
  settings.latency_capacity_percent = 70;
  std::vector<Sample> samples;
  for (int round = 1; round <= 3; ++round) {
    auto sample = measured("a", 10'000, round, settings);
    LatencyAtRate at_1000{1000, 5000, 5000, true, round == 2, 50, {{"p99", 100.0 * round}}, "", {}};
    LatencyAtRate at_5000{5000, 9, 1, false, false, 50, {}, "", {}};
    LatencyAtRate own{7000 + round, 9, 9, true, false, 50, {{"p99", 900}}, "", 70};
    sample.latency = {at_1000, at_5000, own};
    samples.push_back(sample);
  }
  samples.push_back(with_outcome("a", Failed{Stage::kLatency, "x", {}}, 4, settings));
  const auto loops = summarize(samples).at(0).latency;
  ASSERT_EQ(loops.size(), 3U);
  EXPECT_EQ(loops[0].rate_per_s, 1000);
  EXPECT_EQ(loops[0].n, 3);
  EXPECT_EQ(loops[0].n_sustained, 3);
  EXPECT_TRUE(loops[0].upper_bound) << "in one of the trials";
  EXPECT_EQ(loops[0].latency_us.at("p99").median, 200);
  EXPECT_EQ(loops[0].latency_us.at("p99").high, 300);
  EXPECT_EQ(loops[1].n_sustained, 0);
  EXPECT_TRUE(loops[1].latency_us.empty());
  EXPECT_EQ(loops[2].capacity_percent, 70);
  EXPECT_FALSE(loops[2].rate_per_s);
  EXPECT_EQ(loops[2].rate.median, 7002);
  EXPECT_FALSE(loops[2].upper_bound);
}

}  // namespace
}  // namespace pacer
