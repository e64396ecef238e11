#include "core/plan/shuffle.h"

namespace pacer {

std::uint64_t bounded(std::mt19937_64& engine, std::uint64_t bound) {
  const std::uint64_t rest = (0 - bound) % bound;  // 2^64 modulo bound
  std::uint64_t drawn = engine();
  while (drawn < rest) drawn = engine();
  return drawn % bound;
}

}  // namespace pacer
