#include "core/yaml/position.h"

#include <gtest/gtest.h>

namespace pacer::yaml {
namespace {

std::pair<int, int> place(std::string_view text, std::size_t offset) {
  const auto position = Positions(text).at(offset);
  return {position.line, position.column};
}

TEST(Positions, CountFromOne) {
  EXPECT_EQ(place("ab\ncd", 0), std::pair(1, 1));
  EXPECT_EQ(place("ab\ncd", 1), std::pair(1, 2));
  EXPECT_EQ(place("ab\ncd", 2), std::pair(1, 3));
  EXPECT_EQ(place("ab\ncd", 3), std::pair(2, 1));
  EXPECT_EQ(place("ab\ncd", 4), std::pair(2, 2));
}

TEST(Positions, CountCharactersAndNotBytes) { EXPECT_EQ(place("öä\nü: x", 9), std::pair(2, 4)); }

TEST(Positions, OfTheEndAreOnTheLastLineWithSomethingOnIt) {
  EXPECT_EQ(place("ab\ncd\n\n  \n", 9), std::pair(2, 3));
  EXPECT_EQ(place("ab\r\n", 99), std::pair(1, 3));
  EXPECT_EQ(place("ab", std::string_view::npos), std::pair(1, 3));
  EXPECT_EQ(place("", 0), std::pair(1, 1));
  EXPECT_EQ(place("\n\n", 2), std::pair(1, 1));
}

}  // namespace
}  // namespace pacer::yaml
