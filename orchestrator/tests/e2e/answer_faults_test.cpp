#include <gtest/gtest.h>

#include "cases.h"

namespace pacer::e2e {
namespace {

Framework answering(const std::string& kind) { return {kind, "answers", {{"KIND", kind}}, "1s"}; }

TEST(AnswerFaults, WrongStatusIsNeverMeasured) {
  run_cases({
      failed(answering("not-found"), "verify", {"status 404, expected 200"}),
      failed(answering("error"), "verify", {"status 500, expected 200"}),
      failed(answering("unavailable"), "verify", {"status 503, expected 200"}),
      failed(answering("redirect"), "verify", {"status 302 to /app, expected 200"}),
      failed(answering("created"), "verify", {"status 201, expected 200"}),
      failed(answering("no-content"), "verify", {"status 204, expected 200"}),
      failed({"picky", "picky", {}, "1s"}, "verify", {"status 404, expected 200"}),
  });
}

TEST(AnswerFaults, WrongBodyIsNeverMeasured) {
  run_cases({
      failed(answering("other-page"), "verify",
             {"body '<h1>It works!</h1>\\x0a' (19 bytes), expected 'Hello, World!' (13 bytes)",
              "content type 'text/html', expected 'text/plain'"}),
      failed(answering("other-words"), "verify", {"body 'Hello, Wor1d!'"}),
      failed(answering("json"), "verify", {"content type 'application/json'"}),
      failed(answering("empty"), "verify", {"body '' (0 bytes)"}),
      failed(answering("one-more"), "verify", {"(14 bytes), expected"}),
      failed(answering("gzip"), "verify", {"compressed (gzip)"}),
      failed(answering("http-1.0"), "verify", {"HTTP/1.0, expected HTTP/1.1"}),
      failed(answering("too-long"), "verify", {"in the middle of an answer"}),
      failed(answering("too-short"), "verify", {"more bytes than the answer's length says"}),
      failed(answering("two-answers"), "verify", {"more bytes than the answer's length says"}),
  });
}

TEST(AnswerFaults, AnotherVersionThanTheManifestsIsNeverMeasured) {
  run_cases({
      failed(answering("tells-another"), "verify",
             {"it answers as version 2.0.0, the manifest says 1.0.0"}),
      measured(answering("tells-its-own")),
  });
}

TEST(AnswerFaults, WhatIsOnlyUnusualIsANote) {
  Workspace workspace;
  const std::vector<Case> cases{
      measured(answering("hello")),
      measured(answering("chunked"), {"chunked"}),
      measured({"every-path", "answers", {{"KIND", "hello"}, {"EVERY_PATH", "yes"}}},
               {"every-path"}),
      measured({"varying", "varies"}, {"size-varies"}),
  };
  add_all(workspace, cases);
  check_cases(workspace, workspace.pacer(run_words(workspace, workspace.names())), cases);
  // Where sizes vary, bytes prove nothing.
  EXPECT_EQ(sample_of(workspace, "varying").at("badge"), "client");
  EXPECT_EQ(sample_of(workspace, "hello").at("badge"), "bytes");
}

TEST(AnswerFaults, ClosedConnectionsAreNoted) {
  Workspace workspace;
  const std::vector<Case> cases{
      measured({"close-announced", "closes", {{"EVERY", "1"}, {"HOW", "announced"}}},
               {"no-keep-alive"}),
      measured({"close-unannounced", "closes", {{"EVERY", "1"}, {"HOW", "unannounced"}}},
               {"no-keep-alive", "unannounced-closes"}),
      measured(answering("until-closed"), {"no-keep-alive", "unannounced-closes"}),
      measured({"close-every-100", "closes", {{"EVERY", "100"}, {"HOW", "announced"}}}, {"closes"}),
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

TEST(AnswerFaults, WithoutPipeliningDepthOneIsNotedAndSilenceIsNot) {
  run_cases({
      failed({"answers-once", "closes", {{"EVERY", "1"}, {"HOW", "silent"}}}, "verify",
             {"request 2 on one connection: no answer in time"}),
      measured(pipelining("first-only"), {"no-pipelining"}),
      measured(pipelining("reversed"), {"no-pipelining"}),
  });
}

TEST(AnswerFaults, WithoutPipeliningADepthOf16IsRefused) {
  run_cases(
      {
          failed(pipelining("first-only"), "verify", {"no pipelining: no answer in time"}),
          failed(pipelining("reversed"), "verify", {"no pipelining: ", "is out of order"}),
          failed({"closing", "closes", {{"EVERY", "1"}, {"HOW", "announced"}}}, "verify",
                 {"no keep-alive, which pipelining needs"}),
      },
      {"--pipeline", "16"});
}

}  // namespace
}  // namespace pacer::e2e
