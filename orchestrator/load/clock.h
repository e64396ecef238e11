#pragma once

#include <cstdint>
#include <ctime>

namespace pacer::load {

/// Monotonic; some 20 ns a reading.
inline std::int64_t now_ns() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * std::int64_t{1'000'000'000} + now.tv_nsec;
}

}  // namespace pacer::load
