#include "load/options.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace pacer::load {
namespace {

const std::string kUrl = "http://127.0.0.1:8080/";

Options read(const std::vector<std::string>& arguments) {
  std::string text;
  return parse_options(arguments, text).value();
}

std::string error_of(const std::vector<std::string>& arguments) {
  try {
    read(arguments);
  } catch (const Error& error) {
    return error.render();
  }
  return "";
}

TEST(LoadOptions, ReadsWhatAWrkUserTypes) {
  const auto options = read({"-t4", "-c128", "-d30s", "--pipeline", "16", "--latency", kUrl});
  EXPECT_EQ(options.url, kUrl);
  EXPECT_EQ(options.threads, 4);
  EXPECT_EQ(options.connections, 128);
  EXPECT_EQ(options.duration, std::chrono::seconds(30));
  EXPECT_EQ(options.depth, 16);
  EXPECT_FALSE(options.sliding || options.requests || options.rate_per_s || options.json);
}

TEST(LoadOptions, ReadsTheOthers) {
  const auto options = read(
      {kUrl,       "-n",  "1000",     "--rate", "500",    "--spin",        "--timeout", "250ms",
       "--method", "PUT", "-H",       "A: b",   "-H",     "C: d",          "--body",    "x",
       "--expect", "y",   "--status", "201",    "--json", "--allow-remote"});
  EXPECT_EQ(options.requests, 1000U);
  EXPECT_EQ(options.rate_per_s, 500U);
  EXPECT_EQ(options.timeout, std::chrono::milliseconds(250));
  EXPECT_EQ(options.method, "PUT");
  EXPECT_EQ(options.headers, (std::vector<std::string>{"A: b", "C: d"}));
  EXPECT_EQ(options.body_file + options.expect_file, "xy");
  EXPECT_EQ(options.status, 201);
  EXPECT_TRUE(options.spin && options.json && options.allow_remote);
}

TEST(LoadOptions, SaysWhatIsWrong) {
  const std::string help = "\n  hint: `pacer-load --help` shows what it takes";
  EXPECT_EQ(error_of({}), "error: URL is required" + help);
  EXPECT_EQ(error_of({"--pipelin", "2", kUrl}),
            "error: unknown option '--pipelin'; did you mean '--pipeline'?" + help);
  EXPECT_EQ(error_of({kUrl, "/", "16"}), "error: unknown argument '/'" + help);
  EXPECT_EQ(error_of({"-c0", kUrl}),
            "error: --connections: Value 0 not in range 1 to 1000000" + help);
  EXPECT_EQ(error_of({"-d1s", "-n5", kUrl}), "error: --duration excludes --requests" + help);
  EXPECT_EQ(error_of({"--at-most", "1s", kUrl}),
            "error: --at-most is the limit of --requests\n"
            "  hint: leave it out, or give --requests");
  EXPECT_EQ(error_of({"-n5", "--at-most", "soon", kUrl}),
            "error: --at-most: 'soon' is not a duration\n  hint: like 500ms, 10s or 2m");
  EXPECT_EQ(error_of({"-d30", kUrl}),
            "error: -d: '30' is not a duration\n  hint: like 500ms, 10s or 2m");
  EXPECT_EQ(error_of({"--timeout", "0s", kUrl}),
            "error: --timeout: '0s' is not a duration\n  hint: like 500ms, 10s or 2m");
  EXPECT_EQ(error_of({"-t3", "-c64", kUrl}),
            "error: -t: 64 connections cannot be shared equally among 3 threads\n"
            "  hint: take 2 or another divisor of 64");
  EXPECT_EQ(error_of({"--sliding", "-p4", "--rate", "9", kUrl}),
            "error: --sliding is of the closed loop, --rate makes an open one\n"
            "  hint: leave one of them out");
  EXPECT_EQ(error_of({"--spin", kUrl}),
            "error: --spin serves the schedule of --rate\n  hint: leave it out, or give a --rate");
  EXPECT_EQ(error_of({"-H", "nothing", kUrl}),
            "error: -H: 'nothing' is not a header\n  hint: like 'Accept: text/plain'");
  EXPECT_EQ(error_of({"-H", "A: b\r\nC: d", kUrl}),
            "error: -H: 'A: b\r\nC: d' is not a header\n  hint: like 'Accept: text/plain'");
}

TEST(LoadOptions, AnswersHelpAndVersion) {
  std::string text;
  EXPECT_FALSE(parse_options({"--version"}, text));
  EXPECT_EQ(text, "pacer-load " PACER_VERSION "\n");
  EXPECT_FALSE(parse_options({"--help"}, text));
  EXPECT_NE(text.find("\n  pacer-load -t4 -c128 -d30s --pipeline 16 http://"), std::string::npos);
}

TEST(DefaultThreads, DivideTheConnections) {
  EXPECT_EQ(default_threads(64, 8), 8);
  EXPECT_EQ(default_threads(64, 7), 4);
  EXPECT_EQ(default_threads(7, 4), 1);
  EXPECT_EQ(default_threads(1, 16), 1);
  EXPECT_EQ(default_threads(50, 0), 1);
}

}  // namespace
}  // namespace pacer::load
