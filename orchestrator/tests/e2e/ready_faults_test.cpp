#include <gtest/gtest.h>

#include "cases.h"

namespace pacer::e2e {
namespace {

Framework never(const std::string& how) { return {how, "never_ready", {{"HOW", how}}, "1500ms"}; }

/// One run of servers that do not come up: it goes on after each of them.
TEST(ReadyFaults, WhatNeverAnswersFailsWithTheReason) {
  Workspace workspace;
  const std::vector<Case> cases{
      failed(never("exits"), "ready", {"server ended (exit 7) before it was ready"}),
      failed(never("exits-well"), "ready", {"server ended (exit 0) before it was ready"}),
      failed(never("crashes"), "ready", {"server ended (killed by SIGSEGV) before"}),
      failed(never("deaf"), "ready", {"within 1500ms", "does not listen on any port"}),
      failed(never("silent"), "ready", {"accepts connections", "did not answer within 1500ms"}),
      failed(never("closes"), "ready", {"closes them without an answer"}),
      failed(never("resets"), "ready", {"closes them without an answer"}),
      failed(never("not-http"), "verify", {"malformed HTTP"}),
      failed(never("half"), "verify", {"nothing came after 40 bytes, in the middle"}),
      failed({"too-slow", "late", {{"LATE", "unbound"}, {"LATE_S", "60"}}, "1s"}, "ready",
             {"within 1s"}),
      failed({"absent-program", "threaded", {}, "3s", "[./no-such-server]"}, "start",
             {"cannot start './no-such-server': not found"}),
      failed({"not-executable", "threaded", {}, "3s", "[./server.py]"}, "start",
             {"cannot start './server.py': Permission denied"}),
      measured({"healthy"}),
  };
  add_all(workspace, cases);
  check_cases(workspace, workspace.pacer(run_words(workspace, workspace.names())), cases);
  EXPECT_EQ(sample_of(workspace, "exits").at("evidence"),
            Json::array({"configuration is missing"}));
}

TEST(ReadyFaults, WhatListensElsewhereIsNotMeasuredThere) {
  run_cases({
      failed({"other-port", "elsewhere", {{"PORT_OFFSET", "1"}}, "2s"}, "ready",
             {"the server is alive and listens on ", " instead"}),
      failed({"ipv6-only", "elsewhere", {{"ADDRESS", "::1"}}, "2s"}, "ready",
             {"listens on ::1 only"}),
      measured({"all-addresses", "elsewhere", {{"ADDRESS", "0.0.0.0"}}}, {"all-addresses"}),
      measured({"all-addresses-v6", "elsewhere", {{"ADDRESS", "::"}}}, {"all-addresses"}),
  });
}

TEST(ReadyFaults, TheMeasuredServerIsTheOneJustStarted) {
  run_cases({
      measured({"daemon", "daemonises"}, {"daemonised"}),
      failed({"stranger", "leaves_stranger"}, "ready",
             {"server ended (exit 1) before it was ready: address in use", "is held by foreign pid",
              "server.py"}),
  });
}

}  // namespace
}  // namespace pacer::e2e
