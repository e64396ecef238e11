#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/judge/count.h"
#include "engine/probe/count.h"
#include "engine/process/process.h"

namespace pacer {

/// Counts the handler runs of one trial (rule 5): calibrated once, then read before and after each
/// load. What goes wrong in asking is no error here: it stands in the verdict or the reading.
class Counting {
 public:
  Counting(const Target& target, const ProcessTree& server);

  CalibrationVerdict calibrate(bool pipelined);

  /// Before a load; nobody else may ask the server for anything until end().
  void begin();
  /// After it. Waits until the load's connections have closed, 0.2 s at most.
  CountReading end();

 private:
  HandlerCounts read();
  void wait_for_closes() const;
  std::map<pid_t, double> cpu_of_members() const;
  bool unreached() const;

  const ProcessTree& server_;
  int port_;
  HandlerCount count_;
  CountReading reading_;
  std::map<pid_t, double> cpu_before_s_;
};

}  // namespace pacer
