#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/plan.h"
#include "core/model/trial.h"

namespace pacer {

/// A fact that could be read, or why it could not.
struct Fact {
  std::optional<std::string> value;
  std::string why_not;
};

/// The machine and the software around a run, read once at its start.
struct Environment {
  Fact machine;  ///< CPU model, number of CPUs, memory, hypervisor where there is one
  Fact kernel;
  Fact system;    ///< distribution
  Fact governor;  ///< CPU frequency governor
  Fact turbo;
  Fact smt;
  Fact mitigations;
  Fact client_version;  ///< "wrk debian/4.1.0-3+b2 [epoll]"
  Fact commit;          ///< of Pacer's own checkout, "-dirty" where it is
  int cpu_count = 1;
};

/// Two versions of one framework, measured in turns: what a `pacer compare --live` was made of. Its
/// run holds them under the names old_name() and new_name().
struct LivePair {
  std::string framework;   ///< the directory's name
  std::string repository;  ///< the git work tree it lies in, absolute
  std::string directory;   ///< where in it; "." is its top
  std::string ref;         ///< --against, as typed
  std::string old_commit;  ///< full id of what that was
  std::string new_commit;  ///< of HEAD, or of a snapshot of the work tree where it differs
  std::string new_label;   ///< "4f2a91c", "4f2a91c-dirty"

  std::string old_name() const { return framework + ".old"; }
  std::string new_name() const { return framework + ".new"; }
};

/// What is written to run.json before the first trial: enough to resume the run and to caption
/// every table that is rebuilt from it.
struct RunRecord {
  std::string id;  ///< the run's folder name
  std::string pacer_version;
  std::string started_at;            ///< UTC, ISO 8601
  std::vector<std::string> command;  ///< argv that reproduces it
  Plan plan;
  Settings settings;                       ///< the first, mostly the only one
  std::vector<Settings> further_settings;  ///< of a plan with lists: the others
  std::uint64_t seed = 0;
  std::vector<std::string> frameworks;         ///< asked for, in the order of `pacer list`
  std::vector<std::string> framework_folders;  ///< --frameworks, absolute
  Environment environment;
  std::optional<LivePair> live;  ///< with it rounds are pairs and run without the ceiling

  std::vector<Settings> all_settings() const;
};

/// Of such a time: "2026-01-02T03:04:05Z" → "2026-01-02 03:04". Anything else stays as it is.
std::string minute_of(const std::string& iso);

}  // namespace pacer
