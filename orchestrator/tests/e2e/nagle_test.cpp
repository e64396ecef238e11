// Rule 15: answers that wait for an acknowledgement.
#include <gtest/gtest.h>

#include "cases.h"

namespace pacer::e2e {
namespace {

TEST(Nagle, AnswersInTwoWritesThatWaitForAnAcknowledgementAreNoted) {
  Workspace workspace;
  const std::vector<Case> cases{
      measured({"two-writes", "two_writes"}, {"nagle"}),
      measured({"no-delay", "two_writes", {{"NODELAY", "yes"}}}),
      measured({"slow", "two_writes", {{"NODELAY", "yes"}, {"SLOW_MS", "40"}}}),
  };
  add_all(workspace, cases);
  check_cases(workspace, workspace.pacer(run_words(workspace, workspace.names())), cases);
  double usual_ms = 0;
  double quick_ms = 0;
  const auto note = note_of(sample_of(workspace, "two-writes"), "nagle");
  ASSERT_EQ(std::sscanf(note.c_str(),
                        "answers wait for a delayed acknowledgement: %lf ms, %lf ms without",
                        &usual_ms, &quick_ms),
            2)
      << note;
  EXPECT_GT(usual_ms, 25);
  EXPECT_LT(quick_ms, usual_ms / 2);
}

}  // namespace
}  // namespace pacer::e2e
