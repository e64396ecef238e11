#include "core/judge/warming.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace pacer {
namespace {

/// 1,000 answers a second from 50.25 s on, and CPU time read every 0.1 s from 50 s on: `cost_s` of
/// a second is spent evenly in it.
struct Load {
  LoadResult result;
  std::vector<CpuReading> track;
};

Load costing(const std::vector<double>& cost_s) {
  Load load;
  load.result.started_us = 50'250'000;
  load.result.right_by_second.assign(cost_s.size(), 1000);
  const auto spent = [&](double since_start_s) {
    double sum = 0;
    for (std::size_t i = 0; i < cost_s.size(); ++i) {
      sum += cost_s[i] * std::clamp(since_start_s - static_cast<double>(i), 0.0, 1.0);
    }
    return sum;
  };
  const int ticks = static_cast<int>(cost_s.size()) * 10 + 6;
  for (int i = 0; i <= ticks; ++i) {
    const double at_s = 50 + i * 0.1;
    load.track.push_back({at_s, 7 + spent(at_s - 50.25)});
  }
  return load;
}

std::string note_of(const Load& load) {
  const auto note = warming(load.result, load.track);
  return note ? note->code + ": " + note->text : "none";
}

TEST(Warming, SecondsAreTheClientsOwn) {
  const auto load = costing({0.8, 0.8, 0.4});
  const auto cost = cost_by_second(load.result, load.track);
  ASSERT_EQ(cost.seconds, (std::vector<double>{0, 1, 2}));
  // The border between unequal seconds falls between two readings.
  EXPECT_NEAR(cost.cpu_s_per_request[0], 0.0008, 2e-5);
  EXPECT_NEAR(cost.cpu_s_per_request[2], 0.0004, 2e-5);
}

TEST(Warming, AFallingCostIsStillWarming) {
  EXPECT_EQ(note_of(costing({0.9, 0.8, 0.7, 0.65, 0.6})),
            "still-warming: still warming: CPU/req fell by 33 % during the load");
}

TEST(Warming, OneOfFiveSecondsMayStandOutOfOrder) {
  EXPECT_EQ(note_of(costing({0.9, 0.7, 0.55, 0.6, 0.35})),
            "still-warming: still warming: CPU/req fell by 60 % during the load");
  EXPECT_EQ(note_of(costing({0.9, 0.55, 0.7, 0.35, 0.6})), "none") << "two of them";
  EXPECT_EQ(note_of(costing({0.35, 0.6, 0.55, 0.7, 0.9})), "none") << "nobody expects a rise";
}

TEST(Warming, ARisingCostIsSlowing) {
  EXPECT_EQ(note_of(costing({0.5, 0.6, 0.7, 0.8, 0.9})),
            "slowing: slowing: CPU/req rose by 78 % during the load");
}

TEST(Warming, ASteadyServerHasNoNote) {
  EXPECT_EQ(note_of(costing({0.8, 0.8, 0.8, 0.8, 0.8})), "none");
  EXPECT_EQ(note_of(costing({0.8, 0.9, 0.7, 0.85, 0.75, 0.8})), "none") << "noise";
  EXPECT_EQ(note_of(costing({0.82, 0.81, 0.8, 0.79, 0.785})), "none") << "under 5 %";
}

TEST(Warming, WhatIsNotKnownIsNotJudged) {
  EXPECT_EQ(note_of(costing({0.9, 0.5, 0.3, 0.2})), "none") << "too few seconds";
  auto load = costing({0.9, 0.8, 0.7, 0.65, 0.6});
  const auto whole = load;
  load.track.clear();
  EXPECT_EQ(note_of(load), "none") << "no readings";
  load = whole;
  load.result.right_by_second.clear();
  EXPECT_EQ(note_of(load), "none") << "no counts by second";
  load = whole;
  load.result.right_by_second[2] = 0;
  EXPECT_EQ(cost_by_second(load.result, load.track).seconds, (std::vector<double>{0, 1, 3, 4}));
}

}  // namespace
}  // namespace pacer
