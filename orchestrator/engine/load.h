#pragma once

#include <string>
#include <variant>

#include "core/clients/client.h"
#include "core/model/outcome.h"
#include "engine/process/process.h"
#include "engine/server.h"

namespace pacer {

/// One start of the load client against a server that is up.
struct LoadRun {
  ClientOutput output;
  double wall_s = 0;  ///< from the client's exec to its end
};

/// What to start: a client's name, its command, and how long it loads.
struct LoadCommand {
  std::string client;
  Argv argv;
  Duration duration{};
};

/// A load client that is running. Its raw output goes to FOLDER/NAME.stdout and NAME.stderr.
class RunningLoad {
 public:
  RunningLoad(const LoadCommand& load, const CpuSet& cpus, const std::filesystem::path& folder,
              const std::string& name);

  pid_t guard_pid() const { return tree_.guard_pid(); }
  /// Waits for the client's end. Where the server ends first, or the client does not end in time,
  /// the client is ended and `stage` has failed. Throws Interrupted.
  std::variant<LoadRun, Failed> wait(ProcessTree& server, Stage stage);

 private:
  std::string client_;
  Duration duration_;
  std::filesystem::path out_;
  std::filesystem::path err_;
  ProcessTree tree_;
};

}  // namespace pacer
