#include "core/judge/count.h"

#include <gtest/gtest.h>

namespace pacer {
namespace {

/// Two workers, 16 requests for no page, 1,000 hellos.
Calibration exact() {
  Calibration seen;
  seen.before = {{10, 40}, {11, 5}};
  seen.after_missing = seen.before;
  seen.after = {{10, 640}, {11, 405}};
  seen.missing_asked = 16;
  seen.hellos_answered = 1000;
  return seen;
}

std::string note_text(const std::optional<Note>& note) {
  return note ? note->code + ": " + note->text : "none";
}

TEST(JudgeCalibration, AnExactCountOfAllWorkersStands) {
  const auto verdict = judge_calibration(exact());
  EXPECT_EQ(verdict.failed, "");
  EXPECT_EQ(note_text(verdict.note), "none");
}

TEST(JudgeCalibration, AnAnswerThatNoHandlerGaveFails) {
  auto seen = exact();
  seen.after[10] -= 1;
  EXPECT_EQ(judge_calibration(seen).failed,
            "GET /count rose by 999 for 1000 hello requests: the others were not answered by the "
            "handler");
}

TEST(JudgeCalibration, ACountOfMoreThanWasAskedProvesNothing) {
  auto seen = exact();
  seen.after[10] += 1;
  EXPECT_EQ(judge_calibration(seen).failed, "");
  EXPECT_EQ(note_text(judge_calibration(seen).note),
            "count-inexact: handlers not counted: GET /count rose by 1001 for 1000 hello requests");
  seen.hellos_uncertain = 1;  // it may have been the one whose connection closed
  EXPECT_EQ(note_text(judge_calibration(seen).note), "none");
}

TEST(JudgeCalibration, RequestsForOtherPathsMustNotCount) {
  auto seen = exact();
  seen.after_missing[11] += 16;
  seen.after[11] += 16;
  EXPECT_EQ(note_text(judge_calibration(seen).note),
            "count-inexact: handlers not counted: GET /count rose by 16 for 16 requests to a path "
            "that does not exist");
}

TEST(JudgeCalibration, CountsOfPartsOfAProcessProveNothing) {
  auto seen = exact();
  seen.agrees = false;
  seen.after[10] = 300;
  EXPECT_EQ(judge_calibration(seen).failed, "");
  EXPECT_EQ(note_text(judge_calibration(seen).note),
            "count-inexact: handlers not counted: GET /count gives different counts of one "
            "process (does asking for it count?)");
}

TEST(JudgeCalibration, ANewWorkerProvesNothing) {
  auto seen = exact();
  seen.after[12] = 3;
  seen.after.erase(11);
  EXPECT_EQ(judge_calibration(seen).failed, "");
  EXPECT_EQ(note_text(judge_calibration(seen).note),
            "count-processes: handlers not counted: processes that answer GET /count came or went "
            "before the load");
}

/// 10,000 answers, at most 64 requests without one.
const CountedLoad kLoad{"under load", 10'000, 64};

CountReading reading_of(std::uint64_t rise) {
  return {{{10, 700}, {11, 900}}, {{10, 700 + rise / 2}, {11, 900 + rise - rise / 2}}, false, ""};
}

TEST(JudgeCount, HandlersThatRanAsOftenAsAnswersCameAreProof) {
  for (const std::uint64_t rise : {10'000, 10'064}) {
    const auto verdict = judge_count(reading_of(rise), kLoad);
    EXPECT_TRUE(verdict.proven) << rise;
    EXPECT_EQ(verdict.invalid, "");
    EXPECT_EQ(note_text(verdict.note), "none");
  }
}

TEST(JudgeCount, OneAnswerThatNoHandlerGaveIsInvalid) {
  const auto verdict = judge_count(reading_of(9'999), kLoad);
  EXPECT_FALSE(verdict.proven);
  EXPECT_EQ(verdict.invalid,
            "1 of 10000 answers under load were not the handler's: GET /count rose by 9999");
}

TEST(JudgeCount, ACountThatFallsIsInvalid) {
  auto reading = reading_of(0);
  reading.after[10] = 0;
  EXPECT_EQ(judge_count(reading, kLoad).invalid,
            "10700 of 10000 answers under load were not the handler's: GET /count rose by -700");
}

TEST(JudgeCount, WorkersThatWereNotReachedMayHaveAnswered) {
  auto reading = reading_of(6'000);
  reading.unreached = true;
  const auto verdict = judge_count(reading, kLoad);
  EXPECT_FALSE(verdict.proven);
  EXPECT_EQ(verdict.invalid, "");
  EXPECT_EQ(note_text(verdict.note),
            "count-unreached: 4000 of 10000 answers under load came from processes that GET /count "
            "never reached");
  reading = reading_of(10'000);
  reading.unreached = true;  // it did something else
  EXPECT_TRUE(judge_count(reading, kLoad).proven);
}

TEST(JudgeCount, MoreRunsThanRequestsProveNothing) {
  const auto verdict = judge_count(reading_of(10'065), kLoad);
  EXPECT_FALSE(verdict.proven);
  EXPECT_EQ(verdict.invalid, "");
  EXPECT_EQ(note_text(verdict.note),
            "count-inexact: handlers not counted under load: GET /count rose by 10065 for 10000 "
            "answers, and only 64 more requests can have reached the handler");
  EXPECT_TRUE(judge_count(reading_of(10'065), {"in the warm-up", 10'000, {}}).proven);
}

TEST(JudgeCount, ARespawnedWorkerProvesNothing) {
  auto reading = reading_of(9'000);
  reading.after.erase(11);
  reading.after[12] = 50;
  EXPECT_EQ(judge_count(reading, kLoad).invalid, "");
  EXPECT_EQ(note_text(judge_count(reading, kLoad).note),
            "count-processes: handlers not counted: processes that answer GET /count came or went "
            "under load");
}

TEST(JudgeCount, SaysWhyThereIsNoCount) {
  auto reading = reading_of(10'000);
  reading.trouble = "GET /count: no answer in time";
  EXPECT_FALSE(judge_count(reading, kLoad).proven);
  EXPECT_EQ(note_text(judge_count(reading, kLoad).note),
            "count-unanswered: handlers not counted under load: GET /count: no answer in time");
}

}  // namespace
}  // namespace pacer
