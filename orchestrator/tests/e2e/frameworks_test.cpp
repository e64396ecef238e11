// The built-in frameworks themselves: a few that stand for their languages, and what has changed.
// All of them are built and checked by `pacer check --live`; that takes too long for every change.
#include <gtest/gtest.h>

#include <cstdlib>

#include "workspace.h"

namespace pacer::e2e {
namespace {

/// Building from nothing takes minutes, with the toolchains' installation before it more.
constexpr auto kLimit = std::chrono::minutes(20);

void check_live(const Words& what) {
  Workspace workspace;
  Words words{"check", "--live", "--json"};
  words.insert(words.end(), what.begin(), what.end());
  workspace.start_pacer(words);
  const auto finished = workspace.finish(kLimit);
  EXPECT_EQ(finished.end.code, 0) << finished.out << finished.err;
}

TEST(Frameworks, RepresentativeOnesAreBuiltAndAnswerRight) {
  check_live({"go-http", "node-express", "uvicorn", "undertow", "axum", "beast", "nginx"});
}

TEST(Frameworks, ChangedOnesAreBuiltAndAnswerRight) {
  // A branch is compared with where it left main; on main itself the newest commit counts.
  const char* since = std::getenv("PACER_CHANGED_SINCE");
  check_live({"--changed", since != nullptr ? since : "HEAD~1"});
}

}  // namespace
}  // namespace pacer::e2e
