#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace pacer::e2e {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
using std::chrono::seconds;

/// How a child ended.
struct Ended {
  int code = -1;   ///< exit code; -1 where a signal ended it
  int signal = 0;  ///< that signal
};

/// A process that a test starts, independent of the code under test. Killed at the end of its
/// scope.
class Child {
 public:
  /// `env` is added to the inherited environment; outputs go to files. Throws where the program
  /// cannot be started.
  Child(const std::vector<std::string>& argv, const std::map<std::string, std::string>& env,
        const std::filesystem::path& out, const std::filesystem::path& err);
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  pid_t pid() const { return pid_; }
  bool runs();
  /// Nothing where it has not ended by the deadline.
  std::optional<Ended> wait(Clock::time_point deadline);
  void signal(int number) const;

 private:
  pid_t pid_ = -1;
  std::optional<Ended> ended_;
};

/// Looks every few milliseconds until it has happened; false where the limit passes first.
template <class Happened>
bool eventually(const Happened& happened, Clock::duration limit = seconds(30));

void pause_briefly();

template <class Happened>
bool eventually(const Happened& happened, Clock::duration limit) {
  const auto deadline = Clock::now() + limit;
  while (!happened()) {
    if (Clock::now() >= deadline) return false;
    pause_briefly();
  }
  return true;
}

}  // namespace pacer::e2e
