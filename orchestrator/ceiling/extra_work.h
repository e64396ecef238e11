#pragma once

#include <cstdint>

namespace pacer::ceiling {

/// How much CPU time a thread burns so that it uses a known share more than it would by itself.
/// All times are the thread's own CPU time in nanoseconds.
class ExtraWork {
 public:
  explicit ExtraWork(int percent) : percent_(percent) {}

  bool wanted() const { return percent_ > 0; }

  /// Until when to burn, given the time used so far: what is owed for the work since the last burn,
  /// and what earlier ones were short or long of.
  std::int64_t burn_until_ns(std::int64_t used_ns) {
    owed_ns_ += (used_ns - last_ns_) * percent_ / 100;
    last_ns_ = used_ns;
    return used_ns + owed_ns_;
  }

  /// The burn has ended at this time.
  void burned(std::int64_t used_ns) {
    owed_ns_ -= used_ns - last_ns_;
    last_ns_ = used_ns;
  }

 private:
  int percent_;
  std::int64_t last_ns_ = 0;
  std::int64_t owed_ns_ = 0;
};

}  // namespace pacer::ceiling
