#include "engine/build/build.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/fsuid.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fcntl.h>

#include "base/text.h"
#include "engine/build/build_record.h"
#include "engine/build/testing.h"
#include "engine/process/interrupt.h"

namespace pacer {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

/// The pid that a build wrote into "out", once it is there.
pid_t pid_in(const fs::path& file) {
  const auto written = [&] { return read_head(file, 64).ends_with('\n'); };
  EXPECT_TRUE(comes_true(written)) << file << " was never written";
  return std::atoi(read_head(file, 64).c_str());
}

bool is_gone(pid_t pid) {
  return comes_true([&] { return kill(pid, 0) != 0 && errno == ESRCH; });
}

TEST(EnsureBuilt, BuildsOnceAndThenNothing) {
  FakeFramework framework({"printf 12345 > out"});
  const auto first = framework.ensure();
  EXPECT_EQ(first.status, BuildStatus::kBuilt);
  EXPECT_EQ(first.size_bytes, 5u + 2u) << "out and the line in builds";
  EXPECT_GT(first.took, Duration::zero());
  EXPECT_EQ(first.note, "");
  EXPECT_EQ(read_head(framework.file(".pacer/.gitignore"), 9), "*\n");
  const auto second = framework.ensure();
  EXPECT_EQ(second.status, BuildStatus::kUpToDate);
  EXPECT_EQ(second.size_bytes, first.size_bytes);
  EXPECT_EQ(second.hash, first.hash);
  EXPECT_EQ(framework.commands_run(), 1);
}

TEST(EnsureBuilt, BuildsAgainWhatChanged) {
  FakeFramework framework({"touch out"});
  framework.ensure();
  write_text(framework.file("server.c"), "int main() {}\n");
  EXPECT_EQ(framework.ensure().status, BuildStatus::kBuilt);
  ToolEnv newer;
  newer.versions["gcc"] = "13.1.0";
  EXPECT_EQ(ensure_built(framework.manifest(), newer, {}).status, BuildStatus::kBuilt);
  EXPECT_EQ(ensure_built(framework.manifest(), newer, {}).status, BuildStatus::kUpToDate);
}

TEST(EnsureBuilt, BuildsAgainWhereItsOutputIsGone) {
  FakeFramework framework({"touch out"});
  framework.ensure();
  fs::remove(framework.file("out"));
  EXPECT_EQ(framework.ensure().status, BuildStatus::kBuilt);
  EXPECT_TRUE(fs::exists(framework.file("out")));
}

TEST(EnsureBuilt, BuildsAgainByForce) {
  FakeFramework framework({"touch out"});
  framework.ensure();
  EXPECT_EQ(framework.ensure({.force = true}).status, BuildStatus::kBuilt);
  EXPECT_EQ(framework.commands_run(), 2);
}

TEST(EnsureBuilt, WithoutCommandsNothingIsWritten) {
  FakeFramework framework({});
  EXPECT_EQ(framework.ensure().status, BuildStatus::kNothingToBuild);
  EXPECT_FALSE(fs::exists(framework.file(".pacer")));
}

TEST(EnsureBuilt, RunsCommandsInOrderWithTheToolchainsAndValues) {
  FakeFramework framework({"echo one", "echo {cpus} {port} $TOOL >> out; cat out"});
  ToolEnv tools;
  tools.env["TOOL"] = "box";
  ensure_built(framework.manifest(), tools, {.cpus = 3, .port = 4321});
  EXPECT_EQ(framework.log(),
            "$ sh -c 'echo x >> builds; echo one'\none\n"
            "$ sh -c 'echo x >> builds; echo 3 4321 $TOOL >> out; cat out'\n3 4321 box\n");
}

TEST(EnsureBuilt, TheManifestsEnvironmentIsForTheRun) {
  FakeFramework framework({"echo \"[$ONLY_RUN]\""});
  framework.manifest().env["ONLY_RUN"] = "set";
  framework.ensure();
  EXPECT_TRUE(framework.log().ends_with("\n[]\n"));
}

TEST(EnsureBuilt, AFailureNamesTheCommandAndShowsTheLog) {
  FakeFramework framework(
      {"echo first; echo 'main.c:3: error: no such thing' >&2; exit 3", "touch never"});
  framework.manifest().build[0][2] = "echo 'main.c:3: error: no such thing' >&2; exit 3";
  const auto report = framework.ensure();
  EXPECT_EQ(report.status, BuildStatus::kFailed);
  ASSERT_TRUE(report.failure.has_value());
  EXPECT_EQ(report.failure->stage, Stage::kBuild);
  EXPECT_EQ(report.failure->why,
            "`sh -c 'echo '\\''main.c:3: error: no such thing'\\'' >&2; exit 3'`: exit 3");
  EXPECT_EQ(report.failure->evidence.back(), "main.c:3: error: no such thing");
  EXPECT_EQ(report.log, framework.file(".pacer/build.log"));
  EXPECT_FALSE(fs::exists(framework.file("never")));
  EXPECT_FALSE(read_build_record(framework.manifest().directory).has_value());
}

/// Interfaces as the build sees them, less the heads and loopback.
constexpr const char* kCountInterfaces = "tail -n +3 /proc/net/dev | grep -vc '^ *lo:' > out; true";

TEST(EnsureBuilt, OfflineBuildsAgainWithNothingButLoopback) {
  FakeFramework framework({kCountInterfaces});
  framework.ensure();
  const auto online = read_head(framework.file("out"), 16);
  const auto report = framework.ensure({.offline = true});
  EXPECT_EQ(report.status, BuildStatus::kBuilt);
  EXPECT_EQ(read_head(framework.file("out"), 16), "0\n") << "and " << online << " with a network";
  EXPECT_EQ(framework.commands_run(), 2);
}

TEST(EnsureBuilt, OfflineHasALoopbackThatAnswers) {
  FakeFramework framework(
      {"ping -c1 -W5 127.0.0.1 >&2 || "
       "python3 -c 'import socket; s = socket.create_server((\"127.0.0.1\", 0)); "
       "socket.create_connection(s.getsockname())'"});
  EXPECT_EQ(framework.ensure({.offline = true}).status, BuildStatus::kBuilt) << framework.log();
}

TEST(EnsureBuilt, AFailureAfterASuccessIsNotUpToDate) {
  FakeFramework framework({"test ! -e broken"});
  framework.ensure();
  write_text(framework.file("broken"), "");
  EXPECT_EQ(framework.ensure().status, BuildStatus::kFailed);
  fs::remove(framework.file("broken"));
  EXPECT_EQ(framework.ensure().status, BuildStatus::kBuilt)
      << "the same content as the first time, but what the failed build left lies there";
}

TEST(EnsureBuilt, AMissingProgramIsAFailure) {
  FakeFramework framework({});
  framework.manifest().build = {{"no-such-compiler", "-o", "out"}};
  const auto report = framework.ensure();
  ASSERT_TRUE(report.failure.has_value());
  EXPECT_EQ(report.failure->why,
            "`no-such-compiler -o out`: cannot start 'no-such-compiler': not found");
}

TEST(EnsureBuilt, ABuildThatHangsIsEnded) {
  FakeFramework framework({"sleep 600 & echo $! > out; wait"});
  const auto report = framework.ensure({.timeout = 500ms});
  ASSERT_TRUE(report.failure.has_value());
  EXPECT_TRUE(report.failure->why.ends_with("`: did not finish within 500ms"))
      << report.failure->why;
  EXPECT_TRUE(is_gone(pid_in(framework.file("out"))));
}

TEST(EnsureBuilt, TheTimeIsForAllCommandsTogether) {
  FakeFramework framework({"true", "sleep 600"});
  const auto begin = monotonic_now();
  EXPECT_EQ(framework.ensure({.timeout = 500ms}).status, BuildStatus::kFailed);
  EXPECT_LT(monotonic_now() - begin, 20s);
}

TEST(EnsureBuilt, ABackgroundChildIsEnded) {
  // It detaches as a build server would: its own session, no terminal, no parent.
  FakeFramework framework(
      {"setsid sh -c 'echo $$ > out; exec sleep 600' & "
       "while ! [ -s out ]; do :; done"});
  EXPECT_EQ(framework.ensure().status, BuildStatus::kBuilt);
  EXPECT_TRUE(is_gone(pid_in(framework.file("out"))));
}

TEST(EnsureBuilt, AFloodedLogKeepsItsEnd) {
  FakeFramework framework(
      {"head -c 40000000 /dev/zero | tr '\\0' 'x'; echo; echo the end; exit 1"});
  const auto report = framework.ensure();
  ASSERT_TRUE(report.failure.has_value());
  EXPECT_EQ(report.failure->evidence.back(), "the end");
}

TEST(EnsureBuilt, ABuildThatChangesItsSourcesSaysSo) {
  FakeFramework framework({"date +%N > stamp"});
  const auto report = framework.ensure();
  EXPECT_EQ(report.status, BuildStatus::kBuilt);
  EXPECT_EQ(report.note,
            "the build changes files that its .gitignore does not name: built every time");
}

/// Its file accesses count as those of nobody, as long as it lives. Tests may run as root, whom
/// permissions do not stop.
class AsNobody {
 public:
  AsNobody() { setfsuid(65534); }
  ~AsNobody() { setfsuid(geteuid()); }
};

TEST(EnsureBuilt, AReadOnlyFolderIsAFailure) {
  FakeFramework framework({"touch out"});
  fs::permissions(framework.manifest().directory, fs::perms(0555));
  BuildReport report;
  {
    const AsNobody nobody;
    report = framework.ensure();
  }
  fs::permissions(framework.manifest().directory, fs::perms(0755));
  ASSERT_TRUE(report.failure.has_value());
  EXPECT_EQ(report.failure->why,
            framework.file(".pacer").string() + ": cannot build: Permission denied");
}

TEST(EnsureBuilt, AReadOnlyFolderMayBeUpToDate) {
  FakeFramework framework({"touch out"});
  framework.ensure();
  fs::permissions(framework.manifest().directory, fs::perms(0555));
  fs::permissions(framework.file(".pacer"), fs::perms(0555));
  {
    const AsNobody nobody;
    EXPECT_EQ(framework.ensure().status, BuildStatus::kUpToDate);
  }
  for (const auto* path : {"", ".pacer"}) {
    fs::permissions(framework.file(path), fs::perms(0755));
  }
}

TEST(EnsureBuilt, AnUnusablePacerFolderIsAFailure) {
  FakeFramework framework({"touch out"});
  write_text(framework.file(".pacer"), "a file where the folder should be");
  const auto report = framework.ensure();
  ASSERT_TRUE(report.failure.has_value());
  EXPECT_EQ(report.failure->why, framework.file(".pacer").string() + ": cannot build: File exists");
}

TEST(EnsureBuilt, WaitsForAnotherPacerAndTakesItsBuild) {
  FakeFramework framework({"touch out"});
  framework.ensure();
  const auto record = read_build_record(framework.manifest().directory).value();
  remove_build_record(framework.manifest().directory);
  const int other = open(framework.file(".pacer/lock").c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_EQ(flock(other, LOCK_EX), 0);
  std::string heard;
  const auto report = framework.ensure({.progress = [&](const std::string& line) {
    heard += line + "\n";
    write_build_record(framework.manifest().directory, record);  // the other one finishes
    close(other);
  }});
  EXPECT_EQ(heard, "waiting for another pacer that builds fake\n");
  EXPECT_EQ(report.status, BuildStatus::kUpToDate);
  EXPECT_EQ(framework.commands_run(), 1);
}

/// Ends with Ctrl-C in a process of its own: being interrupted cannot be taken back.
int interrupted_build(FakeFramework& framework, const fs::path& begun) {
  const pid_t child = fork();
  if (child == 0) {
    catch_interrupts();
    try {
      framework.ensure();
    } catch (const Interrupted&) {
      _exit(130);
    }
    _exit(0);
  }
  EXPECT_TRUE(comes_true([&] { return fs::exists(begun) && fs::file_size(begun) > 0; }));
  kill(child, SIGINT);
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(EnsureBuilt, CtrlCEndsTheBuildAndLeavesItNotUpToDate) {
  FakeFramework framework({"touch out"});
  framework.ensure();
  framework.manifest().build[0][2] = "sleep 600 & echo $! > out; wait";
  fs::remove(framework.file("out"));
  EXPECT_EQ(interrupted_build(framework, framework.file("out")), 130);
  EXPECT_TRUE(is_gone(pid_in(framework.file("out"))));
  EXPECT_FALSE(read_build_record(framework.manifest().directory).has_value());
}

TEST(EnsureBuilt, CtrlCEndsTheWaitForAnotherPacer) {
  FakeFramework framework({"touch out"});
  fs::create_directory(framework.file(".pacer"));
  const int other = open(framework.file(".pacer/lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  ASSERT_EQ(flock(other, LOCK_EX), 0);
  // Its .gitignore is written just before the lock is asked for.
  EXPECT_EQ(interrupted_build(framework, framework.file(".pacer/.gitignore")), 130);
  EXPECT_EQ(framework.commands_run(), 0);
  close(other);
}

}  // namespace
}  // namespace pacer
