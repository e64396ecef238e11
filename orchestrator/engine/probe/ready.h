#pragma once

#include <string>
#include <variant>
#include <vector>

#include "core/model/manifest.h"
#include "core/model/outcome.h"
#include "core/model/workload.h"
#include "engine/process/process.h"

namespace pacer {

/// A server under test.
struct Target {
  const Manifest& manifest;
  const Workload& workload;
  std::string address;
  int port = 0;
  std::filesystem::path log;  ///< of its standard error, for evidence
};

struct Ready {
  Duration startup{};  ///< from exec to the first right answer
  std::vector<Note> notes;
};

/// The last lines that a server wrote: to standard error (`log`), else to standard output beside
/// it.
std::vector<std::string> last_words(const std::filesystem::path& log);

/// Polls every millisecond until the server gives a right answer, the started process ends or
/// ready_within is over. Who answers must be the process just started.
std::variant<Ready, Failed> wait_until_ready(ProcessTree& server, const Target& target);

}  // namespace pacer
