#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace pacer {

/// Counts an event over all threads of some processes and over everything that these start
/// afterwards (perf_event_open(2)). Not thread safe.
class TreeCounter {
 public:
  enum class Event {
    kInstructions,  ///< retired, by the CPU's own counter; virtual machines mostly have none
    kTaskClockNs    ///< nanoseconds on a CPU, by the kernel's clock
  };

  /// Counts from here on: in user and kernel mode, or in user mode alone where the kernel's is
  /// refused (kernel.perf_event_paranoid). Counts nothing where this cannot be had, or where the
  /// processes start threads faster than they can be taken in.
  TreeCounter(Event event, const std::vector<pid_t>& pids);
  ~TreeCounter();
  TreeCounter(const TreeCounter&) = delete;
  TreeCounter& operator=(const TreeCounter&) = delete;

  /// Since the constructor. Nothing where it does not count, or where the kernel had to share the
  /// counter with others: what it would make of that is an estimate.
  std::optional<std::uint64_t> read() const;
  bool with_kernel() const { return with_kernel_; }

 private:
  bool attach(Event event, const std::vector<pid_t>& threads);
  void detach();

  std::vector<int> fds_;
  bool with_kernel_ = true;
};

}  // namespace pacer
