#include "engine/process/process.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "base/error.h"
#include "engine/process/files.h"

namespace pacer {
namespace {

using std::chrono::seconds;

bool lives(pid_t pid) { return kill(pid, 0) == 0; }

/// Waits until `reached`, at most ten seconds.
template <class Predicate>
bool eventually(Predicate reached) {
  const auto deadline = monotonic_now() + seconds(10);
  while (!reached()) {
    if (monotonic_now() > deadline) return false;
    poll(nullptr, 0, 2);
  }
  return true;
}

Command shell(const std::string& script) { return {.argv = {"/bin/sh", "-c", script}}; }

TEST(ProcessTree, TellsHowItEnded) {
  EXPECT_EQ(run_to_end(shell("exit 3"), seconds(10)).status->text(), "exit 3");
  EXPECT_EQ(run_to_end(shell("kill -9 $$"), seconds(10)).status->text(), "killed by SIGKILL");
  EXPECT_TRUE(run_to_end(shell("exit 0"), seconds(10)).status->ok());
}

TEST(ProcessTree, ReportsWhatCannotBeStarted) {
  try {
    ProcessTree tree({.argv = {"pacer-no-such-program"}});
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "cannot start 'pacer-no-such-program': not found");
  }
  EXPECT_THROW(ProcessTree({.argv = {"/bin/true"}, .directory = "/no/such/folder"}), Error);
  EXPECT_THROW(ProcessTree({.argv = {"/etc/passwd"}}), Error);  // not executable
}

TEST(ProcessTree, GivesEnvironmentDirectoryAndOutput) {
  const TemporaryFolder folder;
  setenv("PACER_TEST_UNSET", "still here", 1);
  Command command = shell("pwd; echo $PACER_TEST_SET; echo ${PACER_TEST_UNSET-gone} >&2");
  command.directory = folder.path();
  command.env["PACER_TEST_SET"] = "a b";
  command.unset = {"PACER_TEST_UNSET"};
  command.stdout_file = folder.path() / "out";
  command.stderr_file = folder.path() / "err";
  ASSERT_TRUE(run_to_end(command, seconds(10)).status->ok());
  EXPECT_EQ(read_file(command.stdout_file), folder.path().string() + "\na b\n");
  EXPECT_EQ(read_file(command.stderr_file), "gone\n");
}

TEST(ProcessTree, RunsOnItsCpusOnly) {
  const auto answer = ask({"nproc"}, {}, seconds(10));
  Command command = shell("nproc");
  const TemporaryFile out;
  command.stdout_file = out.path();
  command.cpus = {0};
  ASSERT_TRUE(run_to_end(command, seconds(10)).status->ok());
  EXPECT_EQ(read_file(out.path()), "1\n");
  EXPECT_TRUE(answer.status->ok());
}

TEST(ProcessTree, TimeoutEndsTheWholeTree) {
  const TemporaryFile pids;
  const auto finished =
      run_to_end(shell("sleep 600 & echo $! > " + pids.path().string() + "; sleep 600"),
                 std::chrono::milliseconds(500));
  EXPECT_FALSE(finished.status);
  const pid_t background = std::stoi(read_file(pids.path()));
  EXPECT_TRUE(eventually([&] { return !lives(background); }));
}

TEST(ProcessTree, MembersIncludeWhatDetached) {
  const TemporaryFile pids;
  ProcessTree tree(
      shell("setsid sh -c 'echo $$ > " + pids.path().string() + "; exec sleep 600' & exit 0"));
  ASSERT_TRUE(tree.wait_until(monotonic_now() + seconds(10)));
  ASSERT_TRUE(eventually([&] { return !read_file(pids.path()).empty(); }));
  const pid_t daemon = std::stoi(read_file(pids.path()));
  EXPECT_EQ(tree.members(), std::vector<pid_t>{daemon});
  const auto report = tree.stop(seconds(5));
  EXPECT_TRUE(report.empty);
  EXPECT_FALSE(lives(daemon));
}

TEST(ProcessTree, StopKillsWhatIgnoresTerm) {
  const TemporaryFile ready;
  ProcessTree tree(
      shell("trap '' TERM; echo up > " + ready.path().string() + "; while :; do sleep 1; done"));
  ASSERT_TRUE(eventually([&] { return !read_file(ready.path()).empty(); }));
  const auto report = tree.stop(std::chrono::milliseconds(200));
  EXPECT_TRUE(report.ignored_term);
  EXPECT_TRUE(report.empty);
  EXPECT_FALSE(lives(tree.pid()));
}

TEST(ProcessTree, StopCountsWhatOutlivesItsMaster) {
  const TemporaryFile ready;
  // Two workers that ignore TERM, and a master that dies of it.
  ProcessTree tree(shell("for i in 1 2; do (trap '' TERM; echo up >> " + ready.path().string() +
                         "; while :; do sleep 1; done) & done; wait"));
  ASSERT_TRUE(eventually([&] { return read_file(ready.path()) == "up\nup\n"; }));
  ASSERT_TRUE(eventually([&] { return tree.members().size() == 5; }));  // master, workers, sleeps
  const auto report = tree.stop(seconds(2));
  EXPECT_FALSE(report.ignored_term);
  EXPECT_GE(report.outlived, 2);
  EXPECT_TRUE(report.empty);
}

TEST(ProcessTree, PolitePartingIsNoted) {
  ProcessTree tree(shell("exec sleep 600"));
  const auto report = tree.stop(seconds(5));
  EXPECT_FALSE(report.ignored_term);
  EXPECT_EQ(report.outlived, 0);
  EXPECT_TRUE(report.empty);
}

TEST(ProcessTree, DestructionLeavesNothing) {
  pid_t pid = 0;
  {
    ProcessTree tree(shell("setsid sleep 600 & exec sleep 600"));
    ASSERT_TRUE(eventually([&] { return tree.members().size() == 2; }));
    pid = tree.pid();
  }
  EXPECT_FALSE(lives(pid));
}

TEST(ProcessTree, DeathOfItsGuardLeavesNothing) {
  std::vector<pid_t> tree_pids;
  {
    ProcessTree tree(shell("setsid sleep 600 & exec sleep 600"));
    ASSERT_TRUE(eventually([&] { return tree.members().size() == 2; }));
    tree_pids = tree.members();
    kill(tree.guard_pid(), SIGKILL);
  }
  for (const auto pid : tree_pids) EXPECT_FALSE(lives(pid)) << pid;
}

TEST(ProcessTree, DeathOfItsOwnerLeavesNothing) {
  const TemporaryFile pids;
  const pid_t owner = fork();
  if (owner == 0) {
    ProcessTree tree(shell("setsid sh -c 'echo $$ >> " + pids.path().string() +
                           "; exec sleep 600' & echo $$ >> " + pids.path().string() +
                           "; exec sleep 600"));
    for (;;) pause();
  }
  std::vector<pid_t> tree;
  ASSERT_TRUE(eventually([&] {
    std::ifstream file(pids.path());
    tree.clear();
    for (pid_t pid = 0; file >> pid;) tree.push_back(pid);
    return tree.size() == 2;
  }));
  kill(owner, SIGKILL);
  waitpid(owner, nullptr, 0);
  for (const auto pid : tree) EXPECT_TRUE(eventually([&] { return !lives(pid); })) << pid;
}

TEST(ProcessTree, LogsStayWithinTheirCap) {
  const TemporaryFile log;
  Command command = shell("head -c 40000000 /dev/zero | tr '\\0' x; sleep 600");
  command.stdout_file = log.path();
  command.output_cap_bytes = 1 << 20;
  ProcessTree tree(command);
  struct stat info {};
  EXPECT_TRUE(eventually([&] {
    stat(log.path().c_str(), &info);
    return info.st_size == 40'000'000 && info.st_blocks * 512 <= 2 << 20;
  }));
}

}  // namespace
}  // namespace pacer
