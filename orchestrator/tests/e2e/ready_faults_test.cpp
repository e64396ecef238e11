#include <gtest/gtest.h>
#include <sys/stat.h>

#include "cases.h"

namespace pacer::e2e {
namespace {

Framework never(const std::string& how) { return {how, "never_ready", {{"HOW", how}}, "2s"}; }

/// One run of servers that do not come up: it goes on after each of them.
TEST(ReadyFaults, WhatNeverAnswersFailsWithTheReason) {
  run_cases({
      {never("exits"), "failed", "ready", {"server ended (exit 7) before it was ready"}},
      {never("exits-well"), "failed", "ready", {"server ended (exit 0) before it was ready"}},
      {never("crashes"), "failed", "ready", {"server ended (killed by SIGSEGV) before"}},
      {never("deaf"), "failed", "ready", {"within 2s", "does not listen on any port"}},
      {never("silent"), "failed", "ready", {"accepts connections", "did not answer within 2s"}},
      {never("closes"), "failed", "ready", {"closes them without an answer"}},
      {never("resets"), "failed", "ready", {"closes them without an answer"}},
      {never("not-http"), "failed", "verify", {"malformed HTTP"}},
      {never("half"), "failed", "verify", {"nothing came after 40 bytes, in the middle"}},
      {{"too-slow", "late", {{"LATE", "unbound"}, {"LATE_S", "60"}}, "1s"},
       "failed",
       "ready",
       {"within 1s"}},
      {{"absent-program", "threaded", {}, "3s", "[./no-such-server]"},
       "failed",
       "start",
       {"cannot start './no-such-server': not found"}},
      {{"not-executable", "threaded", {}, "3s", "[./server.py]"},
       "failed",
       "start",
       {"cannot start './server.py': Permission denied"}},
      {{"healthy"}, "measured"},
  });
}

TEST(ReadyFaults, EvidenceIsTheEndOfTheLog) {
  Workspace workspace;
  workspace.add(never("exits"));
  workspace.pacer(run_words(workspace, {"exits"}));
  EXPECT_EQ(sample_of(workspace, "exits").at("evidence"),
            Json::array({"configuration is missing"}));
}

TEST(ReadyFaults, WhatListensElsewhereIsNotMeasuredThere) {
  run_cases({
      {{"other-port", "elsewhere", {{"PORT_OFFSET", "1"}}, "2s"},
       "failed",
       "ready",
       {"the server is alive and listens on ", " instead"}},
      {{"ipv6-only", "elsewhere", {{"ADDRESS", "::1"}}, "2s"},
       "failed",
       "ready",
       {"listens on ::1 only"}},
      {{"all-addresses", "elsewhere", {{"ADDRESS", "0.0.0.0"}}},
       "measured",
       "",
       {},
       {"all-addresses"}},
      {{"all-addresses-v6", "elsewhere", {{"ADDRESS", "::"}}},
       "measured",
       "",
       {},
       {"all-addresses"}},
  });
}

TEST(ReadyFaults, TheMeasuredServerIsTheOneJustStarted) {
  run_cases({
      {{"daemon", "daemonises"}, "measured", "", {}, {"daemonised"}},
      {{"stranger", "leaves_stranger"},
       "failed",
       "ready",
       {"server ended (exit 1) before it was ready: address in use", "is held by foreign pid",
        "server.py"}},
  });
}

}  // namespace
}  // namespace pacer::e2e
