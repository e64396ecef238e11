#include "engine/build/build_many.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <set>

#include "engine/build/build_record.h"
#include "engine/build/testing.h"
#include "engine/process/interrupt.h"

namespace pacer {
namespace {

namespace fs = std::filesystem;

TEST(BuildMany, ReportsStandInTheOrderOfTheJobs) {
  FakeFramework good({"touch out"}, "good");
  FakeFramework bad({"exit 2"}, "bad");
  FakeFramework none({}, "none");
  const std::vector<BuildJob> jobs{
      {good.manifest(), {}}, {bad.manifest(), {}}, {none.manifest(), {}}};
  std::multiset<std::string> events;
  BuildObserver observer;
  observer.on_step = [&](const Manifest& m, const std::string&) { events.insert(m.name); };
  observer.on_finished = [&](const Manifest& m, const BuildReport& report) {
    events.insert(m.name + (report.failure ? " failed" : " finished"));
  };
  const auto reports = build_many(jobs, 2, {}, observer);
  ASSERT_EQ(reports.size(), 3u);
  EXPECT_EQ(reports[0].status, BuildStatus::kBuilt);
  EXPECT_EQ(reports[1].status, BuildStatus::kFailed);
  EXPECT_EQ(reports[2].status, BuildStatus::kNothingToBuild);
  EXPECT_EQ(events, (std::multiset<std::string>{"bad", "bad failed", "good", "good finished",
                                                "none finished"}));
}

TEST(BuildMany, BuildsAsManyAtOnceAsAsked) {
  const TemporaryFolder meeting;
  // Each waits for the other: with one worker neither would ever finish.
  const auto wait_for = [&](const std::string& own, const std::string& other) {
    const auto folder = meeting.path().string() + "/";
    return "touch " + folder + own + "; while ! [ -e " + folder + other + " ]; do :; done";
  };
  FakeFramework first({wait_for("a", "b")});
  FakeFramework second({wait_for("b", "a")});
  const auto reports = build_many({{first.manifest(), {}}, {second.manifest(), {}}}, 2,
                                  {.timeout = std::chrono::seconds(20)}, {});
  EXPECT_EQ(reports[0].status, BuildStatus::kBuilt);
  EXPECT_EQ(reports[1].status, BuildStatus::kBuilt);
}

TEST(BuildMany, WithOneWorkerTheOrderIsKept) {
  FakeFramework first({"touch out"}, "1");
  FakeFramework second({"touch out"}, "2");
  std::string order;
  BuildObserver observer;
  observer.on_step = [&](const Manifest& m, const std::string&) { order += m.name; };
  build_many({{first.manifest(), {}}, {second.manifest(), {}}}, 1, {}, observer);
  EXPECT_EQ(order, "12");
}

TEST(BuildMany, OfNothingIsNothing) { EXPECT_TRUE(build_many({}, 4, {}, {}).empty()); }

TEST(BuildMany, CtrlCEndsAllBuildsAndStartsNoMore) {
  FakeFramework first({"echo $$ > out; exec sleep 600"});
  FakeFramework second({"echo $$ > out; exec sleep 600"});
  FakeFramework third({"touch out"});
  const auto files = {first.file("out"), second.file("out")};
  const pid_t child = fork();
  if (child == 0) {
    catch_interrupts();
    try {
      build_many({{first.manifest(), {}}, {second.manifest(), {}}, {third.manifest(), {}}}, 2, {},
                 {});
    } catch (const Interrupted&) {
      _exit(130);
    }
    _exit(0);
  }
  for (const auto& file : files) {
    EXPECT_TRUE(comes_true([&] { return read_head(file, 64).ends_with('\n'); }));
  }
  kill(child, SIGINT);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 130);
  for (const auto& file : files) {
    const pid_t pid = std::atoi(read_head(file, 64).c_str());
    EXPECT_TRUE(comes_true([&] { return kill(pid, 0) != 0; })) << pid << " lives on";
  }
  EXPECT_FALSE(fs::exists(third.file("out")));
}

}  // namespace
}  // namespace pacer
