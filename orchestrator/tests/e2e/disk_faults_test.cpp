#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "cases.h"

namespace pacer::e2e {
namespace {

/// A small file system in memory at the workspace's results folder.
class SmallDisk {
 public:
  SmallDisk(const Workspace& workspace, const std::string& options, unsigned long flags = 0)
      : place_(workspace.results()) {
    std::filesystem::create_directory(place_);
    is_there_ = mount("tmpfs", place_.c_str(), "tmpfs", flags, options.c_str()) == 0;
    if (!is_there_) why_not_ = std::strerror(errno);
  }
  ~SmallDisk() {
    if (is_there_) umount2(place_.c_str(), MNT_DETACH);
  }
  bool is_there() const { return is_there_; }
  const std::string& why_not() const { return why_not_; }
  /// Makes room, or takes it away.
  void resize(const std::string& options) const {
    ASSERT_EQ(mount("tmpfs", place_.c_str(), "tmpfs", MS_REMOUNT, options.c_str()), 0);
  }

 private:
  std::filesystem::path place_;
  bool is_there_ = false;
  std::string why_not_;
};

TEST(DiskFaults, AFullDiskEndsTheRunBeforeATrial) {
  Workspace workspace;
  workspace.add({"server"});
  const SmallDisk disk(workspace, "size=64k");
  if (!disk.is_there()) GTEST_SKIP() << "cannot mount a small disk: " << disk.why_not();
  const auto run = workspace.pacer(run_words(workspace, {"server"}));
  EXPECT_EQ(run.end.code, 2) << run.err;
  expect_words(run.err, "the disk is full");
  EXPECT_EQ(workspace.samples().size(), 0u);
}

TEST(DiskFaults, ADiskWithoutAnyRoomIsSaidToBeFull) {
  Workspace workspace;
  workspace.add({"server"});
  const SmallDisk disk(workspace, "size=4k");
  if (!disk.is_there()) GTEST_SKIP() << "cannot mount a small disk: " << disk.why_not();
  const auto run = workspace.pacer(run_words(workspace, {"server"}));
  EXPECT_EQ(run.end.code, 2) << run.err;
  expect_words(run.err, "the disk is full");
}

/// What was measured before the disk was full is kept, and the run can go on when there is room.
TEST(DiskFaults, ADiskThatFillsUpCostsOneTrial) {
  Workspace workspace;
  workspace.add({"a-healthy"});
  workspace.add({"b-flood", "floods"});
  workspace.add({"c-healthy"});
  const SmallDisk disk(workspace, "size=3m");
  if (!disk.is_there()) GTEST_SKIP() << "cannot mount a small disk: " << disk.why_not();
  const auto run = workspace.pacer(run_words(workspace, workspace.names()));
  EXPECT_EQ(run.end.code, 2) << run.err;
  expect_words(run.err, "the disk is full");
  expect_words(run.err, "--resume");
  EXPECT_EQ(workspace.samples().size(), 2u);  // the ceiling and a-healthy
  disk.resize("size=1g");
  const auto resumed =
      workspace.pacer({"run", "--resume", workspace.run_folder().string(), "--json"});
  EXPECT_EQ(resumed.end.code, 0) << resumed.err;
  EXPECT_EQ(workspace.samples().size(), 4u);
}

TEST(DiskFaults, AReadOnlyFolderIsRefusedWithTheReason) {
  Workspace workspace;
  workspace.add({"server"});
  const SmallDisk disk(workspace, "", MS_RDONLY);
  if (!disk.is_there()) GTEST_SKIP() << "cannot mount a read-only disk: " << disk.why_not();
  const auto run = workspace.pacer(run_words(workspace, {"server"}));
  EXPECT_EQ(run.end.code, 2);
  expect_words(run.err, "Read-only file system");
  expect_words(run.err, "choose another place with --out DIR");
}

TEST(DiskFaults, AFileInPlaceOfTheFolderIsRefused) {
  Workspace workspace;
  workspace.add({"server"});
  workspace.write(workspace.results(), "not a folder\n");
  const auto run = workspace.pacer(run_words(workspace, {"server"}));
  EXPECT_EQ(run.end.code, 2);
  expect_words(run.err, workspace.results().string());
}

}  // namespace
}  // namespace pacer::e2e
