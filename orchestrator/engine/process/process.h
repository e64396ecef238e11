#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/duration.h"
#include "core/model/manifest.h"
#include "core/model/plan.h"

namespace pacer {

/// Opens /dev/null in place of a standard input, output or error that the caller left closed: else
/// the next pipe would get its number. Call once in main, before any descriptor is opened.
void open_standard_files();

/// CLOCK_MONOTONIC, the one clock of every process on this machine.
using MonotonicTime = std::chrono::time_point<std::chrono::steady_clock>;
inline MonotonicTime monotonic_now() { return std::chrono::steady_clock::now(); }

/// What to start. Output goes to files, never to a pipe: a pipe that nobody drains blocks the
/// server, and one that a survivor keeps open never ends.
struct Command {
  Argv argv;  ///< argv[0] is looked up on PATH of `env` (or the inherited one)
  std::filesystem::path directory;            ///< working directory; empty: the current one
  std::map<std::string, std::string> env;     ///< added to the inherited environment
  std::vector<std::string> unset;             ///< taken out of it
  CpuSet cpus;                                ///< empty: every CPU
  bool without_network = false;               ///< in a namespace with nothing but loopback
  std::filesystem::path group_entrance;       ///< of a MemoryGroup that it is to be in; or empty
  std::filesystem::path stdout_file;          ///< empty: /dev/null
  std::filesystem::path stderr_file;          ///< may equal stdout_file
  std::uint64_t output_cap_bytes = 8u << 20;  ///< of each file; the middle is dropped beyond it
};

struct ExitStatus {
  int code = 0;    ///< exit code, where signal is 0
  int signal = 0;  ///< the signal that ended it
  bool ok() const { return code == 0 && signal == 0; }
  std::string text() const;  ///< "exit 3" or "killed by SIGKILL"
};

struct StopReport {
  bool ignored_term = false;  ///< the started process had to be killed
  int outlived = 0;           ///< processes that lived on after the started process had ended
  bool empty = false;         ///< nothing of the tree is left
  Duration took{};
};

/// A started process and everything it starts, however it detaches: a guard process
/// (orchestrator/guard) is subreaper of the tree and ends it when this object, or Pacer, ends.
class ProcessTree {
 public:
  /// Throws Error where the program cannot be started (not found, not executable, no such folder).
  explicit ProcessTree(const Command& command);
  /// Kills whatever is left of the tree.
  ~ProcessTree();
  ProcessTree(ProcessTree&& other) noexcept;
  ProcessTree& operator=(ProcessTree&&) = delete;

  pid_t pid() const { return pid_; }                  ///< of the started process
  pid_t guard_pid() const { return guard_pid_; }      ///< root of the tree, not a part of it
  MonotonicTime started() const { return started_; }  ///< just before exec

  /// How the started process ended, if it did. Descendants may live on.
  std::optional<ExitStatus> exited();
  MonotonicTime ended() const { return ended_; }  ///< when it ended, where exited() is set
  /// Waits for the started process to end. False where the deadline passes first.
  /// Throws Interrupted on Ctrl-C.
  bool wait_until(MonotonicTime deadline);
  /// Readable when there is news for exited().
  int status_fd() const { return status_fd_; }

  /// Living processes of the tree.
  std::vector<pid_t> members() const;
  /// TERM to the started process, then to what outlives it, then KILL to all. Never throws
  /// Interrupted: nothing may be left behind.
  StopReport stop(Duration grace);

 private:
  void read_status();

  pid_t pid_ = -1;
  pid_t guard_pid_ = -1;
  int control_fd_ = -1;
  int status_fd_ = -1;
  std::string status_text_;
  std::optional<ExitStatus> exit_;
  MonotonicTime started_;
  MonotonicTime ended_;
};

struct Finished {
  std::optional<ExitStatus> status;  ///< none where the time ran out; the tree was killed then
  Duration took{};
};

/// Starts, waits at most `timeout`, ends the whole tree. Throws Interrupted on Ctrl-C (the tree is
/// ended first) and Error where the program cannot be started.
Finished run_to_end(const Command& command, Duration timeout);

/// For short questions to a tool ("go version"): both outputs together, at most 64 KiB.
struct Answer {
  std::optional<ExitStatus> status;
  std::string output;
};
Answer ask(const Argv& argv, const std::map<std::string, std::string>& env, Duration timeout);

}  // namespace pacer
