#include "core/judge/latency.h"

#include <gtest/gtest.h>

namespace pacer {
namespace {

PacerLoadResult healthy() {
  PacerLoadResult result;
  result.right = result.load.requests = 3000;
  result.latency_us = {100, 150, 200, 900, 2000, 3000, 120, 3100};
  result.histogram = "HISTx";
  result.open_loop = {1000, 3000, 3000, true, false, 80};
  return result;
}

TEST(JudgeLatency, PercentilesNeedTenSamplesBeyondThem) {
  const auto found = judge_latency(healthy());
  EXPECT_TRUE(found.reasons.empty());
  EXPECT_TRUE(found.notes.empty());
  EXPECT_EQ(found.latency.rate_per_s, 1000);
  EXPECT_TRUE(found.latency.sustained);
  // 3 of 3,000 lie beyond p99.9.
  EXPECT_EQ(found.latency.latency_us,
            (std::map<std::string, double>{
                {"max", 3100}, {"mean", 120}, {"p50", 100}, {"p90", 200}, {"p99", 900}}));
  auto just = healthy();
  just.right = just.open_loop->scheduled = 1000;
  EXPECT_TRUE(judge_latency(just).latency.latency_us.contains("p99"));
  just.right = just.open_loop->scheduled = 999;
  EXPECT_FALSE(judge_latency(just).latency.latency_us.contains("p99"));
}

TEST(JudgeLatency, WhatWasNotSustainedHasNoFigure) {
  auto seen = healthy();
  seen.open_loop->sent = 2000;
  seen.open_loop->valid = false;
  const auto found = judge_latency(seen);
  EXPECT_TRUE(found.latency.latency_us.empty());
  EXPECT_FALSE(found.latency.sustained);
  ASSERT_EQ(found.notes.size(), 1u);
  EXPECT_EQ(found.notes[0].code, "not-sustained-1000");
  EXPECT_EQ(found.notes[0].text,
            "1000 requests/s was not sustained: of 3000 requests 2000 were sent in time and 3000 "
            "answered");
  auto unanswered = healthy();
  unanswered.right = 2969;
  EXPECT_FALSE(judge_latency(unanswered).latency.sustained);
  unanswered.right = 2970;
  EXPECT_TRUE(judge_latency(unanswered).latency.sustained);
}

TEST(JudgeLatency, LostRequestsAreSaid) {
  auto seen = healthy();
  seen.load.errors.read = 2;
  seen.load.errors.timeout = 1;
  const auto found = judge_latency(seen);
  ASSERT_EQ(found.notes.size(), 1u);
  EXPECT_EQ(found.notes[0].text,
            "3 requests at 1000 requests/s got no answer: they are missing from the percentiles");
}

TEST(JudgeLatency, ALateClientIsSaid) {
  auto seen = healthy();
  seen.open_loop->upper_bound = true;
  seen.open_loop->lag_p99_us = 450;
  const auto found = judge_latency(seen);
  EXPECT_EQ(found.latency.latency_us.at("p99"), 900);
  ASSERT_EQ(found.notes.size(), 1u);
  EXPECT_EQ(found.notes[0].text,
            "p99 at 1000 requests/s is an upper bound: the client itself was up to 0.45 ms late");
}

TEST(JudgeLatency, AShareOfTheCapacityIsCalledSo) {
  auto seen = healthy();
  seen.open_loop->rate_per_s = 14'302;
  EXPECT_EQ(judge_latency(seen, 70).latency.capacity_percent, 70);
  EXPECT_FALSE(judge_latency(seen).latency.capacity_percent);
  seen.open_loop->valid = false;
  const auto found = judge_latency(seen, 70);
  ASSERT_EQ(found.notes.size(), 1u);
  EXPECT_EQ(found.notes[0].code, "not-sustained-70-percent") << "the same in every trial";
  EXPECT_EQ(found.notes[0].text,
            "70 % of own capacity (14302 requests/s) was not sustained: of 3000 requests 3000 were "
            "sent in time and 3000 answered");
}

TEST(RateOfCapacity, IsThatShare) {
  EXPECT_EQ(rate_of_capacity(10'000, 70), 7000);
  EXPECT_EQ(rate_of_capacity(0.5, 70), 1);
  EXPECT_EQ(rate_of_capacity(1e12, 100), 10'000'000);
}

TEST(JudgeLatency, WrongAnswersAreInvalid) {
  auto seen = healthy();
  seen.load.errors.body = 2;
  seen.load.errors.status = 1;
  EXPECT_EQ(judge_latency(seen).reasons,
            (std::vector<std::string>{"3 of 3000 answers at 1000 requests/s were wrong"}));
  seen.load.errors = {};
  EXPECT_TRUE(judge_latency(seen).reasons.empty());
}

}  // namespace
}  // namespace pacer
