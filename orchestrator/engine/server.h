#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/model/manifest.h"
#include "core/model/workload.h"
#include "engine/probe/ready.h"
#include "engine/probe/verify.h"
#include "engine/process/process.h"

namespace pacer {

/// How one server is to be started.
struct ServerTask {
  const Manifest* manifest = nullptr;
  const Workload* workload = nullptr;
  std::map<std::string, std::string> tool_env;  ///< PATH, JAVA_HOME, … of the toolchains
  std::string version;                          ///< of the framework, as it will be printed
  CpuSet cpus;                                  ///< empty: every CPU
  int cpu_count = 1;                            ///< what {cpus} becomes
  std::optional<int> port;                      ///< none: a free one is chosen
  int pipeline = 1;                             ///< the depth the server must stand
  std::filesystem::path folder;                 ///< takes server.stdout and server.stderr
  std::filesystem::path group_entrance;         ///< of a MemoryGroup for its tree; or empty
  std::function<void(Stage)> on_stage;          ///< called as each stage begins; may be empty
};

/// A server that is up, verified, and who it says it is.
struct Server {
  std::unique_ptr<ProcessTree> tree;
  std::string address;
  int port = 0;
  Ready ready;
  Verified verified;
  std::vector<pid_t> listeners;  ///< processes that held the port when it became ready

  Target target(const ServerTask& task) const;
};

/// gate (the port) → start → ready → verify. On failure nothing is left running.
/// Throws Interrupted.
std::variant<Server, Failed> bring_up(const ServerTask& task);

/// TERM, then KILL, to the whole tree; proves that tree and port are empty.
struct BroughtDown {
  std::vector<Note> notes;
  Duration took{};
  std::string left_over;  ///< what is still there; empty: nothing
};
BroughtDown bring_down(Server& server);

/// argv and environment a server is started with.
Command server_command(const ServerTask& task, const std::string& address, int port);

}  // namespace pacer
