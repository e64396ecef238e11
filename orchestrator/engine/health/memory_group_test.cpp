#include "engine/health/memory_group.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "engine/health/test_helpers.h"
#include "engine/process/process.h"

namespace pacer {
namespace {

using testing::eventually;
namespace fs = std::filesystem;

constexpr std::uint64_t kMiB = 1 << 20;

/// A folder that looks like a version 2 group to whoever reads files; the kernel is not in it.
class Version2Folder : public ::testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::path(::testing::TempDir()) / fmt::format("pacer-group-{}", getpid());
    fs::remove_all(root_);
    fs::create_directories(root_ / "session");
    write("session/cgroup.controllers", "cpu memory pids\n");
    write("session/cgroup.subtree_control", "\n");
    write("session/cgroup.procs", std::to_string(getpid()) + "\n");
  }
  void TearDown() override { fs::remove_all(root_); }

  void write(const std::string& file, const std::string& text) {
    std::ofstream(root_ / file) << text;
  }
  std::string read(const std::string& file) {
    std::string text;
    std::getline(std::ifstream(root_ / file), text, '\0');
    return text;
  }
  std::unique_ptr<MemoryGroup> make() {
    return MemoryGroup::make(
        "0::/session\n", fmt::format("35 32 0:31 / {} rw - cgroup2 cgroup2 rw\n", root_.string()));
  }
  /// Where nothing could be made, nothing may have been touched.
  void expect_untouched() {
    EXPECT_FALSE(fs::exists(root_ / "session/pacer-itself"));
    EXPECT_EQ(read("session/cgroup.subtree_control").find("memory"), std::string::npos);
  }

  fs::path root_;
};

TEST_F(Version2Folder, IsUsedWhereItIsDelegated) {
  // In the kernel's own the file appears with the folder; here it has to be there before.
  fs::create_directories(root_ / "session/pacer-itself");
  write("session/pacer-itself/cgroup.procs", "");
  const auto group = make();
  ASSERT_TRUE(group);
  EXPECT_EQ(group->version(), 2);
  EXPECT_EQ(read("session/pacer-itself/cgroup.procs"), std::to_string(getpid()));
  EXPECT_EQ(read("session/cgroup.subtree_control"), "+memory");
  EXPECT_EQ(group->entrance().parent_path().parent_path(), root_ / "session");
}

TEST_F(Version2Folder, IsUsedAgainFromWithin) {
  write("session/cgroup.subtree_control", "memory\n");
  write("session/cgroup.procs", "");
  const auto group =
      MemoryGroup::make("0::/session/pacer-itself\n",
                        fmt::format("35 32 0:31 / {} rw - cgroup2 cgroup2 rw\n", root_.string()));
  ASSERT_TRUE(group);
  EXPECT_EQ(group->entrance().parent_path().parent_path(), root_ / "session");
}

TEST_F(Version2Folder, IsLeftAloneWhereOthersLiveInIt) {
  write("session/cgroup.procs", fmt::format("{}\n{}\n", getpid(), getppid()));
  EXPECT_FALSE(make());
  expect_untouched();
}

TEST_F(Version2Folder, IsLeftAloneWithoutTheMemoryController) {
  write("session/cgroup.controllers", "cpu pids\n");
  EXPECT_FALSE(make());
  expect_untouched();
}

/// Every look of a window: usage, page cache (with the shared memory in it) and shared memory, MiB.
struct Look {
  std::uint64_t current, file, shmem;
};

std::optional<std::uint64_t> peak_of(const fs::path& folder, const std::vector<Look>& looks) {
  std::optional<MemoryGroup> group;
  for (const auto& [current, file, shmem] : looks) {
    std::ofstream(folder / "memory.current") << current * kMiB << "\n";
    std::ofstream(folder / "memory.stat") << "anon 1\ninactive_file 5\nfile " << file * kMiB
                                          << "\nkernel 3\nshmem " << shmem * kMiB << "\n";
    if (!group) group.emplace(2, folder).begin();
    group->sample();
  }
  return group->peak_bytes();
}

TEST_F(Version2Folder, CountsSharedMemoryButNoPageCache) {
  const auto folder = root_ / "session";
  EXPECT_EQ(peak_of(folder, {{100, 40, 0}}), 60 * kMiB);
  EXPECT_EQ(peak_of(folder, {{100, 40, 30}}), 90 * kMiB);
  EXPECT_EQ(peak_of(folder, {{10, 0, 0}, {100, 95, 0}, {110, 80, 0}, {50, 45, 0}}), 30 * kMiB);
}

TEST_F(Version2Folder, TellsNothingWhereTheFilesTellNothing) {
  MemoryGroup group(2, root_ / "session");
  group.begin();
  EXPECT_FALSE(group.peak_bytes());
}

/// The kernel's own, where this machine gives one.
class RealGroup : public ::testing::Test {
 protected:
  void SetUp() override {
    group_ = MemoryGroup::make();
    if (!group_) GTEST_SKIP() << "no control group can be made here";
  }

  /// A shell that does what it is told, and then waits in the group.
  std::unique_ptr<ProcessTree> start(const std::string& script) {
    Command command;
    command.argv = {"/bin/sh", "-c", script + "; echo done; read forever < /dev/zero"};
    command.group_entrance = group_->entrance();
    out_ = fs::path(::testing::TempDir()) / fmt::format("pacer-group-{}.out", getpid());
    fs::remove(out_);
    command.stdout_file = out_;
    return std::make_unique<ProcessTree>(command);
  }
  bool is_done() {
    return eventually([&] { return fs::exists(out_) && fs::file_size(out_) >= 5; });
  }

  std::unique_ptr<MemoryGroup> group_;
  fs::path out_;
};

TEST_F(RealGroup, HoldsTheTreeAndIsGoneAfterIt) {
  EXPECT_TRUE(group_->is_empty());
  const auto folder = group_->entrance().parent_path();
  auto tree = start("sleep 1000 & true");
  ASSERT_TRUE(is_done());
  EXPECT_FALSE(group_->is_empty());
  EXPECT_EQ(memory_group_version(), group_->version());
  tree.reset();
  EXPECT_TRUE(group_->is_empty());
  group_.reset();
  EXPECT_FALSE(fs::exists(folder));
}

TEST_F(RealGroup, SeesAPeakBetweenTwoLooksAndNoPageCache) {
  const auto file = fs::path(::testing::TempDir()) / fmt::format("pacer-group-{}.file", getpid());
  group_->begin();
  // 64 MiB of its own for a moment, and as much page cache that stays.
  auto tree = start(fmt::format(
      "head -c 67108864 /dev/zero > {0}; dd if=/dev/zero of=/dev/null bs=67108864 count=1 2>&-",
      file.string()));
  ASSERT_TRUE(is_done());
  const auto peak = group_->peak_bytes();
  fs::remove(file);
  ASSERT_TRUE(peak);
  EXPECT_LT(*peak, 96 * kMiB) << "page cache counts";
  if (group_->version() == 1) {
    EXPECT_GT(*peak, 60 * kMiB) << "the peak was missed";
    group_->begin();
    EXPECT_LT(group_->peak_bytes().value(), 16 * kMiB) << "the peak was not set back";
  }
}

}  // namespace
}  // namespace pacer
