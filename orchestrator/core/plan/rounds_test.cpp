#include "core/plan/rounds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace pacer {
namespace {

using Orders = std::vector<std::vector<int>>;

// The expected orders come from an independent implementation (see shuffle_test.cpp).

TEST(RoundOrders, AreTheSameEverywhere) {
  EXPECT_EQ(round_orders(4, 2, 1), (Orders{{1, 2, 3, 0}, {3, 1, 0, 2}}));
  EXPECT_EQ(round_orders(4, 4, 1),
            (Orders{{0, 1, 3, 2}, {2, 3, 1, 0}, {1, 2, 0, 3}, {3, 0, 2, 1}}));
  EXPECT_EQ(round_orders(3, 7, 9),
            (Orders{{1, 2, 0}, {0, 1, 2}, {2, 0, 1}, {0, 2, 1}, {1, 0, 2}, {2, 1, 0}, {2, 0, 1}}));
}

TEST(RoundOrders, DependOnTheSeed) {
  EXPECT_NE(round_orders(8, 3, 1), round_orders(8, 3, 2));
  EXPECT_NE(round_orders(8, 8, 1), round_orders(8, 8, 2));
}

TEST(RoundOrders, HoldEachEntryOnceARound) {
  for (const int entries : {1, 2, 3, 7, 16, 40}) {
    for (const int rounds : {1, 2, 5, 10, 37}) {
      const auto orders = round_orders(entries, rounds, 5);
      ASSERT_EQ(orders.size(), static_cast<std::size_t>(rounds));
      for (const auto& order : orders) {
        EXPECT_EQ(std::set<int>(order.begin(), order.end()).size(),
                  static_cast<std::size_t>(entries));
        EXPECT_EQ(order.size(), static_cast<std::size_t>(entries));
      }
    }
  }
}

/// How often each entry stood at each place, and each entry directly after each other.
struct Tally {
  std::map<std::pair<int, int>, int> places;
  std::map<std::pair<int, int>, int> followers;
};

Tally tally(const Orders& orders) {
  Tally counts;
  for (const auto& order : orders) {
    for (std::size_t place = 0; place < order.size(); ++place) {
      ++counts.places[{order[place], static_cast<int>(place)}];
      if (place > 0) ++counts.followers[{order[place - 1], order[place]}];
    }
  }
  return counts;
}

void expect_all(const std::map<std::pair<int, int>, int>& counts, std::size_t size, int value) {
  EXPECT_EQ(counts.size(), size);
  for (const auto& [pair, count] : counts) EXPECT_EQ(count, value);
}

TEST(RoundOrders, BalancePlacesAndPredecessors) {
  for (int entries = 2; entries <= 21; ++entries) {
    SCOPED_TRACE(entries);
    const auto size = static_cast<std::size_t>(entries);
    const bool even = entries % 2 == 0;
    const auto counts = tally(round_orders(entries, even ? entries : 2 * entries, 11));
    expect_all(counts.places, size * size, even ? 1 : 2);
    expect_all(counts.followers, size * (size - 1), even ? 1 : 2);
  }
}

TEST(RoundOrders, BalancePlacesInEveryBlock) {
  const auto counts = tally(round_orders(5, 5, 11));
  expect_all(counts.places, 25, 1);
}

TEST(RoundOrders, KeepLeftOverRoundsEven) {
  for (const auto& [entries, rounds] :
       std::vector<std::pair<int, int>>{{4, 10}, {5, 13}, {3, 10}}) {
    const auto counts = tally(round_orders(entries, rounds, 11));
    int least = rounds;
    int most = 0;
    for (int entry = 0; entry < entries; ++entry) {
      for (int place = 0; place < entries; ++place) {
        const auto found = counts.places.find({entry, place});
        const int count = found == counts.places.end() ? 0 : found->second;
        least = std::min(least, count);
        most = std::max(most, count);
      }
    }
    EXPECT_EQ(most - least, 1) << entries << " entries, " << rounds << " rounds";
  }
}

TEST(RoundOrders, ShuffleTheRowsOfABlock) {
  // With rows in the design's order, the first entries of the rounds would count up by one.
  std::set<std::vector<int>> first_entries;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    std::vector<int> firsts;
    for (const auto& order : round_orders(4, 4, seed)) firsts.push_back(order.front());
    first_entries.insert(firsts);
  }
  EXPECT_GT(first_entries.size(), 15u);  // of 24
}

}  // namespace
}  // namespace pacer
