// The plans of several settings, of a number of requests and of several rates, each in a real run,
// shortened.
#include <gtest/gtest.h>

#include <algorithm>

#include "cases.h"
#include "documented.h"

namespace pacer::e2e {
namespace {

namespace fs = std::filesystem;

const Words kOurs{"--client", "pacer-load", "--warmup", "0s", "--repetitions", "1"};

/// Like run_words, which gives every plan one number of connections and a duration.
Words words_of(const Workspace& workspace, const std::string& plan, const Words& more) {
  Words words{
      "run",    "--json", "--frameworks", workspace.frameworks(), "--out", workspace.results(),
      "--plan", plan};
  const auto names = workspace.names();
  words.insert(words.begin() + 1, names.begin(), names.end());
  for (std::size_t i = 0; i < kOurs.size(); i += 2) {
    if (std::find(more.begin(), more.end(), kOurs[i]) != more.end()) continue;
    words.insert(words.end(), {kOurs[i], kOurs[i + 1]});
  }
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

std::vector<std::string> settings_of(const Json& table) {
  std::vector<std::string> names;
  for (const auto& one : table.at("by_setting")) names.push_back(one.at("setting"));
  return names;
}

TEST(Plans, PipelinedRanksEachDepthOnItsOwn) {
  Workspace workspace;
  workspace.add({"one"});
  workspace.add({"two", "prefork"});
  const auto run = workspace.pacer(
      words_of(workspace, "pipelined", {"--duration", "500ms", "--connections", "8"}));
  ASSERT_EQ(run.end.code, 0) << run.err;
  const auto table = run.json();
  expect_documented(table);
  EXPECT_EQ(settings_of(table),
            (std::vector<std::string>{"depth 1", "depth 4", "depth 16", "depth 50"}));
  EXPECT_EQ(table.at("rows"), table.at("by_setting").at(0).at("rows")) << "those of the first";
  for (const auto& one : table.at("by_setting")) {
    EXPECT_EQ(one.at("rows").size(), 2U);
    const bool is_deep = one.at("settings").at("pipeline") > 1;
    for (const auto& row : one.at("rows")) {
      EXPECT_EQ(row.at("outcome"), "measured") << row;
      EXPECT_EQ(row.at("batch_cycle_us").is_null(), !is_deep);
      EXPECT_FALSE(row.at("ceiling_ratio").is_null());
    }
  }
  EXPECT_EQ(workspace.samples().size(), 3U * 4) << "a fresh server for each";
  EXPECT_TRUE(fs::exists(workspace.run_folder() / "trials" / "one.1.c8-p50"));
  EXPECT_NE(run.err.find("[2/12] one, depth 1: "), std::string::npos) << run.err;
}

TEST(Plans, AnInterruptedRunOfSeveralSettingsGoesOn) {
  Workspace workspace;
  workspace.add({"one"});
  const auto whole = workspace.pacer(
      words_of(workspace, "connections", {"--duration", "300ms", "--connections", "4,9"}));
  ASSERT_EQ(whole.end.code, 0) << whole.err;
  EXPECT_EQ(settings_of(whole.json()),
            (std::vector<std::string>{"4 connections", "9 connections"}));
  // As if Ctrl-C had come before the last trial.
  const auto file = workspace.run_folder() / "samples.jsonl";
  auto text = read(file);
  text.erase(text.rfind('\n', text.size() - 2) + 1);
  workspace.write(file, text);
  ASSERT_EQ(workspace.samples().size(), 3U);
  const auto resumed = workspace.pacer({"run", "--json", "--resume", workspace.run_folder()});
  EXPECT_EQ(resumed.end.code, 0) << resumed.err;
  EXPECT_NE(resumed.err.find("[1/1] one, 9 connections: "), std::string::npos) << resumed.err;
  EXPECT_EQ(workspace.samples().size(), 4U);
  for (const auto& one : resumed.json().at("by_setting")) {
    EXPECT_EQ(one.at("rows").at(0).at("outcome"), "measured");
  }
}

TEST(Plans, FixedSendsExactlyItsRequestsAndEndsWithASlowServer) {
  Workspace workspace;
  workspace.add({"fast", "prefork"});
  workspace.add({"slow", "plods"});
  const auto run = workspace.pacer(words_of(
      workspace, "fixed", {"--requests", "2000", "--connections", "5,10", "--at-most", "4s"}));
  EXPECT_EQ(run.end.code, 1) << run.err;
  const auto table = run.json();
  expect_documented(table);
  ASSERT_EQ(settings_of(table), (std::vector<std::string>{"5 connections", "10 connections"}));
  for (const auto& one : table.at("by_setting")) {
    EXPECT_EQ(one.at("settings").at("requests"), 2000);
    const auto& fast = one.at("rows").at(0);
    EXPECT_EQ(fast.at("outcome"), "measured") << fast;
    EXPECT_EQ(fast.at("values").at("requests").at("median"), 2000);
    const auto& slow = one.at("rows").at(1);
    EXPECT_EQ(slow.at("outcome"), "failed") << slow;
    EXPECT_EQ(slow.at("stage"), "measure");
    const auto why = slow.at("why").get<std::string>();
    EXPECT_TRUE(why.starts_with("too slow: ") &&
                why.ends_with(" of 2000 requests were answered within 4s (at_most)"))
        << why;
    EXPECT_TRUE(slow.at("throughput_rps").is_null());
  }
}

TEST(Plans, ANumberOfRequestsIsRefusedWhereItCannotBe) {
  Workspace workspace;
  workspace.add({"one"});
  const auto said = [&](const Words& more) {
    const auto run = workspace.pacer(words_of(workspace, "quick", more));
    EXPECT_EQ(run.end.code, 2);
    return run.err;
  };
  EXPECT_EQ(said({"--requests", "100", "--client", "wrk"}),
            "error: wrk loads for a time: it cannot send an exact number of requests\n"
            "  hint: take the client pacer-load, or a duration in place of requests\n");
  EXPECT_EQ(said({"--full"}),
            "error: --full: the plan quick has no full number of requests\n"
            "  hint: take --plan fixed, or --requests N\n");
  EXPECT_EQ(said({"--at-most", "5s"}),
            "error: --at-most: it is the limit of a number of requests\n"
            "  hint: take --plan fixed, or --requests N\n");
  EXPECT_EQ(said({"--connections", "32,many"}),
            "error: --connections: '32,many' is not a number, nor a list of some\n"
            "  hint: like 64, or 32,64,128 for a table of each\n");
}

TEST(Plans, LatencyMeasuresAtEveryRateAndAtAShareOfOwnCapacity) {
  Workspace workspace;
  workspace.add({"one", "prefork"});
  const auto run = workspace.pacer(words_of(workspace, "latency",
                                            {"--duration", "500ms", "--latency-rates", "200,400",
                                             "--latency-duration", "1s", "--connections", "8"}));
  ASSERT_EQ(run.end.code, 0) << run.err;
  const auto table = run.json();
  expect_documented(table);
  EXPECT_FALSE(table.contains("by_setting")) << "one setting keeps the shape";
  const auto& row = table.at("rows").at(0);
  const auto& loops = row.at("latency");
  ASSERT_EQ(loops.size(), 3U);
  EXPECT_EQ(loops[0].at("rate_per_s"), 200);
  EXPECT_EQ(loops[1].at("rate_per_s"), 400);
  EXPECT_EQ(loops[2].at("capacity_percent"), 70);
  const double throughput = row.at("throughput_rps");
  EXPECT_NEAR(loops[2].at("rate_per_s").get<double>(), 0.7 * throughput, 1);
  EXPECT_TRUE(
      fs::exists(workspace.run_folder() / "trials" / "one.1" / "latency.70-percent.stdout"));
  const auto text = workspace.pacer({"report", workspace.run_folder()});
  EXPECT_NE(text.out.find("Latency at 70 % of each row's own capacity"), std::string::npos)
      << text.out;
}

}  // namespace
}  // namespace pacer::e2e
