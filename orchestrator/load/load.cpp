#include "load/load.h"

#include <fmt/format.h>
#include <pthread.h>
#include <sys/resource.h>

#include <algorithm>
#include <barrier>
#include <csignal>
#include <memory>
#include <thread>
#include <vector>

#include "base/error.h"
#include "load/clock.h"
#include "load/worker.h"

namespace pacer::load {
namespace {

/// Files, libraries and an epoll for each thread.
constexpr rlim_t kSpareDescriptors = 64;

void allow_descriptors(const Settings& settings) {
  rlimit files{};
  if (getrlimit(RLIMIT_NOFILE, &files) != 0) return;
  const auto needed = static_cast<rlim_t>(settings.connections) +
                      static_cast<rlim_t>(settings.threads) + kSpareDescriptors;
  if (files.rlim_max < needed) {
    throw Error(fmt::format("{} connections need {} file descriptors, and only {} are allowed",
                            settings.connections, needed, files.rlim_max),
                "-c", fmt::format("take fewer, or `ulimit -n {}` as root first", needed));
  }
  files.rlim_cur = std::max(files.rlim_cur, needed);
  setrlimit(RLIMIT_NOFILE, &files);
}

std::int64_t us(const timeval& time) {
  return time.tv_sec * std::int64_t{1'000'000} + time.tv_usec;
}

rusage usage() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return used;
}

/// Ctrl-C is the main thread's, so that no other is disturbed.
class BlockedSignals {
 public:
  BlockedSignals() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~BlockedSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  BlockedSignals(const BlockedSignals&) = delete;
  BlockedSignals& operator=(const BlockedSignals&) = delete;

 private:
  sigset_t before_{};
};

struct Run {
  std::vector<std::unique_ptr<Worker>> workers;
  std::int64_t begin_ns = 0;  ///< the first connection is opened
  std::int64_t start_ns = 0;  ///< all are open, and the time begins
  rusage before{};
};

/// All threads open their connections, start at once, and end.
void run_threads(Run& run, const std::atomic<bool>& stop) {
  run.begin_ns = now_ns();
  std::atomic<int> open{0};
  const auto on_ready = [&]() noexcept {
    run.before = usage();
    run.start_ns = now_ns();
  };
  std::barrier ready(static_cast<std::ptrdiff_t>(run.workers.size()), on_ready);
  std::vector<std::thread> threads;
  {
    const BlockedSignals blocked;
    for (auto& worker : run.workers) {
      threads.emplace_back([&] {
        open += worker->open_all();
        ready.arrive_and_wait();
        if (open > 0 && !stop) worker->run(run.start_ns);
      });
    }
  }
  for (auto& thread : threads) thread.join();
}

void refuse_if_never_open(const Run& run, const std::atomic<bool>& stop) {
  Counts counts;
  std::string why = "no connection was accepted";
  for (const auto& worker : run.workers) {
    counts.add(worker->counts());
    const auto found = worker->evidence().find(Fault::kConnect);
    if (found != worker->evidence().end()) why = found->second;
  }
  if (counts.opened > 0 || stop) return;
  throw Error("cannot connect: " + why, "", "is the server running, and is the port right?");
}

/// Of all threads. One that had no answer any more stands still.
std::vector<std::uint64_t> right_by_second(const Run& run, std::int64_t duration_us) {
  std::vector<std::uint64_t> by_second(static_cast<std::size_t>(duration_us / 1'000'000));
  for (const auto& worker : run.workers) {
    const auto& at = worker->right_at_second();
    std::uint64_t before = 0;
    for (std::size_t second = 0; second < by_second.size(); ++second) {
      const auto until = second < at.size() ? at[second] : worker->counts().right;
      by_second[second] += until - before;
      before = until;
    }
  }
  return by_second;
}

Report merge(const Run& run, const Settings& settings, const std::atomic<bool>& stop) {
  Report report;
  if (settings.rate_per_s) report.open_loop.emplace().rate_per_s = *settings.rate_per_s;
  std::vector<std::vector<Stall>> stalls;
  std::int64_t end_ns = run.start_ns;
  for (const auto& worker : run.workers) {
    report.counts.add(worker->counts());
    report.latency_ns.merge(worker->latency_ns());
    if (report.open_loop) {
      report.open_loop->lag_ns.merge(worker->lag_ns());
      report.open_loop->sent_in_time += worker->sent_in_time();
    }
    stalls.push_back(worker->stalls());
    for (const auto& [fault, why] : worker->evidence()) report.evidence.emplace(fault, why);
    report.gave_up |= worker->gave_up();
    report.out_of_time |= worker->out_of_time();
    end_ns = std::max(end_ns, worker->end_ns());
  }
  report.interrupted = stop;
  report.opening_us = (run.start_ns - run.begin_ns) / 1000;
  report.duration_us = (end_ns - run.start_ns) / 1000;
  report.started_us = run.start_ns / 1000;
  report.right_by_second = right_by_second(run, report.duration_us);
  report.stalls = common_stalls(stalls);
  for (auto& stall : report.stalls) {
    stall.begin_ns -= run.start_ns;
    stall.end_ns -= run.start_ns;
  }
  return report;
}

}  // namespace

Report run_load(const Settings& settings, const std::atomic<bool>& stop) {
  allow_descriptors(settings);
  Run run;
  for (int i = 0; i < settings.threads; ++i) {
    run.workers.push_back(std::make_unique<Worker>(settings, i, stop));
  }
  run_threads(run, stop);
  const auto after = usage();
  refuse_if_never_open(run, stop);
  auto report = merge(run, settings, stop);
  report.cpu_user_us = us(after.ru_utime) - us(run.before.ru_utime);
  report.cpu_system_us = us(after.ru_stime) - us(run.before.ru_stime);
  if (report.open_loop) report.open_loop->scheduled = scheduled_requests(settings);
  return report;
}

}  // namespace pacer::load
