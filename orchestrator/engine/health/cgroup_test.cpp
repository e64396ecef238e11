#include "engine/health/cgroup.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace pacer {
namespace {

using Files = std::vector<std::string>;

TEST(CpuStatFiles, ClimbVersionTwoToTheTop) {
  const auto files = cpu_stat_files(
      "0::/system.slice/docker.service\n",
      "24 1 0:22 / /proc rw - proc proc rw\n"
      "30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n");
  EXPECT_EQ(files, (Files{"/sys/fs/cgroup/system.slice/docker.service/cpu.stat",
                          "/sys/fs/cgroup/system.slice/cpu.stat", "/sys/fs/cgroup/cpu.stat"}));
}

TEST(CpuStatFiles, TakeTheCpuControllerOfVersionOneAndNotCpuset) {
  const auto files =
      cpu_stat_files("4:memory:/elsewhere\n3:cpuset:/no\n2:cpu,cpuacct:/pacer\n1:name=systemd:/\n",
                     "33 32 0:29 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset\n"
                     "34 32 0:30 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n");
  EXPECT_EQ(files, (Files{"/sys/fs/cgroup/cpu,cpuacct/pacer/cpu.stat",
                          "/sys/fs/cgroup/cpu,cpuacct/cpu.stat"}));
}

TEST(CpuStatFiles, StartWhereAContainersMountStarts) {
  const auto mounts = "30 23 0:26 /docker/abc /sys/fs/cgroup ro - cgroup2 cgroup rw\n";
  EXPECT_EQ(cpu_stat_files("0::/docker/abc/sub\n", mounts),
            (Files{"/sys/fs/cgroup/sub/cpu.stat", "/sys/fs/cgroup/cpu.stat"}));
  EXPECT_EQ(cpu_stat_files("0::/other\n", mounts), Files{});
}

TEST(CpuStatFiles, AreNoneWithoutControlGroups) {
  EXPECT_EQ(cpu_stat_files("", ""), Files{});
  EXPECT_EQ(cpu_stat_files("0::/a\n", "24 1 0:22 / /proc rw - proc proc rw\n"), Files{});
}

TEST(CgroupFolder, IsThatOfTheController) {
  const auto* mounts =
      "33 32 0:29 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n"
      "34 32 0:30 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
      "35 32 0:31 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n";
  const auto* cgroups = "4:memory:/a/b\n3:cpu:/\n0::/session\n";
  EXPECT_EQ(cgroup_folder(cgroups, mounts, "memory"), "/sys/fs/cgroup/memory/a/b");
  EXPECT_EQ(cgroup_folder(cgroups, mounts, "cpu"), "/sys/fs/cgroup/cpu");
  EXPECT_EQ(cgroup_folder(cgroups, mounts, ""), "/sys/fs/cgroup/unified/session");
  EXPECT_EQ(cgroup_folder(cgroups, mounts, "pids"), std::nullopt);
  EXPECT_EQ(cgroup_folder("4:memory:/elsewhere\n",
                          "34 32 0:30 /docker/a /sys/fs/cgroup/memory rw - cgroup cgroup memory\n",
                          "memory"),
            std::nullopt);
}

TEST(ThrottledPeriods, SumOverEveryGroupThatTells) {
  const auto folder = std::filesystem::path(::testing::TempDir()) / "pacer-cgroup-test";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "one") << "usage_usec 12\nnr_periods 9\nnr_throttled 4\n";
  std::ofstream(folder / "two") << "nr_periods 9\nnr_throttled 3\nthrottled_time 17\n";
  std::ofstream(folder / "mute") << "usage_usec 12\n";
  const auto path = [&](const char* name) { return (folder / name).string(); };
  EXPECT_EQ(throttled_periods({path("one"), path("mute"), path("two"), path("none")}), 7U);
  EXPECT_EQ(throttled_periods({path("mute"), path("none")}), std::nullopt);
  EXPECT_EQ(throttled_periods({}), std::nullopt);
}

}  // namespace
}  // namespace pacer
