// Rule 5: the runs of the handler are counted against the answers.
#include <gtest/gtest.h>

#include "cases.h"

namespace pacer::e2e {
namespace {

Framework counting(const std::string& name, Variables env = {}) {
  // The calibration holds up to 16 connections open.
  env.insert({"LOAD_CONNECTIONS", "20"});
  return {name, "counts", std::move(env), "3s", "", "serves: [hello, count]\n"};
}

Framework breaking(const std::string& how, Variables more = {}) {
  more["HOW"] = how;
  return counting(how, std::move(more));
}

Words options(const std::string& client) {
  return {"--client", client, "--connections", "24", "--duration", "2s", "--latency-rates", "200"};
}

std::vector<Case> healthy_cases() {
  return {
      measured(counting("one")),
      measured(counting("workers", {{"WORKERS", "3"}})),
      measured(counting("workers-reuse-port", {{"WORKERS", "3"}, {"REUSE_PORT", "yes"}})),
      measured(breaking("closes"), {"no-keep-alive"}),
      measured({"uncounted"}),
  };
}

void expect_counted(const Words& more) {
  Workspace workspace;
  const auto cases = healthy_cases();
  add_all(workspace, cases);
  const auto run = workspace.pacer(run_words(workspace, workspace.names(), more));
  check_cases(workspace, run, cases);
  for (const auto& one : cases) {
    const auto expected = one.framework.name == "uncounted" ? "bytes" : "handler";
    EXPECT_EQ(sample_of(workspace, one.framework.name).at("badge"), expected) << one.framework.name;
  }
  EXPECT_EQ(run.json().at("ceiling").at("verified_by"), "handler");
}

TEST(Count, HealthyServersAreVerifiedByTheirHandler) { expect_counted(options("pacer-load")); }

TEST(Count, HealthyServersAreVerifiedUnderWrkToo) { expect_counted(options("wrk")); }

TEST(Count, HealthyServersAreVerifiedWherePipelined) {
  auto words = options("wrk");
  words.insert(words.end(), {"--pipeline", "16"});
  run_cases({measured(counting("one")), measured(counting("workers", {{"WORKERS", "3"}}))}, words);
}

/// Each with its note, and none of them verified by the handler.
TEST(Count, ACountThatIsNotExactProvesNothing) {
  Workspace workspace;
  const std::vector<Case> cases{
      measured(breaking("counts-questions"), {"count-inexact"}),
      measured(breaking("counts-paths"), {"count-inexact"}),
      measured(breaking("counts-threads"), {"count-inexact"}),
      measured(breaking("counts-together", {{"WORKERS", "2"}}), {"count-inexact"}),
      measured(breaking("restarts", {{"WORKERS", "1"}, {"STRIKE_AT_S", "2.2"}}),
               {"closes", "count-processes", "processes", "unannounced-closes"}),
      measured({"no-count", "threaded", {}, "3s", "", "serves: [hello, count]\n"},
               {"count-unanswered"}),
  };
  add_all(workspace, cases);
  const auto run = workspace.pacer(run_words(workspace, workspace.names(), options("pacer-load")));
  check_cases(workspace, run, cases);
  for (const auto& one : cases) {
    const auto badge = sample_of(workspace, one.framework.name).at("badge");
    EXPECT_EQ(badge, one.framework.name == "restarts" ? "client" : "bytes") << one.framework.name;
  }
  const auto text = [&](const char* name) {
    return note_of(sample_of(workspace, name), "count-inexact");
  };
  expect_words(text("counts-paths"), "requests to a path that does not exist");
  expect_words(text("counts-threads"), "different counts of one process");
  expect_words(text("counts-together"), " for 1000 hello requests");
}

TEST(Count, AnswersThatNoHandlerGaveAreNeverMeasured) {
  const std::vector<Case> cases{
      failed(breaking("caches"), "verify",
             {"GET /count rose by 0 for 1000 hello requests: the others were not answered by the "
              "handler"}),
      failed(breaking("counts-connections"), "verify", {"GET /count rose by 8 for 1000 hello "}),
      invalid(counting("caches-warm-up", {{"HOW", "caches-load"}, {"STRIKE_AT_S", "0.3"}}),
              {" answers in the warm-up were not the handler's: GET /count rose by "}),
      invalid(counting("caches-load", {{"HOW", "caches-load"}, {"STRIKE_AT_S", "2.2"}}),
              {" answers under load were not the handler's: GET /count rose by "}),
  };
  run_cases(cases, options("pacer-load"));
  run_cases(cases, options("wrk"));
}

}  // namespace
}  // namespace pacer::e2e
