#include <gtest/gtest.h>

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>

#include "cases.h"
#include "repository.h"

namespace pacer::e2e {
namespace {

namespace fs = std::filesystem;
using Tree = boost::property_tree::ptree;

/// The one test case of a JUnit file; fails the test where it does not parse.
Tree test_case(const fs::path& file) {
  Tree tree;
  boost::property_tree::read_xml(file.string(), tree);
  return tree.get_child("testsuites.testsuite.testcase");
}

/// The script that docs/ci.md tells its readers to save.
std::string recipe() {
  const auto text = read(fs::path(PACER_ROOT) / "docs/ci.md");
  const std::string begin = "<!-- recipe -->\n```sh\n";
  const auto start = text.find(begin) + begin.size();
  return text.substr(start, text.find("```\n<!-- /recipe -->") - start);
}

constexpr const char* kShortPlan = R"(name: short
about: for a test
client: wrk
connections: 8
duration: 1s
warmup: 1s
repetitions: 8
build: first
)";

/// A repository in an otherwise empty folder: the recipe, and a server whose work for each answer
/// stands in its manifest. On `main` that is none, on the branch that is checked out `work`.
fs::path make_project(Workspace& workspace, const std::string& work) {
  const auto project = workspace.folder() / "project";
  workspace.add({"my-server", "works", {{"WORK", "0"}}});
  fs::create_directories(project);
  fs::rename(workspace.frameworks(), project / "bench");
  workspace.write(project / "bench/compare.sh", recipe());
  git(workspace, project, {"init", "--quiet", "--initial-branch", "main"});
  git(workspace, project, {"add", "--all"});
  git(workspace, project, {"commit", "--quiet", "--message", "one"});
  git(workspace, project, {"checkout", "--quiet", "-b", "change"});
  const auto file = project / "bench/my-server/framework.yaml";
  auto text = read(file);
  text.replace(text.find("WORK: \"0\""), 9, "WORK: \"" + work + "\"");
  workspace.write(file, text);
  git(workspace, project, {"commit", "--quiet", "--all", "--allow-empty", "--message", "two"});
  return project;
}

/// Exit code of the script, run in the project as a CI job does.
int run_recipe(Workspace& workspace, const fs::path& project) {
  const auto out = workspace.folder() / "out";
  fs::create_directory(out);
  workspace.write(workspace.folder() / "plan.yaml", kShortPlan);
  const Variables env{{"PACER", PACER_PROGRAM},
                      {"BASE", "main"},
                      {"OUT", out.string()},
                      {"PLAN", (workspace.folder() / "plan.yaml").string()},
                      {"TOLERANCE", "50%"},
                      {"GITHUB_STEP_SUMMARY", (workspace.folder() / "summary.md").string()},
                      {"PACER_FRAMEWORKS", ""}};
  Child job({"sh", "-c", "cd \"$0\" && exec sh bench/compare.sh", project.string()}, env,
            workspace.folder() / "job.stdout", workspace.folder() / "job.stderr");
  const auto ended = job.wait(Clock::now() + seconds(300));
  EXPECT_TRUE(ended);
  return ended ? ended->code : -1;
}

TEST(Ci, TheRecipePassesAnUnchangedServer) {
  Workspace workspace;
  const auto project = make_project(workspace, "0");
  EXPECT_EQ(run_recipe(workspace, project), 0) << read(workspace.folder() / "job.stderr");
  const auto out = workspace.folder() / "out";
  EXPECT_EQ(test_case(out / "check.xml").get<std::string>("<xmlattr>.name"), "my-server");
  EXPECT_FALSE(test_case(out / "compare.xml").get_child_optional("failure"));
  expect_words(read(workspace.folder() / "summary.md"), "**Pacer: ");
  expect_words(read(workspace.folder() / "summary.md"), "| CPU/req |");
  EXPECT_EQ(git(workspace, project, {"status", "--porcelain"}), "");
}

TEST(Ci, TheRecipeFailsASlowerServer) {
  Workspace workspace;
  const auto project = make_project(workspace, "20000");
  EXPECT_EQ(run_recipe(workspace, project), 1) << read(workspace.folder() / "job.stderr");
  const auto failure = test_case(workspace.folder() / "out/compare.xml").get_child("failure");
  EXPECT_EQ(failure.get<std::string>("<xmlattr>.type"), "regressed");
  expect_words(read(workspace.folder() / "summary.md"), "**Pacer: regressed by more than 50 %");
}

TEST(Junit, OfCheckLiveAndOfARunHoldsStageWhyAndEvidence) {
  Workspace workspace;
  workspace.add({"broken", "answers", {{"KIND", "error"}}, "1s"});
  const auto file = workspace.folder() / "out.xml";
  const auto check = workspace.pacer({"check", "--live", "broken", "--frameworks",
                                      workspace.frameworks().string(), "--junit", file.string()});
  EXPECT_EQ(check.end.code, 1) << check.err;
  auto failure = test_case(file).get_child("failure");
  EXPECT_EQ(failure.get<std::string>("<xmlattr>.type"), "verify");
  expect_words(failure.get<std::string>("<xmlattr>.message"), "status 500");
  fs::remove(file);
  workspace.pacer(run_words(workspace, {"broken"}, {"--junit", file.string()}));
  failure = test_case(file).get_child("failure");
  EXPECT_EQ(failure.get<std::string>("<xmlattr>.type"), "verify");
  const auto again = workspace.folder() / "again.xml";
  workspace.pacer({"report", workspace.run_folder().string(), "--junit", again.string()});
  EXPECT_EQ(read(again), read(file));
}

TEST(History, ShowsEveryStoredRun) {
  Workspace workspace;
  workspace.add({"server"});
  const auto missing =
      workspace.pacer({"history", "server", "--results", workspace.results().string()});
  EXPECT_EQ(missing.end.code, 2);
  expect_words(missing.err, "no stored run has measured server");
  EXPECT_EQ(workspace.pacer(run_words(workspace, {"server"})).end.code, 0);
  const auto history =
      workspace.pacer({"history", "server", "--results", workspace.results().string(), "--json"});
  EXPECT_EQ(history.end.code, 0) << history.err;
  const auto entry = history.json().at("entries").at(0);
  EXPECT_EQ(entry.at("run"), workspace.run_folder().string());
  EXPECT_GT(entry.at("throughput_rps").at("median").get<double>(), 0);
  EXPECT_TRUE(entry.at("throughput_rps").at("noise_floor_ratio").is_null());
}

}  // namespace
}  // namespace pacer::e2e
