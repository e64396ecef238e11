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
      failed(striking("exits", kInWarmup), "warm", {"server died during the warm-up (exit 3)"}),
      failed(striking("crashes", kInWarmup), "warm",
             {"server died during the warm-up (killed by SIGSEGV)"}),
      failed(striking("hangs", kInWarmup), "warm", {"server hung during the warm-up"}),
      invalid(striking("fails", kInWarmup),
              {"wrong answers during the warm-up", "status 500, expected 200"}),
      invalid(striking("lies", kInWarmup),
              {"wrong answers during the warm-up", "body 'Hello, Wor1d!'"}),
      failed(striking("shuts", kInWarmup), "warm", {"connection closed without an answer"}),
  });
}

TEST(LoadFaults, DeathInTheMeasuredLoad) {
  run_cases(
      {
          failed(striking("exits", kInLoad), "measure", {"server died during the run (exit 3)"}),
          failed(striking("crashes", kInLoad), "measure",
                 {"server died during the run (killed by SIGSEGV)"}),
          failed(striking("hangs", kInLoad), "check", {"server hung during the run"}),
          failed(striking("shuts", kInLoad), "check",
                 {"no right answer after the run: connection closed without an answer"}),
      },
      kTwoSeconds);
}

TEST(LoadFaults, WrongAnswersInTheMeasuredLoad) {
  run_cases(
      {
          failed(striking("fails", kInLoad), "check", {"status 500, expected 200"}),
          failed(striking("redirects", kInLoad), "check", {"status 302"}),
          failed(striking("lies", kInLoad), "check", {"body 'Hello, Wor1d!'"}),
          invalid(striking("lies_sometimes", kInLoad),
                  {"wrong answers under load", "body 'Hello, Wor1d!'"}),
          invalid(striking("lies_to_crowds", kInLoad),
                  {"wrong answers under load", "body 'Hello, Wor1d!'"}),
          invalid(striking("grows", kInLoad), {"answers under load differ from the verified ones"}),
      },
      kTwoSeconds);
}

/// Half of the connections fall silent for good, while the others and new ones are served; or all
/// of them for a while.
TEST(LoadFaults, ConnectionsThatHangAreNoResultAndAStallIsANote) {
  Workspace workspace;
  const std::vector<Case> cases{
      invalid(striking("hangs_for_some", kInLoad), {"of 8 connections hung"}),
      measured(striking("stalls", kInLoad), {"stall"}),
  };
  add_all(workspace, cases);
  const Words more{"--duration", "3s"};
  check_cases(workspace, workspace.pacer(run_words(workspace, workspace.names(), more)), cases);
  double stalled_s = 0;
  const auto note = note_of(sample_of(workspace, "stalls"), "stall");
  EXPECT_EQ(std::sscanf(note.c_str(), "stalled for %lf s", &stalled_s), 1) << note;
  // A lower bound of the 1.2 s: one look at either end is lost, 200 ms each on a busy machine.
  EXPECT_GE(stalled_s, 0.7);
  EXPECT_LE(stalled_s, 1.5);
}

/// The client that looks at every answer finds what no sample of them need have.
TEST(LoadFaults, PacerLoadSeesEveryWrongAnswer) {
  run_cases(
      {
          measured({"healthy"}),
          invalid(striking("lies_rarely", kInLoad), {"answers had a wrong body"}),
          invalid(striking("redirects_rarely", kInLoad), {"answers had a wrong status"}),
      },
      {"--duration", "2s", "--client", "pacer-load"});
}

/// In the open loop after the measured load.
TEST(LoadFaults, AtAFixedRate) {
  run_cases({invalid(striking("lies_rarely", "3.2"), {"answers at 2000 requests/s were wrong"}),
             failed(striking("exits", "3.2"), "latency",
                    {"server died during the latency load (exit 3)"})},
            {"--latency-rates", "2000"});
  run_cases({measured({"slower"}, {"not-sustained-200000"})}, {"--latency-rates", "200000"});
}

TEST(LoadFaults, ConnectionsWithoutServiceAreNoResult) {
  run_cases({
      failed({"serves-4", "serves_few", {{"MOST", "4"}}}, "warm",
             {"no request of the warm-up was answered"}),
      invalid({"serves-8", "serves_few", {{"MOST", "8"}}},
              {"4 of 8 connections were never served"}),
      measured({"serves-all", "serves_few", {{"MOST", "16"}}}),
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
  const std::vector<Case> cases{measured({"flood", "floods"})};
  add_all(workspace, cases);
  check_cases(workspace, workspace.pacer(run_words(workspace, {"flood"})), cases);
  struct stat log {};
  ASSERT_EQ(stat((workspace.trial_folder("flood") / "server.stderr").c_str(), &log), 0);
  EXPECT_GT(log.st_size, 12 << 20) << "the flood was too small to prove anything";
  EXPECT_LE(log.st_blocks * 512, 12 << 20);
}

}  // namespace
}  // namespace pacer::e2e
