#pragma once

#include <filesystem>
#include <string>

#include "base/duration.h"
#include "core/model/plan.h"
#include "core/model/run_record.h"
#include "engine/health/cpu_stat.h"
#include "engine/process/process.h"

namespace pacer {

/// Everything that a table's caption says about where it was measured. What cannot be read is null
/// with the reason. `checkout` is the folder of Pacer's own sources.
Environment read_environment(const std::string& client, const std::filesystem::path& checkout);

/// The part that /proc and /sys tell: machine, system, governor, turbo, SMT, mitigations. `root`
/// stands for "/", so that other machines' files can be read too.
Environment read_machine(const std::filesystem::path& root = "/");

/// "wrk debian/4.1.0-3+b2 [epoll]": the first line of what the client says of itself.
Fact client_version(const std::string& client);
/// `git describe --always --dirty` of the folder itself; null where it is no checkout.
Fact commit_of(const std::filesystem::path& root);

/// CPUs this process may run on, sorted.
CpuSet allowed_cpus();

/// How busy a set of CPUs is (empty: every allowed one).
class BusyMeter {
 public:
  explicit BusyMeter(CpuSet cpus);
  /// Share of the time since the last call (or the constructor) in which they were neither idle nor
  /// stolen, 0 … 1. Steps of 10 ms: ask for 100 ms or more.
  double share();

 private:
  CpuSet cpus_;
  MachineCpu last_;
  MonotonicTime last_at_;
};

/// Waits for a window of 200 ms in which the CPUs (empty: every allowed one) were less than 5 %
/// busy. False where `within` passes first. Zero: nobody wants to wait, true at once, nothing is
/// sampled. Throws Interrupted on Ctrl-C.
bool wait_for_quiet(const CpuSet& cpus, Duration within);

}  // namespace pacer
