#include "core/formats/cells.h"

#include <gtest/gtest.h>

#include "core/ranking/rank.h"
#include "tests/samples.h"

namespace pacer {
namespace {

using testing::measured;
using testing::run_of;
using testing::with_outcome;

using Cells = std::vector<std::string>;

Cells cells(const Ranking& ranking, const std::string& key) {
  for (const auto& column : printed_columns(ranking)) {
    if (column.key == key) return column.cells;
  }
  return {"no such column"};
}

Cells keys(const Ranking& ranking) {
  Cells list;
  for (const auto& column : printed_columns(ranking)) list.push_back(column.key);
  return list;
}

std::vector<Sample> rounds_of(int rounds, const std::vector<Sample>& samples) {
  std::vector<Sample> all;
  for (int round = 1; round <= rounds; ++round) {
    for (auto sample : samples) {
      sample.trial.round = round;
      all.push_back(std::move(sample));
    }
  }
  return all;
}

TEST(PrintedColumns, AreThoseOfTheDesign) {
  const auto samples = rounds_of(6, {measured(kCeilingName, 9), measured("a", 5)});
  EXPECT_EQ(keys(rank(run_of({"a"}, 6), samples)),
            (Cells{"rank", "framework", "version", "language", "verified_by", "throughput_rps",
                   "ceiling_ratio", "latency_mean_us", "transfer_bytes_per_s",
                   "server_cpu_us_per_request", "cost_rank", "memory_peak_bytes", "startup_ms",
                   "errors", "n"}));
}

TEST(PrintedColumns, LeaveOutWhatNoRowHas) {
  auto plain = measured("a", 5);
  plain.values = {{"throughput_rps", 5}, {"steal_share", 0.5}};
  EXPECT_EQ(keys(rank(run_of({"a"}), {plain})),
            (Cells{"framework", "version", "language", "verified_by", "throughput_rps", "n"}));
}

TEST(PrintedColumns, IntervalsStandBelowEachOther) {
  std::vector<Sample> samples;
  for (const double factor : {0.9, 1.0, 1.2}) {
    const int round = static_cast<int>(factor * 10);
    samples.push_back(measured("fast", 100000 * factor, round));
    samples.push_back(measured("slow", 1000 * factor, round));
    samples.push_back(measured(kCeilingName, 200000, round));
  }
  samples.push_back(measured("once", 50000, 99));
  const auto ranking = rank(run_of({"fast", "slow", "once"}, 3), samples);
  EXPECT_EQ(cells(ranking, "throughput_rps"),
            (Cells{"100,000 [90,000–120,000]", "50,000                 ", "1,000 [   900–  1,200]",
                   "200,000                 "}));
  EXPECT_EQ(cells(ranking, "ceiling_ratio"),
            (Cells{"50 % [ 45– 60]", "—          ", "0.5 % [0.4–0.6]", "100 %          "}));
}

TEST(PrintedColumns, ErrorsOfSomeTrialsShow) {
  auto samples = rounds_of(3, {measured("a", 5)});
  samples[1].values["errors"] = 250;
  EXPECT_EQ(cells(rank(run_of({"a"}, 3), samples), "errors"), (Cells{"0 [0–250]"}));
}

TEST(PrintedColumns, ValuesThatAreMissingAreNotZero) {
  auto without = measured("a", 5);
  without.values.erase("startup_ms");
  EXPECT_EQ(cells(rank(run_of({"a", "b"}), {without, measured("b", 4)}), "startup_ms"),
            (Cells{"—", "12.5 ms"}));
}

TEST(PrintedColumns, RowsWithoutRankHaveADash) {
  auto samples = rounds_of(6, {measured(kCeilingName, 9), measured("a", 5), measured("b", 4)});
  samples.back().outcome = Failed{};
  EXPECT_EQ(cells(rank(run_of({"a", "b"}, 6), samples), "rank"), (Cells{"1", "—", ""}));
  EXPECT_EQ(cells(rank(run_of({"a", "b"}, 6), samples), "n"), (Cells{"6/6", "5/6", "6/6"}));
}

TEST(PrintedColumns, VersionsCanBeJoined) {
  auto unversioned = measured("b", 4);
  unversioned.version = "";
  const auto columns =
      with_version_joined(printed_columns(rank(run_of({"a"}), {measured("a", 5), unversioned})));
  EXPECT_EQ(columns[0].cells, (Cells{"a@1.2.3", "b"}));
  EXPECT_EQ(columns[1].key, "language");
}

std::string said(const std::vector<PrintedNote>& notes) {
  std::string all;
  for (const auto& note : notes) all += note.who + ": " + note.text + "\n";
  return all;
}

TEST(PrintedNotes, WhatEveryRowCarriesStandsOnce) {
  const Note shared{"shared-cpus", "server and client share CPUs"};
  auto a = measured("a", 5);
  a.notes = {{"closes", "closes every 100 requests"}, shared};
  auto b = measured("b", 4);
  b.notes = {shared};
  auto ceiling = measured(kCeilingName, 9);
  ceiling.notes = {shared, {"steal", "6 % CPU steal"}};
  EXPECT_EQ(said(printed_notes(rank(run_of({"a", "b"}), {ceiling, a, b}), false)),
            "every row: server and client share CPUs\n"
            "a: closes every 100 requests\n"
            "pacer-ceiling: 6 % CPU steal\n");
  EXPECT_EQ(said(printed_notes(rank(run_of({"b"}), {b}), true)),
            "b: server and client share CPUs [shared-cpus]\n");
  EXPECT_EQ(said(printed_notes(rank(run_of({"c"}), {measured("c", 3)}), false)), "");
}

TEST(PrintedNotes, CountTheTrialsThatWereLost) {
  std::vector<Sample> samples{measured("a", 5, 1)};
  for (int round = 2; round <= 6; ++round) {
    samples.push_back(with_outcome("a", Invalid{{"wrong answers"}}, round));
  }
  EXPECT_EQ(said(printed_notes(rank(run_of({"a"}, 6), samples), false)),
            "a: round 2 invalid: wrong answers; round 3 invalid: wrong answers; round 4 invalid: "
            "wrong answers; 2 more trials were not measured\n");
}

std::string said(const Verdict& verdict) {
  auto text = verdict.who + "|" + verdict.outcome + "|" + verdict.reason + "|" + verdict.remedy +
              "|" + verdict.notes + (verdict.is_failure ? "|failure" : "");
  for (const auto& line : verdict.evidence) text += "|" + line;
  return text;
}

std::vector<std::string> verdicts(const Ranking& ranking) {
  std::vector<std::string> list;
  for (const auto& verdict : printed_verdicts(ranking)) list.push_back(said(verdict));
  return list;
}

TEST(PrintedVerdicts, SayWhyAndWhatToDo) {
  auto failed = with_outcome("f", Failed{Stage::kReady, "no answer", {"1", "2", "3", "4"}});
  failed.notes = {{"manifest", "8 workers"}, {"chunked", "chunked answers"}};
  EXPECT_EQ(verdicts(rank(run_of({"f", "i", "s", "n"}),
                          {failed, with_outcome("i", Invalid{{"one", "two"}}),
                           with_outcome("s", Skipped{"no jdk", "pacer setup jdk"}),
                           with_outcome(kCeilingName, Failed{Stage::kBuild, "exit 1", {}})})),
            (Cells{"pacer-ceiling@1.2.3|failed at build|exit 1|||failure",
                   "f@1.2.3|failed at ready|no answer||8 workers; chunked answers|failure|2|3|4",
                   "i@1.2.3|invalid|one; two|||failure", "s@1.2.3|skipped|no jdk|pacer setup jdk|",
                   "n||not run yet: interrupted|pacer run --resume 2026-01-02-quick|"}));
}

TEST(PrintedVerdicts, ThatAreTheSameStandTogether) {
  const Skipped no_jdk{"no jdk", "pacer setup jdk"};
  EXPECT_EQ(verdicts(rank(run_of({"a", "b", "c"}),
                          {with_outcome("c", no_jdk), with_outcome("b", Skipped{"no go", ""}),
                           with_outcome("a", no_jdk)})),
            (Cells{"a@1.2.3, c@1.2.3|skipped|no jdk|pacer setup jdk|", "b@1.2.3|skipped|no go||"}));
}

TEST(PrintedVerdicts, CountSeveralTrials) {
  EXPECT_EQ(
      verdicts(rank(run_of({"a"}, 2), {with_outcome("a", Failed{Stage::kStart, "exit 1", {}}, 1),
                                       with_outcome("a", Failed{Stage::kStart, "exit 2", {}}, 2)})),
      (Cells{"a@1.2.3|failed at start|exit 1 (0 of 2 trials valid)|||failure"}));
}

}  // namespace
}  // namespace pacer
