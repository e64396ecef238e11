#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/duration.h"

namespace pacer {

using Argv = std::vector<std::string>;

/// One toolchain a framework needs, as in `go>=1.22`, `jdk==17`, `nginx`.
struct Requirement {
  enum class Relation { kAny, kAtLeast, kEqual };

  std::string toolchain;
  Relation relation = Relation::kAny;
  std::string
      version;  ///< dotted numbers; empty with kAny. kEqual compares as many parts as given.

  std::string text() const;  ///< as written in the manifest: "go>=1.22"
  friend bool operator==(const Requirement&, const Requirement&) = default;
};

/// Compares dotted versions number by number, a missing part counts as 0: "1.26.8" >= "1.22".
bool satisfies(const Requirement& requirement, const std::string& version);
/// Negative, zero or positive as `a` is older than, equal to or newer than `b`.
int compare_versions(const std::string& a, const std::string& b);

/// One framework: what its framework.yaml says, and where it lies. docs/adding.md describes the
/// fields; core/manifest/fields.cpp is the table that reads them.
struct Manifest {
  std::string name;       ///< the directory's name, [a-z0-9][a-z0-9._-]*
  std::string directory;  ///< absolute path of the framework's directory
  std::string title;
  std::string language;
  std::string home;
  std::string version;
  std::string licence;  ///< SPDX identifier of the framework; may be empty
  std::string notes;
  std::vector<Requirement> needs;
  std::vector<Argv> build;  ///< run in order in `directory`; empty where nothing is to build
  Argv run;                 ///< {port} and {cpus} are replaced
  std::map<std::string, std::string> env;
  std::vector<std::string> serves{"hello"};  ///< names out of core/model/workload.h
  Duration ready_within = std::chrono::seconds(30);
  std::optional<std::string> skip;  ///< why it is not run at all
};

}  // namespace pacer
