#include <gtest/gtest.h>

#include "cases.h"

namespace pacer::e2e {
namespace {

Framework answering(const std::string& kind) {
  return {kind, "answers", {{"KIND", kind}}, "1500ms"};
}

TEST(AnswerFaults, WrongStatusIsNeverMeasured) {
  run_cases({
      {answering("not-found"), "failed", "verify", {"status 404, expected 200"}},
      {answering("error"), "failed", "verify", {"status 500, expected 200"}},
      {answering("unavailable"), "failed", "verify", {"status 503, expected 200"}},
      {answering("redirect"), "failed", "verify", {"status 302 to /app, expected 200"}},
      {answering("created"), "failed", "verify", {"status 201, expected 200"}},
      {answering("no-content"), "failed", "verify", {"status 204, expected 200"}},
      {{"picky", "picky", {}, "1500ms"}, "failed", "verify", {"status 404, expected 200"}},
  });
}

TEST(AnswerFaults, WrongBodyIsNeverMeasured) {
  run_cases({
      {answering("other-page"),
       "failed",
       "verify",
       {"body '<h1>It works!</h1>\\x0a' (19 bytes), expected 'Hello, World!' (13 bytes)",
        "content type 'text/html', expected 'text/plain'"}},
      {answering("other-words"), "failed", "verify", {"body 'Hello, Wor1d!'"}},
      {answering("json"), "failed", "verify", {"content type 'application/json'"}},
      {answering("empty"), "failed", "verify", {"body '' (0 bytes)"}},
      {answering("one-more"), "failed", "verify", {"(14 bytes), expected"}},
      {answering("gzip"), "failed", "verify", {"compressed (gzip)"}},
      {answering("http-1.0"), "failed", "verify", {"HTTP/1.0, expected HTTP/1.1"}},
      {answering("too-long"), "failed", "verify", {"in the middle of an answer"}},
      {answering("too-short"), "failed", "verify", {"more bytes than the answer's length says"}},
      {answering("two-answers"), "failed", "verify", {"more bytes than the answer's length says"}},
  });
}

TEST(AnswerFaults, AConnectionThatFallsSilentIsNotMeasured) {
  run_cases({
      {{"answers-once", "closes", {{"EVERY", "1"}, {"HOW", "silent"}}},
       "failed",
       "verify",
       {"request 2 on one connection: no answer in time"}},
  });
}

TEST(AnswerFaults, WhatIsOnlyUnusualIsANote) {
  run_cases({
      {answering("hello"), "measured"},
      {answering("chunked"), "measured", "", {}, {"chunked"}},
      {{"every-path", "answers", {{"KIND", "hello"}, {"EVERY_PATH", "yes"}}},
       "measured",
       "",
       {},
       {"every-path"}},
      {{"varying", "varies"}, "measured", "", {}, {"size-varies"}},
  });
}

TEST(AnswerFaults, VaryingSizesLowerTheBadge) {
  Workspace workspace;
  workspace.add({"varying", "varies"});
  workspace.add({"steady"});
  workspace.pacer(run_words(workspace, workspace.names()));
  EXPECT_EQ(sample_of(workspace, "varying").at("badge"), "client");
  EXPECT_EQ(sample_of(workspace, "steady").at("badge"), "bytes");
}

TEST(AnswerFaults, ClosedConnectionsAreNoted) {
  Workspace workspace;
  const std::vector<Case> cases{
      {{"close-announced", "closes", {{"EVERY", "1"}, {"HOW", "announced"}}},
       "measured",
       "",
       {},
       {"every-path", "no-keep-alive"}},
      {{"close-unannounced", "closes", {{"EVERY", "1"}, {"HOW", "unannounced"}}},
       "measured",
       "",
       {},
       {"every-path", "no-keep-alive", "unannounced-closes"}},
      {answering("until-closed"), "measured", "", {}, {"no-keep-alive", "unannounced-closes"}},
      {{"close-every-100", "closes", {{"EVERY", "100"}, {"HOW", "announced"}}},
       "measured",
       "",
       {},
       {"closes"}},
  };
  add_all(workspace, cases);
  check_cases(workspace, workspace.pacer(run_words(workspace, workspace.names())), cases);
  int every = 0;
  const auto note = note_of(sample_of(workspace, "close-every-100"), "closes");
  EXPECT_EQ(std::sscanf(note.c_str(), "closes every %d requests", &every), 1) << note;
  EXPECT_GE(every, 60);
  EXPECT_LE(every, 140);
  for (const auto& one : cases) {
    // Connections that are opened again are not busy, so Little's law says nothing.
    EXPECT_FALSE(sample_of(workspace, one.framework.name).at("values").contains("latency_mean_us"));
  }
}

Framework pipelining(const std::string& order) {
  return {order, "pipelines_badly", {{"ORDER", order}}};
}

TEST(AnswerFaults, WithoutPipeliningDepthOneIsNoted) {
  run_cases({
      {pipelining("first-only"), "measured", "", {}, {"no-pipelining"}},
      {pipelining("reversed"), "measured", "", {}, {"no-pipelining"}},
  });
}

TEST(AnswerFaults, WithoutPipeliningADepthOf16IsRefused) {
  run_cases(
      {
          {pipelining("first-only"), "failed", "verify", {"no pipelining: no answer in time"}},
          {pipelining("reversed"), "failed", "verify", {"no pipelining: ", "is out of order"}},
          {{"closing", "closes", {{"EVERY", "1"}, {"HOW", "announced"}}},
           "failed",
           "verify",
           {"no keep-alive, which pipelining needs"},
           {}},
      },
      {"--pipeline", "16"});
}

}  // namespace
}  // namespace pacer::e2e
