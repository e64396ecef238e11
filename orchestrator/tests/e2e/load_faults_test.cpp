#include <gtest/gtest.h>
#include <sys/stat.h>

#include "cases.h"

namespace pacer::e2e {
namespace {

/// The warm-up lasts one second, the measured load two; so these lie in the middle of each.
constexpr const char* kInWarmup = "0.4";
constexpr const char* kInLoad = "1.9";
const Words kTwoSeconds{"--duration", "2s"};

Framework striking(const std::string& strike, const char* at_s) {
  auto name = strike;
  std::replace(name.begin(), name.end(), '_', '-');
  return {name, "strikes", {{"STRIKE", strike}, {"STRIKE_AT_S", at_s}}};
}

TEST(LoadFaults, InTheWarmUp) {
  run_cases({
      {striking("exits", kInWarmup), "failed", "warm", {"server died during the warm-up (exit 3)"}},
      {striking("crashes", kInWarmup),
       "failed",
       "warm",
       {"server died during the warm-up (killed by SIGSEGV)"}},
      {striking("hangs", kInWarmup), "failed", "warm", {"server hung during the warm-up"}},
      {striking("fails", kInWarmup),
       "invalid",
       "",
       {"wrong answers during the warm-up", "status 500, expected 200"}},
      {striking("lies", kInWarmup),
       "invalid",
       "",
       {"wrong answers during the warm-up", "body 'Hello, Wor1d!'"}},
      {striking("shuts", kInWarmup), "failed", "warm", {"connection closed without an answer"}},
  });
}

TEST(LoadFaults, DeathInTheMeasuredLoad) {
  run_cases(
      {
          {striking("exits", kInLoad),
           "failed",
           "measure",
           {"server died during the run (exit 3)"}},
          {striking("crashes", kInLoad),
           "failed",
           "measure",
           {"server died during the run (killed by SIGSEGV)"}},
          {striking("hangs", kInLoad), "failed", "check", {"server hung during the run"}},
          {striking("shuts", kInLoad),
           "failed",
           "check",
           {"no right answer after the run: connection closed without an answer"}},
          {striking("hangs_for_some", kInLoad), "invalid", "", {"connections hung"}},
      },
      kTwoSeconds);
}

TEST(LoadFaults, WrongAnswersInTheMeasuredLoad) {
  run_cases(
      {
          {striking("fails", kInLoad), "failed", "check", {"status 500, expected 200"}},
          {striking("redirects", kInLoad), "failed", "check", {"status 302"}},
          {striking("lies", kInLoad), "failed", "check", {"body 'Hello, Wor1d!'"}},
          {striking("lies_sometimes", kInLoad),
           "invalid",
           "",
           {"wrong answers under load", "body 'Hello, Wor1d!'"}},
          {striking("lies_to_crowds", kInLoad),
           "invalid",
           "",
           {"wrong answers under load", "body 'Hello, Wor1d!'"}},
          {striking("grows", kInLoad),
           "invalid",
           "",
           {"answers under load differ from the verified ones"}},
      },
      kTwoSeconds);
}

TEST(LoadFaults, AStallIsANoteWithItsLength) {
  Workspace workspace;
  workspace.add(striking("stalls", kInLoad));
  const auto run = workspace.pacer(run_words(workspace, {"stalls"}, {"--duration", "3s"}));
  EXPECT_EQ(run.end.code, 0) << run.err;
  const auto sample = sample_of(workspace, "stalls");
  EXPECT_EQ(sample.at("outcome"), "measured");
  double stalled_s = 0;
  const auto note = note_of(sample, "stall");
  EXPECT_EQ(std::sscanf(note.c_str(), "stalled for %lf s", &stalled_s), 1) << sample;
  EXPECT_GE(stalled_s, 0.9);
  EXPECT_LE(stalled_s, 1.5);
}

TEST(LoadFaults, ConnectionsWithoutServiceAreNoResult) {
  run_cases({
      {{"serves-4", "serves_few", {{"MOST", "4"}}},
       "failed",
       "warm",
       {"no request of the warm-up was answered"}},
      {{"serves-8", "serves_few", {{"MOST", "8"}}},
       "invalid",
       "",
       {"4 of 8 connections were never served"}},
      {{"serves-all", "serves_few", {{"MOST", "16"}}}, "measured"},
  });
}

TEST(LoadFaults, ARestartedWorkerLowersTheBadge) {
  Workspace workspace;
  workspace.add({"restarts", "restarts_worker", {{"STRIKE_AT_S", kInLoad}}});
  workspace.pacer(run_words(workspace, {"restarts"}, kTwoSeconds));
  const auto sample = sample_of(workspace, "restarts");
  EXPECT_EQ(sample.at("outcome"), "measured") << sample;
  EXPECT_NE(note_of(sample, "processes"), "") << sample;
  EXPECT_EQ(sample.at("badge"), "client");
}

TEST(LoadFaults, AFloodIsMeasuredAndItsLogKeptSmall) {
  Workspace workspace;
  const std::vector<Case> cases{{{"flood", "floods"}, "measured"}};
  add_all(workspace, cases);
  check_cases(workspace, workspace.pacer(run_words(workspace, {"flood"})), cases);
  struct stat log {};
  ASSERT_EQ(stat((workspace.trial_folder("flood") / "server.stderr").c_str(), &log), 0);
  EXPECT_GT(log.st_size, 12 << 20) << "the flood was too small to prove anything";
  EXPECT_LE(log.st_blocks * 512, 12 << 20);
}

}  // namespace
}  // namespace pacer::e2e
