#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace pacer {

/// A number from 0 to `bound` - 1, all equally likely. The standard fixes the output of
/// std::mt19937_64, but not that of std::shuffle or std::uniform_int_distribution: with these a
/// seed would give another order on another library. Numbers from the incomplete last stretch of
/// 2^64 are drawn again, since % alone would favour the small ones.
std::uint64_t bounded(std::mt19937_64& engine, std::uint64_t bound);

/// Fisher-Yates from the back (Durstenfeld, Algorithm 235, Comm. ACM 7, 1964): for i = n - 1 … 1,
/// swap items i and bounded(i + 1).
template <class Item>
void shuffle(std::vector<Item>& items, std::mt19937_64& engine) {
  for (std::size_t i = items.size(); i > 1; --i) {
    std::swap(items[i - 1], items[static_cast<std::size_t>(bounded(engine, i))]);
  }
}

}  // namespace pacer
