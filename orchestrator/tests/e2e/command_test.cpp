#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>

#include <fmt/format.h>

#include "cases.h"
#include "leftovers.h"

namespace pacer::e2e {
namespace {

namespace fs = std::filesystem;

/// A command line that is refused: exit 2, nothing on standard output, and these words.
struct Refusal {
  Words args;
  std::string says;
};

TEST(Commands, WrongUsageIsRefusedWithAdvice) {
  Workspace workspace;
  workspace.add({"my-server"});
  const auto run = [&](const Words& names, const Words& more) {
    return run_words(workspace, names, more);
  };
  const std::vector<Refusal> refusals{
      {run({"my-sever"}, {}), "did you mean 'my-server'?"},
      {run({"my-x*"}, {}), "no framework matches 'my-x*'"},
      {{"rum"}, "did you mean 'run'?"},
      {run({"my-server"}, {"--conections", "8"}), "did you mean '--connections'?"},
      {run({"my-server"}, {"--plan", "quik"}), "did you mean 'quick'?"},
      {run({"my-server"}, {"--client", "wkr"}), "did you mean 'wrk'?"},
      {run({"my-server"}, {"--language", "pyton"}), "did you mean 'python'?"},
      {run({"my-server"}, {"--connections", "8", "--threads", "3"}),
       "8 connections cannot be shared by 3 threads"},
      {run({"my-server"}, {"--duration", "500ms"}), "500ms"},
      {run({"my-server"}, {"--duration", "5"}), "'5' is not a duration"},
      {run({"my-server"}, {"--seed", "-1"}), "a seed is a number from 0 on"},
      {run({"my-server"}, {"--port", "70000"}), "70000"},
      {run({"my-server"}, {"--port", "0"}), "0"},
      {run({"my-server"}, {"--pipeline", "0"}), "pipeline"},
      {run({"my-server"}, {"--server-cpus", "0-"}), "'0-' is not a choice of CPUs"},
      {run({"my-server"}, {"--server-cpus", "4000"}), "4000"},
      {run({"my-server"}, {"--fail-fast", "--keep-going"}), "--keep-going"},
      {{"run", "--resume", (workspace.folder() / "no-such-run").string()}, "no-such-run"},
      {{"report", "--format", "tex"}, "tex"},
      {{"list", "--frameworks", (workspace.folder() / "nowhere").string()}, "no such folder"},
  };
  for (const auto& refusal : refusals) {
    const auto pacer = workspace.pacer(refusal.args);
    SCOPED_TRACE(::testing::PrintToString(refusal.args));
    EXPECT_EQ(pacer.end.code, 2);
    EXPECT_EQ(pacer.out, "");
    expect_words(pacer.err, "error: ");
    expect_words(pacer.err, refusal.says);
  }
  EXPECT_FALSE(fs::exists(workspace.results())) << "a refused run leaves a folder";
}

TEST(Commands, HelpOfEachHasAnExample) {
  Workspace workspace;
  const auto version = workspace.pacer({"--version"});
  EXPECT_EQ(version.end.code, 0);
  EXPECT_EQ(version.out.substr(0, 6), "pacer ");
  for (const std::string command : {"", "run", "list", "check", "build", "report", "compare",
                                    "history", "start", "new", "doctor", "setup", "schema"}) {
    const auto help = workspace.pacer(command.empty() ? Words{"--help"} : Words{command, "--help"});
    EXPECT_EQ(help.end.code, 0) << command;
    const auto examples = help.out.find("Examples:\n");
    ASSERT_NE(examples, std::string::npos) << command;
    expect_words(help.out.substr(examples), "  pacer " + command);
  }
}

TEST(Commands, ReportRebuildsTheTableByteForByte) {
  Workspace workspace;
  workspace.add({"server"});
  workspace.add({"broken", "never_ready", {{"HOW", "exits"}}});
  auto words = run_words(workspace, workspace.names());
  words.erase(std::find(words.begin(), words.end(), "--json"));
  const auto run = workspace.pacer(words);
  EXPECT_EQ(run.end.code, 1) << run.err;
  const auto folder = workspace.run_folder().string();
  EXPECT_EQ(workspace.pacer({"report", folder}).out, run.out);
  // The frameworks may have changed or gone since.
  fs::remove_all(workspace.frameworks());
  EXPECT_EQ(workspace.pacer({"report", folder}).out, run.out);
  for (const std::string format : {"markdown", "csv", "json"}) {
    const auto file = workspace.folder() / format;
    const auto printed = workspace.pacer({"report", folder, "--format", format});
    const auto written =
        workspace.pacer({"report", folder, "--format", format, "--output", file.string()});
    EXPECT_EQ(printed.end.code, 0) << printed.err;
    EXPECT_EQ(written.out, "");
    EXPECT_EQ(read(file), printed.out);
    expect_words(printed.out, "broken");
  }
}

/// The table that the README shows is that of the samples kept in results/reference.
TEST(Commands, ReportOfTheReferenceIsTheTableInTheReadme) {
  Workspace workspace;
  const std::string begin = "<!-- table -->\n```\n";
  const auto readme = read(std::string(PACER_ROOT) + "/README.md");
  const auto from = readme.find(begin);
  ASSERT_NE(from, std::string::npos);
  const auto start = from + begin.size();
  const auto shown = readme.substr(start, readme.find("```\n<!-- /table -->", start) - start);
  const auto report = workspace.pacer({"report", std::string(PACER_ROOT) + "/results/reference"});
  EXPECT_EQ(report.end.code, 0) << report.err;
  EXPECT_EQ(report.out, shown);
}

/// `pacer start` until it has said where it serves.
int wait_for_start(const Workspace& workspace) {
  const auto out = workspace.folder() / "pacer.stdout";
  int port = 0;
  EXPECT_TRUE(eventually([&] {
    const auto text = read(out);
    const auto address = text.find("http://127.0.0.1:");
    return text.ends_with('\n') && address != std::string::npos &&
           std::sscanf(text.c_str() + address, "http://127.0.0.1:%d  pid", &port) == 1;
  })) << read(out)
      << read(workspace.folder() / "pacer.stderr");
  return port;
}

TEST(Commands, StartServesUntilItIsStopped) {
  for (const int signal : {SIGINT, SIGTERM}) {
    Workspace workspace;
    workspace.add({"server", "prefork"});
    const auto port = free_port();
    auto& pacer =
        workspace.start_pacer({"start", "server", "--frameworks", workspace.frameworks().string(),
                               "--port", std::to_string(port)});
    EXPECT_EQ(wait_for_start(workspace), port);
    EXPECT_TRUE(somebody_listens(port));
    pacer.signal(signal);
    EXPECT_EQ(workspace.finish().end.code, 0);
    workspace.expect_nothing_left();
    EXPECT_FALSE(somebody_listens(port));
  }
}

TEST(Commands, StartOfABrokenServerFails) {
  Workspace workspace;
  workspace.add({"server", "answers", {{"KIND", "not-found"}}, "1s"});
  const auto start =
      workspace.pacer({"start", "server", "--frameworks", workspace.frameworks().string()});
  EXPECT_EQ(start.end.code, 1);
  expect_words(start.err, "status 404, expected 200");
}

TEST(Commands, StartEndsWithItsServer) {
  Workspace workspace;
  workspace.add({"server"});
  workspace.start_pacer({"start", "server", "--frameworks", workspace.frameworks().string()});
  wait_for_start(workspace);
  for (const auto pid : workspace.processes(server_words())) kill(pid, SIGKILL);
  const auto start = workspace.finish();
  EXPECT_EQ(start.end.code, 1);
  expect_words(start.err, "the server ended by itself (killed by SIGKILL)");
}

TEST(Commands, NewDirectoryPassesTheCheck) {
  Workspace workspace;
  const auto folder = workspace.frameworks().string();
  for (const std::string language :
       {"go", "java", "kotlin", "node", "python", "rust", "c++", "c"}) {
    auto name = "my-" + language;
    if (language == "c++") name = "my-cpp";
    const auto made = workspace.pacer({"new", name, "--language", language, "--in", folder});
    EXPECT_EQ(made.end.code, 0) << made.err;
    expect_words(made.out, "pacer check --live " + name);
    const auto check = workspace.pacer({"check", name, "--frameworks", folder});
    EXPECT_EQ(check.end.code, 0) << check.out << check.err;
  }
  EXPECT_EQ(workspace.pacer({"new", "my-go", "--language", "go", "--in", folder}).end.code, 2);
  EXPECT_EQ(workspace.pacer({"new", "My Go", "--language", "go", "--in", folder}).end.code, 2);
  EXPECT_EQ(workspace.pacer({"new", "other", "--language", "cobol", "--in", folder}).end.code, 2);
}

TEST(Commands, CheckLiveFindsWhatIsBroken) {
  Workspace workspace;
  const std::string serves_count = "serves: [hello, count]\n";
  workspace.add({"healthy", "counts", {}, "3s", "", serves_count});
  workspace.add({"miscounts", "counts", {{"HOW", "counts-questions"}}, "3s", "", serves_count});
  workspace.add({"no-count", "threaded", {}, "3s", "", serves_count});
  workspace.add({"wrong", "answers", {{"KIND", "error"}}, "1s"});
  Words words{"check", "--live", "--json", "--frameworks", workspace.frameworks().string()};
  for (const auto& name : workspace.names()) words.push_back(name);
  const auto check = workspace.pacer(words);
  EXPECT_EQ(check.end.code, 1) << check.err;
  std::map<std::string, Json> found;
  const auto rows = check.json().at("frameworks");
  for (const auto& row : rows) found[row.at("framework")] = row;
  EXPECT_EQ(found.at("healthy").at("status"), "ok");
  EXPECT_EQ(found.at("miscounts").at("status"), "failed");
  expect_words(found.at("miscounts").at("why"), "GET /count gives different counts of one process");
  expect_words(found.at("no-count").at("why"), "GET /count: status 404, expected 200");
  expect_words(found.at("wrong").at("why"), "status 500, expected 200");
  EXPECT_EQ(
      workspace
          .pacer({"check", "--live", "healthy", "--frameworks", workspace.frameworks().string()})
          .end.code,
      0);
}

TEST(Commands, CheckNamesEveryProblemOfAManifest) {
  Workspace workspace;
  workspace.add({"server"});
  workspace.write(workspace.frameworks() / "server" / "framework.yaml",
                  "title: Server\nlanguage: python\nverson: \"1\"\nready_within: 3\n");
  const auto check =
      workspace.pacer({"check", "server", "--frameworks", workspace.frameworks().string()});
  EXPECT_EQ(check.end.code, 2);
  expect_words(check.out, "server: broken");
  expect_words(check.out, "framework.yaml:3:1: error: ");
  expect_words(check.out, "did you mean 'version'?");
  expect_words(check.out, "framework.yaml:4:15: error: ");
}

TEST(Commands, ListShowsToolchainsAndLastResults) {
  Workspace workspace;
  workspace.add({"my-server"});
  workspace.add({"old-tool", "threaded", {}, "3s", "", "needs: [python>=99]\n"});
  const auto list =
      workspace.pacer({"list", "--json", "--frameworks", workspace.frameworks().string()});
  EXPECT_EQ(list.end.code, 0) << list.err;
  std::map<std::string, Json> found;
  const auto rows = list.json().at("frameworks");
  for (const auto& row : rows) found[row.at("name")] = row;
  EXPECT_EQ(found.at("my-server").at("ready"), true);
  EXPECT_EQ(found.at("my-server").at("version"), "1.0.0");
  EXPECT_EQ(found.at("old-tool").at("ready"), false);
  expect_words(found.at("old-tool").at("missing"), "python");
  EXPECT_TRUE(found.contains("go-http")) << "the built-in frameworks are listed as well";
}

TEST(Commands, AFolderOfFrameworksMayComeFromTheEnvironment) {
  Workspace workspace;
  workspace.add({"my-server"});
  const auto list =
      workspace.pacer({"list", "my-server"}, {{"PACER_FRAMEWORKS", workspace.frameworks()}});
  EXPECT_EQ(list.end.code, 0) << list.err;
  expect_words(list.out, "my-server");
}

}  // namespace
}  // namespace pacer::e2e
