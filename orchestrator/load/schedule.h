#pragma once

#include <cstdint>

namespace pacer::load {

/// One thread's part of a fixed schedule: request k of all threads is due k / rate seconds after
/// the start, and thread i of t sends those with k mod t = i, so that the threads together send
/// evenly. Nothing that a server does moves it.
class Schedule {
 public:
  Schedule() = default;
  /// `total`: requests of all threads together.
  Schedule(std::uint64_t rate_per_s, std::uint64_t total, int thread, int threads)
      : rate_(rate_per_s),
        step_(static_cast<std::uint64_t>(threads)),
        next_(static_cast<std::uint64_t>(thread)),
        total_(total) {}

  bool ended() const { return next_ >= total_; }
  /// Nanoseconds after the start at which the next request is to be sent.
  std::int64_t due_ns() const {
    constexpr std::uint64_t kSecond = 1'000'000'000;
    // In two parts, so that no product overflows.
    return static_cast<std::int64_t>(next_ / rate_ * kSecond + next_ % rate_ * kSecond / rate_);
  }
  void advance() { next_ += step_; }
  /// How many of this thread's requests are not advanced over.
  std::uint64_t left() const { return ended() ? 0 : (total_ - next_ + step_ - 1) / step_; }

 private:
  std::uint64_t rate_ = 1;
  std::uint64_t step_ = 1;
  std::uint64_t next_ = 0;
  std::uint64_t total_ = 0;
};

}  // namespace pacer::load
