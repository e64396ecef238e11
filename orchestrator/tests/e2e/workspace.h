#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "child.h"
#include "read.h"

namespace pacer::e2e {

using Json = nlohmann::ordered_json;
using Words = std::vector<std::string>;
using Variables = std::map<std::string, std::string>;

/// A framework directory to make: framework.yaml, and one of fixtures/*.py as its server.py.
struct Framework {
  std::string name;
  std::string fixture = "threaded";
  Variables env;
  std::string ready_within = "3s";
  std::string run = "";   ///< flow list; the fixture under Python without it
  std::string more = "";  ///< further lines of the manifest
};

/// What became of one `pacer`.
struct Finished {
  Ended end;
  std::string out;
  std::string err;
  Json json() const;  ///< of standard output; fails the test where it is not JSON
};

/// A folder for one test, and everything that it starts there. The end of its scope proves that no
/// process of it is left.
class Workspace {
 public:
  Workspace();
  ~Workspace();
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  void add(const Framework& framework);
  void write(const std::filesystem::path& file, const std::string& content) const;

  /// Starts `pacer ARGS…`. What it writes is found by finish().
  Child& start_pacer(const Words& args, const Variables& env = {});
  /// Waits for the end of the one started last; fails the test where it does not come. The limit
  /// is far above what a run here takes: another pacer on this machine makes it wait.
  Finished finish(Clock::duration limit = seconds(240));
  Finished pacer(const Words& args, const Variables& env = {});

  /// A process that is not Pacer's: fixtures/NAME.py, up when this returns unless it is to wait.
  Child& start_stranger(const Variables& env, bool wait_until_it_listens = true);

  /// Fails the test where a process of it is left. `soon`: allows them the moment that a guard
  /// needs after Pacer was killed.
  void expect_nothing_left(bool soon = false);
  /// Its living processes whose command line begins so.
  std::vector<pid_t> processes(const std::string& words) const;

  std::filesystem::path folder() const { return folder_; }
  std::filesystem::path frameworks() const { return folder_ / "frameworks"; }
  std::filesystem::path results() const { return folder_ / "results"; }
  /// The newest run; empty where there is none.
  std::filesystem::path run_folder() const;
  std::filesystem::path trial_folder(const std::string& framework) const;
  /// The complete lines of the newest run's samples.jsonl.
  std::vector<Json> samples() const;
  std::vector<std::string> names() const { return names_; }

 private:
  std::vector<pid_t> own_children() const;

  std::filesystem::path folder_;
  std::string token_;
  std::vector<std::string> names_;
  std::unique_ptr<Child> pacer_;
  std::vector<std::unique_ptr<Child>> strangers_;
};

/// `pacer run NAMES…` over the workspace's frameworks as the tests want it, small and short; what
/// `more` says of a setting counts.
Words run_words(const Workspace& workspace, const Words& names, const Words& more = {});

/// How every fixture's command line begins.
std::string server_words();

/// A port that nobody holds, below the ephemeral range and above Pacer's own.
int free_port();

}  // namespace pacer::e2e
