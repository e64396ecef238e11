#include "engine/health/tree_counter.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <thread>

namespace pacer {
namespace {

constexpr double kEnough_s = 0.05;

/// Of the calling thread alone.
void burn(double cpu_s) {
  const auto now_s = [] {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
  };
  const double end_s = now_s() + cpu_s;
  while (now_s() < end_s) {
  }
}

/// A process with two threads that works when it is told to: in a thread that stood before, in one
/// that is new, and in a process that is new.
class Worker {
 public:
  Worker() {
    if (pipe(go_) != 0 || pipe(done_) != 0) abort();
    pid_ = fork();
    if (pid_ == 0) work();
    wait_for_word();
  }
  ~Worker() {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
    for (const int fd : {go_[0], go_[1], done_[0], done_[1]}) close(fd);
  }

  pid_t pid() const { return pid_; }
  void run() {
    EXPECT_EQ(write(go_[1], "g", 1), 1);
    wait_for_word();
  }

 private:
  void wait_for_word() {
    char word = 0;
    EXPECT_EQ(read(done_[0], &word, 1), 1);
  }
  void say() { [[maybe_unused]] const auto written = write(done_[1], "d", 1); }

  [[noreturn]] void work() {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    std::thread old([&] {
      say();
      char word = 0;
      while (read(go_[0], &word, 1) == 1) {
        burn(kEnough_s);
        std::thread(burn, kEnough_s).join();
        const pid_t child = fork();
        if (child == 0) {
          burn(kEnough_s);
          _exit(0);
        }
        waitpid(child, nullptr, 0);
        say();
      }
    });
    old.join();
    _exit(0);
  }

  int go_[2] = {};
  int done_[2] = {};
  pid_t pid_ = 0;
};

TEST(TreeCounter, CountsOldThreadsNewThreadsAndNewProcesses) {
  Worker worker;
  TreeCounter counter(TreeCounter::Event::kTaskClockNs, {worker.pid()});
  const auto before = counter.read();
  if (!before) GTEST_SKIP() << "this kernel lets nobody count";
  worker.run();
  const double counted_s = static_cast<double>(counter.read().value() - *before) * 1e-9;
  EXPECT_GE(counted_s, 3 * kEnough_s);
  EXPECT_LT(counted_s, 4 * kEnough_s) << "something counts twice";
}

TEST(TreeCounter, CountsOnlyFromItsConstructorOn) {
  Worker worker;
  worker.run();
  TreeCounter counter(TreeCounter::Event::kTaskClockNs, {worker.pid()});
  const auto counted_ns = counter.read();
  if (!counted_ns) GTEST_SKIP() << "this kernel lets nobody count";
  EXPECT_LT(static_cast<double>(*counted_ns) * 1e-9, kEnough_s);
}

TEST(TreeCounter, TellsNothingOfNobody) {
  EXPECT_FALSE(TreeCounter(TreeCounter::Event::kTaskClockNs, {}).read());
  const auto gone = fork();
  if (gone == 0) _exit(0);
  waitpid(gone, nullptr, 0);
  EXPECT_FALSE(TreeCounter(TreeCounter::Event::kTaskClockNs, {gone}).read());
}

TEST(TreeCounter, CountsInstructionsInProportionWhereThereIsACounter) {
  Worker worker;
  TreeCounter counter(TreeCounter::Event::kInstructions, {worker.pid()});
  const auto before = counter.read();
  // Virtual machines mostly have no such counter; then it is told so instead of counted as 0.
  const bool has_counter = std::filesystem::exists("/sys/bus/event_source/devices/cpu") ||
                           std::filesystem::exists("/sys/bus/event_source/devices/cpu_core");
  ASSERT_TRUE(!before || has_counter);
  if (!before) return;
  worker.run();
  const auto once = counter.read().value() - *before;
  worker.run();
  const auto twice = counter.read().value() - *before;
  EXPECT_GT(once, 0U);
  EXPECT_NEAR(static_cast<double>(twice) / static_cast<double>(once), 2, 0.5);
}

}  // namespace
}  // namespace pacer
