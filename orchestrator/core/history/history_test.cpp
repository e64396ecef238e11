#include "core/history/history.h"

#include <gtest/gtest.h>

#include <cmath>
#include <deque>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "tests/samples.h"

namespace pacer {
namespace {

constexpr int kRounds = 8;

struct DayRun {
  RunRecord record;
  std::vector<Sample> samples;
};

/// A run of some day whose trials vary by a percent or two.
DayRun run_on(int day, double throughput_rps, int rounds = kRounds) {
  DayRun run{testing::run_of({"go-http"}, rounds), {}};
  run.record.id = "run-" + std::to_string(day);
  run.record.started_at = "2026-01-0" + std::to_string(day) + "T03:04:05Z";
  for (int round = 1; round <= rounds; ++round) {
    const double noise = 1 + 0.01 * std::sin(round * 2.3 + day);
    run.samples.push_back(testing::measured("go-http", throughput_rps * noise, round));
    run.samples.push_back(testing::measured(kCeilingName, 1e5 * noise, round));
  }
  return run;
}

History history(const std::deque<DayRun>& runs) {
  std::vector<MeasuredRun> views;
  for (const auto& run : runs) views.push_back({run.record, run.samples});
  return history_of("go-http", views);
}

std::deque<DayRun> four() {
  std::deque<DayRun> runs{run_on(3, 45'000), run_on(1, 50'000), run_on(2, 50'200),
                          run_on(4, 45'000)};
  runs.back().record.settings.connections = 128;
  for (auto& sample : runs.back().samples) sample.trial.settings.connections = 128;
  return runs;
}

TEST(History, IsInOrderAndTellsChangeFromNoise) {
  const auto found = history(four());
  ASSERT_EQ(found.entries.size(), 4u);
  EXPECT_EQ(found.entries[0].run, "run-1");
  EXPECT_FALSE(is_beyond_noise(found.entries[0].throughput.change));
  EXPECT_FALSE(is_beyond_noise(found.entries[1].throughput.change)) << "0.4 % is noise here";
  EXPECT_TRUE(found.entries[1].throughput.change.ratio);
  EXPECT_TRUE(is_beyond_noise(found.entries[2].throughput.change));
  EXPECT_EQ(found.entries[2].throughput.change.change, Change::kRegressed);
  EXPECT_EQ(found.entries[2].cost.change.change, Change::kRegressed);
}

TEST(History, OtherSettingsAreNotSetAgainstEachOther) {
  const auto found = history(four());
  EXPECT_EQ(found.entries[3].apart, std::vector<std::string>{"other connections: 64, then 128"});
  EXPECT_EQ(found.entries[3].throughput.change.ratio, std::nullopt);
}

TEST(History, SkipsARunThatCannotBeComparedToFindOneThatCan) {
  auto runs = four();
  runs.push_back(run_on(5, 50'000));
  const auto found = history(runs);
  EXPECT_EQ(found.entries[4].apart.size(), 1u);
  EXPECT_EQ(found.entries[4].throughput.change.change, Change::kBetter);
}

TEST(History, OneRoundHasNoNoiseFloor) {
  const auto found = history({run_on(1, 50'000, 1), run_on(2, 50'000)});
  EXPECT_EQ(found.entries[0].throughput.noise_floor, std::nullopt);
  ASSERT_TRUE(found.entries[1].throughput.noise_floor);
  EXPECT_GT(*found.entries[1].throughput.noise_floor, 1.005);
  EXPECT_LT(*found.entries[1].throughput.noise_floor, 1.02);
  EXPECT_FALSE(is_beyond_noise(found.entries[1].throughput.change));
}

TEST(History, IsThatOfOneMachine) {
  std::deque<DayRun> runs{run_on(1, 50'000), run_on(2, 50'000)};
  runs.front().record.environment.machine.value = "Xeon";
  const auto found = history(runs);
  EXPECT_EQ(found.entries.size(), 1u);
  EXPECT_EQ(found.other_machines, 1);
}

TEST(History, OfWhatWasNeverMeasuredIsRefused) {
  try {
    history({});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.render(),
              "error: no stored run has measured go-http\n"
              "  hint: `pacer run go-http` makes one");
  }
}

TEST(HistoryText, IsThis) {
  auto runs = four();
  EXPECT_EQ(history_text(history(runs)),
            R"(go-http on AMD EPYC 7B13, 2 CPUs, 7.8 GiB, KVM

date, UTC         version    req/s             CPU/req
Pacer             rounds     noise     change    noise     change
2026-01-01 03:04  1.2.3     49,944          —  18.0 us          —
4f2a91c           8        ± 0.8 %             ± 0.8 %
2026-01-02 03:04  1.2.3     50,255          ~  17.9 us          ~
4f2a91c           8        ± 0.8 %             ± 0.8 %
2026-01-03 03:04  1.2.3     44,975    -10.3 %  20.0 us    +11.5 %
4f2a91c           8        ± 0.8 %  regressed  ± 0.8 %  regressed
2026-01-04 03:04  1.2.3     45,050          —  20.0 us          —
4f2a91c           8        ± 0.8 %             ± 0.8 %

2026-01-04 03:04: not comparable with the run before: other connections: 64,
then 128

Change: against the newest run before that can be compared; ~ is within the
noise, — cannot be told. Noise: the smallest difference that two such runs can
show.
)");
}

TEST(HistoryJson, IsWhatItsSchemaSays) {
  std::ifstream file(std::string(PACER_ROOT) + "/docs/history.schema.json");
  const auto schema = nlohmann::json::parse(file);
  const auto json = nlohmann::json::parse(history_json(history(four())));
  const auto expect_fields = [](const nlohmann::json& object, const nlohmann::json& wanted) {
    for (const auto& [key, value] : object.items()) {
      EXPECT_TRUE(wanted.at("properties").contains(key)) << key << " is not in the schema";
    }
    for (const auto& key : wanted.at("required")) {
      EXPECT_TRUE(object.contains(key.get<std::string>())) << key << " is missing";
    }
  };
  expect_fields(json, schema);
  for (const auto& entry : json["entries"]) {
    expect_fields(entry, schema.at("definitions").at("entry"));
    expect_fields(entry["throughput_rps"], schema.at("definitions").at("figure"));
  }
  EXPECT_EQ(json["entries"][2]["throughput_rps"]["beyond_noise"], true);
  EXPECT_TRUE(json["entries"][0]["throughput_rps"]["beyond_noise"].is_null());
}

}  // namespace
}  // namespace pacer
