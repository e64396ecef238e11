#include "base/edit_distance.h"

#include <gtest/gtest.h>

namespace pacer {
namespace {

TEST(EditDistance, CountsOneForEachStep) {
  EXPECT_EQ(edit_distance("", ""), 0);
  EXPECT_EQ(edit_distance("port", "port"), 0);
  EXPECT_EQ(edit_distance("", "port"), 4);
  EXPECT_EQ(edit_distance("port", ""), 4);
  EXPECT_EQ(edit_distance("prt", "port"), 1);
  EXPECT_EQ(edit_distance("ports", "port"), 1);
  EXPECT_EQ(edit_distance("pork", "port"), 1);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3);
}

TEST(EditDistance, CountsOneForASwapOfNeighbours) {
  EXPECT_EQ(edit_distance("prot", "port"), 1);
  EXPECT_EQ(edit_distance("opt", "top"), 2);
  EXPECT_EQ(edit_distance("ca", "abc"), 3);  // of optimal string alignment; unrestricted it is 2
}

TEST(EditDistance, IsSymmetric) {
  EXPECT_EQ(edit_distance("spring", "sprnig-boot"), edit_distance("sprnig-boot", "spring"));
}

TEST(Nearest, IsWhatWasMeant) {
  const std::vector<std::string> names{"title", "language", "licence", "run"};
  EXPECT_EQ(nearest("license", names), "licence");
  EXPECT_EQ(nearest("langauge", names), "language");
  EXPECT_EQ(nearest("Title", names), "title");
  EXPECT_EQ(nearest("RUN", names), "run");
  EXPECT_EQ(nearest("rnu", names), "run");
}

TEST(Nearest, IsNothingWhereNoneIsNear) {
  const std::vector<std::string> names{"title", "language", "licence", "run"};
  EXPECT_EQ(nearest("port", names), "");
  EXPECT_EQ(nearest("rnnu", names), "");
  EXPECT_EQ(nearest("", {"a"}), "");
  EXPECT_EQ(nearest("title", {}), "");
  EXPECT_EQ(nearest(std::string(1'000'000, 'x'), names), "");
}

TEST(Nearest, IsTheFirstOfEquals) {
  EXPECT_EQ(nearest("got", {"hot", "not", "got"}), "got");
  EXPECT_EQ(nearest("rot", {"hot", "not", "got"}), "hot");
}

TEST(UnknownWord, SaysWhatWasMeant) {
  EXPECT_EQ(unknown_word("plan", "helo", {"quick", "hello"}),
            "unknown plan 'helo'; did you mean 'hello'?");
  EXPECT_EQ(unknown_word("plan", "xyz", {"quick", "hello"}), "unknown plan 'xyz'");
}

}  // namespace
}  // namespace pacer
