#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/probe/ready.h"

namespace pacer {

/// How a workload is proven of a server that is up.
struct WorkloadCheck {
  std::string_view workload;
  /// Throws Error, which says what is wrong. `one_process`: the server consists of no more.
  void (*check)(const Target& target, bool one_process);
};

/// In the order of workloads(). `hello` is not among them: a server that is up has proven it.
const std::vector<WorkloadCheck>& workload_checks();

}  // namespace pacer
