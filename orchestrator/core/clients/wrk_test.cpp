#include "core/clients/wrk.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/text.h"

namespace pacer {
namespace {

const LoadTask kTask{.host = "127.0.0.1",
                     .port = 8080,
                     .path = "/",
                     .threads = 4,
                     .connections = 128,
                     .pipeline = 16,
                     .duration = std::chrono::seconds(30),
                     .script = "/x/pipeline.lua"};

// wrk 4.1.0 through pipeline.lua, as captured from a run.
constexpr const char* kReport =
    "Running 30s test @ http://127.0.0.1:8080\n"
    "  4 threads and 128 connections\n"
    "  Thread Stats   Avg      Stdev     Max   +/- Stdev\n"
    "    Latency     6.96ms   13.36ms 129.41ms   92.43%\n"
    "    Req/Sec   172.01k    80.59k  398.88k    65.80%\n"
    "  3389824 requests in 30.05s, 252.16MB read\n"
    "Requests/sec: 112806.12\n"
    "Transfer/sec:      8.39MB\n";
constexpr const char* kResult =
    "pacer-result {\"requests\":3389824,\"duration_us\":30051234,\"bytes\":264406272,\"errors\":"
    "{\"connect\":0,\"read\":3,\"write\":0,\"status\":2,\"timeout\":1}}\n";

std::string why(const ClientOutput& output) {
  const auto parsed = parse_wrk(output, kTask);
  const auto* failure = std::get_if<LoadFailure>(&parsed);
  return failure == nullptr ? "" : failure->why;
}

TEST(Wrk, CommandIsThePublishedOne) {
  EXPECT_EQ(shell_quote(wrk_argv(kTask)),
            "wrk -t4 -c128 -d30s http://127.0.0.1:8080 -s /x/pipeline.lua --latency -- / 16");
}

TEST(Wrk, FiguresComeExactlyFromTheHook) {
  const auto parsed = parse_wrk({.out = std::string(kReport) + kResult, .err = ""}, kTask);
  const auto* result = std::get_if<LoadResult>(&parsed);
  ASSERT_NE(result, nullptr);
  EXPECT_EQ(result->requests, 3389824u);
  EXPECT_EQ(result->duration_us, 30051234u);
  EXPECT_EQ(result->bytes, 264406272u);
  EXPECT_EQ(result->errors.read, 3u);
  EXPECT_EQ(result->errors.status, 2u);
  EXPECT_EQ(result->errors.timeout, 1u);
  EXPECT_EQ(result->errors.total(), 6u);
}

TEST(Wrk, ReportWithoutTheHookIsNoResult) {
  EXPECT_EQ(why({.out = kReport, .err = ""}), "wrk printed no result");
  EXPECT_EQ(why({.out = "", .err = ""}), "wrk printed no result");
  // A script that is missing or does not compile: wrk says so and goes on without it.
  EXPECT_EQ(why({.out = kReport, .err = "pipeline.lua: cannot open pipeline.lua\n"}),
            "wrk printed no result: pipeline.lua: cannot open pipeline.lua");
}

TEST(Wrk, BadEndsAreFailures) {
  const std::string good = std::string(kReport) + kResult;
  EXPECT_EQ(why({.out = "",
                 .err = "unable to connect to 127.0.0.1:8080 Connection refused\n",
                 .exit_code = 1}),
            "wrk ended with exit 1: unable to connect to 127.0.0.1:8080 Connection refused");
  EXPECT_EQ(why({.out = good, .err = "PANIC: unprotected error\n", .exit_code = 1}),
            "wrk ended with exit 1: PANIC: unprotected error");
  EXPECT_EQ(why({.out = "", .err = "", .exit_code = 0, .signal = 9}), "wrk was killed by signal 9");
  EXPECT_EQ(why({.out = good + kResult, .err = ""}), "wrk printed more than one result");
  const std::string negative =
      "{\"requests\":-1,\"duration_us\":30000000,\"bytes\":1,\"errors\":"
      "{\"connect\":0,\"read\":0,\"write\":0,\"status\":0,\"timeout\":0}}";
  EXPECT_EQ(why({.out = "pacer-result " + negative + "\n", .err = ""}),
            "wrk's result cannot be read: " + negative);
}

TEST(Wrk, InterruptedRunIsNoResult) {
  const std::string early =
      "pacer-result {\"requests\":151765,\"duration_us\":2070000,\"bytes\":11838423,\"errors\":"
      "{\"connect\":0,\"read\":0,\"write\":0,\"status\":0,\"timeout\":0}}\n";
  EXPECT_EQ(why({.out = early, .err = ""}), "wrk ran for 2.07 s instead of 30 s");
}

TEST(Clients, UnknownNameSuggests) {
  try {
    client_named("wrkk");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "unknown client 'wrkk'; did you mean 'wrk'?");
  }
}

TEST(Clients, DurationsBelowTheResolutionAreRefused) {
  Settings settings{.client = "wrk", .workload = "hello"};
  settings.duration = std::chrono::milliseconds(1500);
  settings.warmup = std::chrono::seconds(1);
  try {
    check_client(settings);
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "a duration of 1500ms cannot be given to wrk, which counts in steps of 1s");
    EXPECT_EQ(error.hint(), "take a whole number of seconds");
  }
}

}  // namespace
}  // namespace pacer
