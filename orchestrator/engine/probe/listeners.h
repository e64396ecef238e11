#pragma once

#include <string>
#include <vector>

#include "engine/process/process.h"

namespace pacer {

/// Who listens on the trial's port, as seen from the server that was just started.
struct Listening {
  bool any = false;            ///< somebody listens
  std::vector<pid_t> ours;     ///< reached from the started process through living parents
  std::vector<pid_t> orphans;  ///< came out of the started process, but their parent ended
  std::vector<pid_t> strangers;
  bool all_addresses = false;  ///< a listener of ours is not restricted to loopback

  /// Every listener is the server: ours alone, or orphans alone of a process that has ended.
  bool is_the_server(bool started_process_ended) const;
};

Listening who_listens(const ProcessTree& server, int port);

/// "is alive and listens on 8081 instead", "listens on ::1 only", … ; empty where the tree has no
/// listener at all.
std::string listens_elsewhere(const ProcessTree& server, const std::string& address, int port);

}  // namespace pacer
