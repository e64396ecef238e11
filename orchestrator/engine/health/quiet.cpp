#include <poll.h>
#include <sched.h>

#include <algorithm>
#include <utility>

#include "engine/health/environment.h"
#include "engine/process/interrupt.h"

namespace pacer {
namespace {

using namespace std::chrono_literals;

constexpr auto kQuietWindow = 200ms;
constexpr double kQuietShare = 0.05;

/// Sleeps until then; Ctrl-C ends it.
void sleep_until(MonotonicTime then) {
  for (auto now = monotonic_now(); now < then; now = monotonic_now()) {
    check_interrupted();
    pollfd interrupt{interrupt_fd(), POLLIN, 0};
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(then - now).count();
    poll(&interrupt, 1, static_cast<int>(left));
  }
  check_interrupted();
}

}  // namespace

CpuSet allowed_cpus() {
  cpu_set_t set;
  CPU_ZERO(&set);
  CpuSet cpus;
  if (sched_getaffinity(0, sizeof(set), &set) != 0) return {0};
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(static_cast<std::size_t>(cpu), &set)) cpus.push_back(cpu);
  }
  return cpus;
}

BusyMeter::BusyMeter(CpuSet cpus)
    : cpus_(cpus.empty() ? allowed_cpus() : std::move(cpus)),
      last_(read_proc_stat()),
      last_at_(monotonic_now()) {}

double BusyMeter::share() {
  auto machine = read_proc_stat();
  const auto now = monotonic_now();
  const double wall_s = std::chrono::duration<double>(now - last_at_).count();
  const auto use = cpu_use(last_, machine, wall_s, cpus_);
  last_ = std::move(machine);
  last_at_ = now;
  return use.busy_share;
}

bool wait_for_quiet(const CpuSet& cpus, Duration within) {
  if (within <= Duration::zero()) return true;
  const auto deadline = monotonic_now() + within;
  BusyMeter meter(cpus);
  while (true) {
    const auto window_end = monotonic_now() + kQuietWindow;
    if (window_end > deadline) return false;
    sleep_until(window_end);
    if (meter.share() < kQuietShare) return true;
  }
}

}  // namespace pacer
