#include "workspace.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include <fmt/format.h>

#include "leftovers.h"

namespace pacer::e2e {
namespace {

namespace fs = std::filesystem;

fs::path fixture(const std::string& name) {
  return fs::path(PACER_ROOT) / "orchestrator/tests/e2e/fixtures" / (name + ".py");
}

/// Debian's own where it is there: a version manager's wrapper takes longer to start than a server.
std::string python() {
  return access("/usr/bin/python3", X_OK) == 0 ? "/usr/bin/python3" : "python3";
}

std::string manifest_of(const Framework& framework) {
  const auto run = framework.run.empty() ? fmt::format("[{}, server.py]", python()) : framework.run;
  std::string text = fmt::format(
      "title: {}\nlanguage: python\nhome: https://example.org\nversion: \"1.0.0\"\n"
      "run: {}\nready_within: {}\n",
      framework.name, run, framework.ready_within);
  if (!framework.env.empty()) text += "env:\n";
  for (const auto& [name, value] : framework.env)
    text += fmt::format("  {}: \"{}\"\n", name, value);
  return text + framework.more;
}

}  // namespace

Json Finished::json() const {
  auto parsed = Json::parse(out, nullptr, false);
  EXPECT_FALSE(parsed.is_discarded()) << "not JSON: " << out << "\n" << err;
  return parsed.is_discarded() ? Json::object() : parsed;
}

Workspace::Workspace() {
  adopt_orphans();
  auto name = (fs::temp_directory_path() / "pacer-e2e-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make a folder");
  folder_ = name;
  token_ = folder_.filename();
  fs::create_directory(frameworks());
}

Workspace::~Workspace() {
  pacer_.reset();
  strangers_.clear();
  expect_nothing_left(true);
  for (const auto pid : processes("")) kill(pid, SIGKILL);
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

void Workspace::add(const Framework& framework) {
  const auto folder = frameworks() / framework.name;
  fs::create_directory(folder);
  write(folder / "framework.yaml", manifest_of(framework));
  fs::copy_file(fixture("hello_server"), folder / "hello_server.py");
  fs::copy_file(fixture(framework.fixture), folder / "server.py");
  names_.push_back(framework.name);
}

void Workspace::write(const fs::path& file, const std::string& content) const {
  std::ofstream(file) << content;
}

Child& Workspace::start_pacer(const Words& args, const Variables& env) {
  Words argv{PACER_PROGRAM};
  argv.insert(argv.end(), args.begin(), args.end());
  Variables all{{kToken, token_}, {"PYTHONDONTWRITEBYTECODE", "1"}, {"PACER_FRAMEWORKS", ""}};
  for (const auto& [name, value] : env) all[name] = value;
  pacer_ = std::make_unique<Child>(argv, all, folder_ / "pacer.stdout", folder_ / "pacer.stderr");
  return *pacer_;
}

Finished Workspace::finish(Clock::duration limit) {
  const auto end = pacer_->wait(Clock::now() + limit);
  EXPECT_TRUE(end) << "pacer did not end; it said:\n" << read(folder_ / "pacer.stderr");
  return {end.value_or(Ended{}), read(folder_ / "pacer.stdout"), read(folder_ / "pacer.stderr")};
}

Finished Workspace::pacer(const Words& args, const Variables& env) {
  start_pacer(args, env);
  auto finished = finish();
  expect_nothing_left();
  return finished;
}

Child& Workspace::start_stranger(const Variables& env, bool wait_until_it_listens) {
  const auto out = folder_ / fmt::format("stranger{}.stdout", strangers_.size());
  const Words argv{python(), fixture("stranger").string()};
  Variables all{{"PYTHONDONTWRITEBYTECODE", "1"}};
  for (const auto& [name, value] : env) all[name] = value;
  strangers_.push_back(std::make_unique<Child>(argv, all, out, folder_ / "stranger.stderr"));
  if (wait_until_it_listens) {
    EXPECT_TRUE(eventually([&] { return read(out) == "listening\n"; }));
  }
  return *strangers_.back();
}

std::vector<pid_t> Workspace::own_children() const {
  std::vector<pid_t> pids;
  if (pacer_) pids.push_back(pacer_->pid());
  for (const auto& stranger : strangers_) pids.push_back(stranger->pid());
  return pids;
}

void Workspace::expect_nothing_left(bool soon) {
  const auto left = [&] { return leftovers(token_, own_children()); };
  if (soon) {
    eventually(
        [&] {
          reap_adopted(own_children());
          return left().empty();
        },
        seconds(10));
  }
  EXPECT_EQ(left(), std::vector<std::string>{}) << "of " << ::testing::PrintToString(names_);
}

std::vector<pid_t> Workspace::processes(const std::string& words) const {
  return e2e::processes(token_, words);
}

fs::path Workspace::run_folder() const {
  std::vector<fs::path> runs;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(results(), none)) runs.push_back(entry.path());
  std::sort(runs.begin(), runs.end());
  return runs.empty() ? fs::path() : runs.back();
}

fs::path Workspace::trial_folder(const std::string& framework) const {
  return run_folder() / "trials" / (framework + ".1");
}

std::vector<Json> Workspace::samples() const {
  std::vector<Json> samples;
  std::ifstream file(run_folder() / "samples.jsonl");
  for (std::string line; std::getline(file, line) && !file.eof();) {
    samples.push_back(Json::parse(line));
  }
  return samples;
}

Words run_words(const Workspace& workspace, const Words& names, const Words& more) {
  const std::vector<std::pair<std::string, std::string>> settings{
      {"--frameworks", workspace.frameworks()},
      {"--out", workspace.results()},
      {"--plan", "quick"},
      {"--client", "wrk"},
      {"--latency-rates", "none"},
      {"--warmup", "1s"},
      {"--duration", "1s"},
      {"--connections", "8"}};
  Words words{"run", "--json"};
  words.insert(words.end(), names.begin(), names.end());
  for (const auto& [option, value] : settings) {
    if (std::find(more.begin(), more.end(), option) != more.end()) continue;
    words.insert(words.end(), {option, value});
  }
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

std::string server_words() { return python() + " server.py"; }

int free_port() {
  static int next = 20'000 + getpid() % 5'000;
  while (somebody_listens(next) || somebody_listens(next + 1)) next += 2;
  const int port = next;
  next += 2;
  return port;
}

}  // namespace pacer::e2e
