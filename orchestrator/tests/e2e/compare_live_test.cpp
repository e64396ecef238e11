#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <fstream>

#include "cases.h"
#include "repository.h"

namespace pacer::e2e {
namespace {

namespace fs = std::filesystem;

/// `pacer compare --live server`, small and short.
Words live_words(const Workspace& workspace, const std::string& pairs, const Words& more = {}) {
  Words words{"compare", "--live", "server", "--against", "main", "--json"};
  const Words settings{"--frameworks",    workspace.frameworks().string(),
                       "--out",           workspace.results().string(),
                       "--client",        "wrk",
                       "--latency-rates", "none",
                       "--warmup",        "1s",
                       "--duration",      "1s",
                       "--connections",   "8",
                       "--repetitions",   pairs};
  words.insert(words.end(), settings.begin(), settings.end());
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// The server's manifest says how much work each answer is.
void set_work(const Workspace& workspace, const std::string& rounds) {
  const auto file = workspace.frameworks() / "server/framework.yaml";
  auto text = read(file);
  const auto line = text.find("  WORK: ");
  text.replace(line, text.find('\n', line) - line, "  WORK: \"" + rounds + "\"");
  workspace.write(file, text);
}

void add_server(Workspace& workspace) {
  workspace.add({"server", "works", {{"WORK", "0"}}});
  commit_frameworks(workspace);
}

/// Nothing of the two versions is left, neither in the run nor in the repository.
void expect_no_work_trees(const Workspace& workspace) {
  EXPECT_FALSE(fs::exists(workspace.run_folder() / "old"));
  EXPECT_FALSE(fs::exists(workspace.run_folder() / "new"));
  const auto list = git(workspace, workspace.frameworks(), {"worktree", "list", "--porcelain"});
  EXPECT_EQ(list.find("worktree", 1), std::string::npos) << list;
}

std::string verdict_of(const Json& comparison, const std::string& metric) {
  for (const auto& one : comparison.at("rows").at(0).at("metrics")) {
    if (one.at("metric") == metric) return one.at("verdict");
  }
  return "none";
}

// Many times the work, so that it is found on a busy machine too.
TEST(CompareLive, FindsMoreWorkInTheHandler) {
  Workspace workspace;
  add_server(workspace);
  set_work(workspace, "20000");
  const auto before = git(workspace, workspace.frameworks(), {"status", "--porcelain"});
  const auto compared = workspace.pacer(live_words(workspace, "8", {"--tolerance", "50%"}));
  EXPECT_EQ(compared.end.code, 1) << compared.out << compared.err;
  const auto json = compared.json();
  EXPECT_EQ(json.at("verdict"), "regressed");
  EXPECT_EQ(json.at("paired"), true);
  EXPECT_EQ(verdict_of(json, "server_cpu_us_per_request"), "regressed");
  EXPECT_EQ(verdict_of(json, "throughput_rps"), "regressed");
  EXPECT_EQ(git(workspace, workspace.frameworks(), {"status", "--porcelain"}), before);
  expect_no_work_trees(workspace);
  std::string order;
  for (const auto& sample : workspace.samples()) {
    order += sample.at("framework") == "server.old" ? 'A' : 'B';
  }
  EXPECT_EQ(order, "ABBAABBAABBAABBA");
  const auto folder = workspace.run_folder().string();
  EXPECT_EQ(workspace.pacer({"compare", folder, "--tolerance", "50%", "--json"}).out, compared.out);
  const auto report = workspace.pacer({"report", folder});
  EXPECT_EQ(report.end.code, 0) << report.err;
  expect_words(report.out, "server.new");
}

TEST(CompareLive, AnUnchangedCopyPasses) {
  Workspace workspace;
  add_server(workspace);
  const auto compared = workspace.pacer(live_words(workspace, "8", {"--tolerance", "50%"}));
  EXPECT_EQ(compared.end.code, 0) << compared.out << compared.err;
  EXPECT_NE(compared.json().at("verdict"), "regressed");
}

TEST(CompareLive, AVersionThatDoesNotStartIsNotComparable) {
  Workspace workspace;
  add_server(workspace);
  workspace.write(workspace.frameworks() / "server/server.py", "raise SystemExit(3)\n");
  const auto compared = workspace.pacer(live_words(workspace, "8"));
  EXPECT_EQ(compared.end.code, 2);
  expect_words(compared.json().at("reasons").at(0), "server was not measured: new failed: ready");
  EXPECT_EQ(workspace.samples().size(), 2u) << "the rest of the pairs would tell nothing";
  expect_no_work_trees(workspace);
}

TEST(CompareLive, CtrlCKeepsWhatWasMeasuredAndGoesOn) {
  Workspace workspace;
  add_server(workspace);
  auto& pacer = workspace.start_pacer(live_words(workspace, "2"));
  ASSERT_TRUE(eventually([&] { return workspace.samples().size() == 1; }, seconds(200)));
  pacer.signal(SIGINT);
  const auto interrupted = workspace.finish();
  EXPECT_EQ(interrupted.end.code, 130) << interrupted.err;
  workspace.expect_nothing_left();
  const auto folder = workspace.run_folder().string();
  expect_words(interrupted.err, "pacer compare --resume " + folder);
  // The new version is what it was when the run began, whatever became of the work tree.
  workspace.write(workspace.frameworks() / "server/server.py", "raise SystemExit(3)\n");
  const auto first = workspace.samples().front();
  const auto resumed = workspace.pacer({"compare", "--resume", folder, "--json"});
  EXPECT_EQ(resumed.end.code, 2) << resumed.err;
  expect_words(resumed.json().at("reasons").at(0), "server has too few rounds for any answer");
  EXPECT_EQ(workspace.samples().size(), 4u);
  EXPECT_EQ(workspace.samples().front(), first);
  expect_no_work_trees(workspace);
}

TEST(CompareLive, WhatGitCannotGiveIsRefused) {
  Workspace workspace;
  workspace.add({"server"});
  const auto refused = [&](const Words& words, const std::string& says) {
    const auto run = workspace.pacer(words);
    EXPECT_EQ(run.end.code, 2);
    EXPECT_EQ(run.out, "");
    expect_words(run.err, says);
  };
  refused(live_words(workspace, "8"), "server does not lie in a git repository");
  commit_frameworks(workspace);
  workspace.add({"newcomer"});
  auto words = live_words(workspace, "8");
  words[4] = "nowhere";
  refused(words, "git knows no commit 'nowhere'");
  words = live_words(workspace, "8");
  words[2] = "newcomer";
  refused(words, "main has no newcomer/framework.yaml");
  auto in_budget = live_words(workspace, "1m");
  *std::find(in_budget.begin(), in_budget.end(), "--repetitions") = "--budget";
  refused(in_budget, "pairs are counted, not fitted into a budget");
  refused({"compare", "--live", "server"}, "--against");
  refused({"compare", "a", "b", "--duration", "1s"}, "--live");
  EXPECT_FALSE(fs::exists(workspace.results())) << "a refused run leaves a folder";
}

}  // namespace
}  // namespace pacer::e2e
