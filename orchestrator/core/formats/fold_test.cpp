#include "core/formats/fold.h"

#include <gtest/gtest.h>

namespace pacer {
namespace {

using Lines = std::vector<std::string>;

TEST(Fold, BreaksAtBlanks) {
  EXPECT_EQ(fold("one two three", 8), (Lines{"one two", "three"}));
  EXPECT_EQ(fold("one", 8), (Lines{"one"}));
  EXPECT_EQ(fold("", 8), Lines{});
}

TEST(Fold, BreaksWordsThatAreTooLongAndLosesNothing) {
  EXPECT_EQ(fold("a abcdefghij z", 4), (Lines{"a", "abcd", "efgh", "ij", "z"}));
  EXPECT_EQ(fold("abcd", 4), (Lines{"abcd"}));
}

TEST(Fold, CountsCharactersAndKeepsThemWhole) {
  EXPECT_EQ(fold("äöüß", 2), (Lines{"äö", "üß"}));
  EXPECT_EQ(fold("äö üß", 5), (Lines{"äö üß"}));
}

TEST(Fold, KeepsPercentsTogether) {
  EXPECT_EQ(fold("took 97 % of it", 7), (Lines{"took", "97 % of", "it"}));
}

TEST(FoldCommand, StaysOnOneLineWhereItFits) {
  EXPECT_EQ(fold_command("pacer run --seed 1", 18), (Lines{"pacer run --seed 1"}));
}

TEST(FoldCommand, GoesOnWithABackslash) {
  EXPECT_EQ(fold_command("pacer run --plan quick --seed 1", 20),
            (Lines{"pacer run --plan \\", "quick --seed 1"}));
}

TEST(FoldCommand, NeverBreaksInsideOfAWord) {
  EXPECT_EQ(fold_command("run 'a b c d e f g h' \"i j k l m n\" z", 12),
            (Lines{"run \\", "'a b c d e f g h' \\", "\"i j k l m n\" \\", "z"}));
  EXPECT_EQ(fold_command("run 'it'\\''s a word' o\\ p z", 12),
            (Lines{"run \\", "'it'\\''s a word' \\", "o\\ p z"}));
  EXPECT_EQ(fold_command("run /a/very/long/path", 10), (Lines{"run \\", "/a/very/long/path"}));
}

TEST(FoldCommand, FoldsWhatIsNoCommandAsText) {
  EXPECT_EQ(fold_command("don't do it this way", 10), (Lines{"don't do", "it this", "way"}));
}

}  // namespace
}  // namespace pacer
