#include "engine/build/build_many.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

#include "engine/process/interrupt.h"

namespace pacer {
namespace {

/// What the workers share.
struct Pool {
  const std::vector<BuildJob>& jobs;
  const BuildOptions& options;
  const BuildObserver& observer;
  std::vector<BuildReport> reports;
  std::atomic<std::size_t> next{0};
  std::atomic<bool> stop{false};
  std::mutex telling;
  std::exception_ptr trouble;  ///< the first; guarded by `telling`
};

void build_one(Pool& pool, std::size_t index) {
  const auto& job = pool.jobs[index];
  auto options = pool.options;
  options.progress = [&](const std::string& line) {
    const std::lock_guard lock(pool.telling);
    pool.observer.on_step(job.manifest, line);
  };
  pool.reports[index] = ensure_built(job.manifest, job.tools, options);
  const std::lock_guard lock(pool.telling);
  pool.observer.on_finished(job.manifest, pool.reports[index]);
}

void work(Pool& pool) {
  try {
    for (;;) {
      const auto index = pool.next++;
      if (pool.stop || index >= pool.jobs.size()) return;
      check_interrupted();
      build_one(pool, index);
    }
  } catch (...) {
    pool.stop = true;
    const std::lock_guard lock(pool.telling);
    if (!pool.trouble) pool.trouble = std::current_exception();
  }
}

}  // namespace

std::vector<BuildReport> build_many(const std::vector<BuildJob>& jobs, int workers,
                                    const BuildOptions& options, const BuildObserver& observer) {
  Pool pool{jobs, options, observer, std::vector<BuildReport>(jobs.size()), {}, {}, {}, nullptr};
  const auto count = std::clamp<std::size_t>(static_cast<std::size_t>(std::max(workers, 1)), 1,
                                             std::max<std::size_t>(jobs.size(), 1));
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < count; ++i) threads.emplace_back(work, std::ref(pool));
  }
  if (pool.trouble) std::rethrow_exception(pool.trouble);
  return std::move(pool.reports);
}

}  // namespace pacer
