#pragma once

#include <cstdint>
#include <vector>

namespace pacer::load {

/// Nothing was answered from `begin_ns` to `end_ns` although requests were waiting.
struct Stall {
  std::int64_t begin_ns = 0;
  std::int64_t end_ns = 0;
  bool operator==(const Stall&) const = default;
};

constexpr std::int64_t kShortestStallNs = 250'000'000;

/// What one thread sees. It costs a comparison an answer; nothing but stalls is stored.
class StallWatch {
 public:
  /// The first request that waits for an answer has been sent.
  void waiting(std::int64_t now_ns) { since_ns_ = now_ns; }
  void answered(std::int64_t now_ns) {
    if (now_ns - since_ns_ >= kShortestStallNs) add(now_ns);
    since_ns_ = now_ns;
  }
  const std::vector<Stall>& stalls() const { return stalls_; }

 private:
  void add(std::int64_t now_ns) { stalls_.push_back({since_ns_, now_ns}); }

  std::int64_t since_ns_ = 0;
  std::vector<Stall> stalls_;
};

/// The times in which no thread had an answer, of kShortestStallNs and more. Each thread's stalls
/// are in order and do not overlap.
std::vector<Stall> common_stalls(const std::vector<std::vector<Stall>>& threads);

}  // namespace pacer::load
