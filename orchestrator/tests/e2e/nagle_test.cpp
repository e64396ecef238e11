// Rule 15: answers that wait for an acknowledgement.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "cases.h"

namespace pacer::e2e {
namespace {

/// On a bare machine the run installs a JDK first.
constexpr auto kInstallLimit = std::chrono::minutes(10);

void expect_delay(const std::string& note) {
  double usual_ms = 0;
  double quick_ms = 0;
  ASSERT_EQ(std::sscanf(note.c_str(),
                        "answers wait for a delayed acknowledgement: %lf ms, %lf ms without",
                        &usual_ms, &quick_ms),
            2)
      << note;
  EXPECT_GT(usual_ms, 25);
  EXPECT_LT(quick_ms, usual_ms / 2);
}

TEST(Nagle, AnswersInTwoWritesThatWaitForAnAcknowledgementAreNoted) {
  Workspace workspace;
  const std::vector<Case> cases{
      measured({"two-writes", "two_writes"}, {"nagle"}),
      measured({"no-delay", "two_writes", {{"NODELAY", "yes"}}}),
      measured({"slow", "two_writes", {{"NODELAY", "yes"}, {"SLOW_MS", "40"}}}),
  };
  add_all(workspace, cases);
  check_cases(workspace, workspace.pacer(run_words(workspace, workspace.names())), cases);
  expect_delay(note_of(sample_of(workspace, "two-writes"), "nagle"));
}

/// A server that people run: of JDK 17, by its defaults (newer ones send both in one write).
TEST(Nagle, TheJdksOwnServerIsFoundAndMendedByItsSetting) {
  Workspace workspace;
  const auto jdk_server = [](const std::string& name, const std::string& option) {
    return Framework{
        .name = name,
        .ready_within = "30s",
        .run = fmt::format("[java, {}, {}/orchestrator/tests/e2e/fixtures/JdkServer.java]", option,
                           PACER_ROOT),
        .more = "needs: [jdk==17]\n"};
  };
  const std::vector<Case> cases{
      measured(jdk_server("jdk-httpserver-nagle", "-Xshare:auto"), {"nagle"}),
      measured(jdk_server("jdk-httpserver-nodelay", "-Dsun.net.httpserver.nodelay=true")),
  };
  add_all(workspace, cases);
  workspace.start_pacer(run_words(workspace, workspace.names()));
  check_cases(workspace, workspace.finish(kInstallLimit), cases);
  expect_delay(note_of(sample_of(workspace, "jdk-httpserver-nagle"), "nagle"));
}

}  // namespace
}  // namespace pacer::e2e
