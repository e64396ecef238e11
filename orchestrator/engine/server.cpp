#include "engine/server.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/text.h"
#include "engine/health/port_owner.h"
#include "engine/places/place.h"
#include "engine/port.h"
#include "engine/probe/listeners.h"

namespace pacer {
namespace {

constexpr const char* kAddress = "127.0.0.1";
constexpr auto kStopGrace = std::chrono::seconds(5);

void enter(const ServerTask& task, Stage stage) {
  if (task.on_stage) task.on_stage(stage);
}

/// "" where the port can be used, else who holds it. Pacer never ends a stranger.
std::string port_trouble(int port) {
  const auto holders = listeners_on(port, {});
  if (holders.empty()) return "";
  std::vector<std::string> names;
  for (const auto& listener : holders) {
    for (const auto pid : listener.pids) names.push_back(describe_process(pid));
  }
  return fmt::format("port {} is held by {}", port,
                     names.empty() ? "a process that cannot be seen from here" : join(names, ", "));
}

std::vector<pid_t> holders_of(const ProcessTree& tree, int port) {
  const auto listening = who_listens(tree, port);
  auto pids = listening.ours;
  pids.insert(pids.end(), listening.orphans.begin(), listening.orphans.end());
  return pids;
}

}  // namespace

Target Server::target(const ServerTask& task) const {
  return {*task.manifest, *task.workload, address, port, task.folder / "server.stderr"};
}

Command server_command(const ServerTask& task, const std::string& address, int port) {
  Command command;
  const auto fill = [&](const std::string& word) {
    return replace_all(replace_all(word, "{port}", std::to_string(port)), "{cpus}",
                       std::to_string(task.cpu_count));
  };
  for (const auto& word : task.manifest->run) command.argv.push_back(fill(word));
  command.directory = task.manifest->directory;
  // Settings of the user's own shell would make the figures theirs alone.
  command.unset = {
      "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "NODE_OPTIONS", "GOGC",
      "GOMAXPROCS",        "GODEBUG",          "GOMEMLIMIT",    "PYTHONPATH",   "MALLOC_ARENA_MAX",
      "LD_PRELOAD"};
  command.env = task.tool_env;
  for (const auto& [name, value] : task.manifest->env) command.env[name] = fill(value);
  command.env["PORT"] = std::to_string(port);
  command.env["HOST"] = address;
  command.cpus = task.cpus;
  command.group_entrance = task.group_entrance;
  command.stdout_file = task.folder / "server.stdout";
  command.stderr_file = task.folder / "server.stderr";
  return command;
}

std::variant<Server, Failed> bring_up(const ServerTask& task) {
  enter(task, Stage::kGate);
  Server server;
  server.address = kAddress;
  server.port = task.port ? *task.port : choose_port();
  if (const auto trouble = port_trouble(server.port); !trouble.empty()) {
    return Failed{Stage::kGate, trouble, {}};
  }
  enter(task, Stage::kStart);
  const auto command = server_command(task, server.address, server.port);
  // A server's log belongs to one start; a resumed trial must not show the old one's lines.
  std::filesystem::remove(command.stdout_file);
  std::filesystem::remove(command.stderr_file);
  try {
    server.tree = std::make_unique<ProcessTree>(local_place().start(command));
  } catch (const Error& error) {
    return Failed{Stage::kStart, error.what(), {}};
  }
  enter(task, Stage::kReady);
  const auto target = server.target(task);
  auto ready = wait_until_ready(*server.tree, target);
  if (auto* failed = std::get_if<Failed>(&ready)) return *failed;
  server.ready = std::get<Ready>(std::move(ready));
  server.listeners = holders_of(*server.tree, server.port);
  enter(task, Stage::kVerify);
  auto verified = verify(target, task.pipeline);
  if (auto* failed = std::get_if<Failed>(&verified)) {
    if (const auto status = server.tree->exited(); status && !status->ok()) {
      failed->why += fmt::format("; the server ended ({})", status->text());
    }
    return *failed;
  }
  server.verified = std::get<Verified>(std::move(verified));
  return server;
}

BroughtDown bring_down(Server& server) {
  BroughtDown down;
  const bool ended_by_itself = server.tree->exited().has_value();
  const auto report = server.tree->stop(kStopGrace);
  down.took = report.took;
  if (report.ignored_term) {
    down.notes.push_back({"ignored-term", fmt::format("ignored SIGTERM, killed with SIGKILL after "
                                                      "{}",
                                                      format_duration(kStopGrace))});
  }
  if (report.outlived > 0 && !ended_by_itself) {
    down.notes.push_back(
        {"outlived", fmt::format("{} child {} outlived the master, killed", report.outlived,
                                 report.outlived == 1 ? "process" : "processes")});
  }
  if (!report.empty) {
    down.left_over = "processes of the server cannot be ended";
  } else {
    down.left_over = port_trouble(server.port);
  }
  return down;
}

}  // namespace pacer
