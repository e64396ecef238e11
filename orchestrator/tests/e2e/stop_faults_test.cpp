#include <gtest/gtest.h>

#include "cases.h"

namespace pacer::e2e {
namespace {

TEST(StopFaults, NothingOutlivesItsTrial) {
  Workspace workspace;
  const std::vector<Case> cases{
      measured({"stubborn", "ignores_signals"}, {"ignored-term"}),
      measured({"workers", "leaves_workers"}, {"outlived"}),
      measured({"sessions", "leaves_workers", {{"OWN_SESSION", "yes"}}}, {"outlived"}),
  };
  add_all(workspace, cases);
  // One port for all: each must find it free again.
  const auto port = std::to_string(free_port());
  const auto run = workspace.pacer(run_words(workspace, workspace.names(), {"--port", port}));
  check_cases(workspace, run, cases);
  EXPECT_EQ(note_of(sample_of(workspace, "stubborn"), "ignored-term"),
            "ignored SIGTERM, killed with SIGKILL after 5s");
  EXPECT_EQ(note_of(sample_of(workspace, "workers"), "outlived"),
            "3 child processes outlived the master, killed");
}

}  // namespace
}  // namespace pacer::e2e
