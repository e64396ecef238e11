#include "engine/health/tree_counter.h"

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "engine/health/process_table.h"

namespace pacer {
namespace {

constexpr int kAttempts = 5;

std::vector<pid_t> threads_of_all(const std::vector<pid_t>& pids) {
  std::vector<pid_t> all;
  for (const auto pid : pids) {
    const auto threads = threads_of(pid);
    all.insert(all.end(), threads.begin(), threads.end());
  }
  std::sort(all.begin(), all.end());
  return all;
}

perf_event_attr attributes(TreeCounter::Event event, bool with_kernel) {
  perf_event_attr attr{};
  attr.size = sizeof attr;
  const bool is_hardware = event == TreeCounter::Event::kInstructions;
  attr.type = is_hardware ? PERF_TYPE_HARDWARE : PERF_TYPE_SOFTWARE;
  attr.config = is_hardware ? std::uint64_t{PERF_COUNT_HW_INSTRUCTIONS}
                            : std::uint64_t{PERF_COUNT_SW_TASK_CLOCK};
  attr.inherit = 1;
  attr.exclude_kernel = with_kernel ? 0 : 1;
  attr.exclude_hv = 1;
  attr.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  return attr;
}

int open_event(perf_event_attr attr, pid_t thread) {
  return static_cast<int>(
      syscall(SYS_perf_event_open, &attr, thread, -1, -1, PERF_FLAG_FD_CLOEXEC));
}

}  // namespace

TreeCounter::TreeCounter(Event event, const std::vector<pid_t>& pids) {
  // A thread that comes up meanwhile may be the child of one that is counted already, and then
  // counts with it, or of one that is not. Only a set that stood still is right.
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const auto threads = threads_of_all(pids);
    const bool attached = attach(event, threads);
    if (attached && threads_of_all(pids) == threads) return;
    detach();
    if (!attached && errno != ESRCH) return;
  }
}

TreeCounter::~TreeCounter() { detach(); }

bool TreeCounter::attach(Event event, const std::vector<pid_t>& threads) {
  for (const auto thread : threads) {
    int fd = open_event(attributes(event, with_kernel_), thread);
    if (fd < 0 && (errno == EACCES || errno == EPERM) && with_kernel_ && fds_.empty()) {
      with_kernel_ = false;
      fd = open_event(attributes(event, with_kernel_), thread);
    }
    if (fd < 0) return false;
    fds_.push_back(fd);
  }
  return !fds_.empty();
}

void TreeCounter::detach() {
  const int kept = errno;
  for (const int fd : fds_) close(fd);
  fds_.clear();
  errno = kept;
}

std::optional<std::uint64_t> TreeCounter::read() const {
  std::uint64_t sum = 0;
  for (const int fd : fds_) {
    struct {
      std::uint64_t value, enabled_ns, running_ns;
    } count{};
    if (::read(fd, &count, sizeof count) != sizeof count) return std::nullopt;
    if (count.running_ns != count.enabled_ns) return std::nullopt;
    sum += count.value;
  }
  return fds_.empty() ? std::nullopt : std::optional(sum);
}

}  // namespace pacer
