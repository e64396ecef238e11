#pragma once

#include <cstddef>
#include <string>

#include "core/judge/count.h"
#include "engine/probe/ready.h"

namespace pacer {

/// Asks a server that is up how often its hello handler ran. Everything here throws ProbeFailure
/// where no answer comes and Error for a wrong one.
class HandlerCount {
 public:
  /// `one_process`: the whole server is one, so that a few questions reach all of it.
  HandlerCount(const Target& target, bool one_process)
      : target_(target), one_process_(one_process) {}

  /// 1,000 hello requests over a few kept connections (fewer where they take over two seconds), and
  /// some for a path that does not exist. `pipelined`: the server answers them sixteen at a time.
  Calibration calibrate(bool pipelined);

  /// The counts of all processes: asked over fresh connections until no new process turns up, and
  /// again until two rounds say the same, for the requests of a load that its client did not wait
  /// for may still run. Throws Error where they never stand still.
  HandlerCounts settled();

 private:
  struct Look;
  class Lanes;
  Look look(const HandlerCounts& known) const;

  Target target_;
  bool one_process_;
  HandlerCounts known_;
};

/// Proves the `count` workload of a server that is up: known numbers of hello requests raise the
/// sum over all its processes by exactly that much, and requests for other paths do not. Returns
/// what is wrong, or "".
std::string check_count(const Target& target, bool one_process);

}  // namespace pacer
