#include "engine/health/environment.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <fstream>

#include "engine/health/test_helpers.h"

namespace pacer {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

/// A machine of files.
class FakeMachine : public ::testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::path(::testing::TempDir()) / fs::path("pacer-machine-" + std::to_string(getpid()));
    write("proc/cpuinfo", "processor\t: 0\nmodel name\t: Intel(R) Xeon(R) Gold\nflags\t: fpu\n");
    write("proc/meminfo", "MemTotal:       16777216 kB\nMemFree: 1 kB\n");
    write("sys/devices/system/cpu/online", "0-3,6\n");
    write("etc/os-release", "ID=debian\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n");
  }
  void TearDown() override { fs::remove_all(root_); }
  void write(const std::string& path, const std::string& text) const {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text;
  }
  fs::path root_;
};

TEST_F(FakeMachine, IsDescribedInOneLine) {
  const auto environment = read_machine(root_);
  EXPECT_EQ(environment.machine.value, "Intel(R) Xeon(R) Gold, 5 CPUs, 16.0 GiB");
  EXPECT_EQ(environment.cpu_count, 5);
  EXPECT_EQ(environment.system.value, "Debian GNU/Linux 12 (bookworm)");
}

TEST_F(FakeMachine, NamesHypervisorAndContainer) {
  write("sys/hypervisor/type", "xen\n");
  write(".dockerenv", "");
  write("sys/devices/system/cpu/online", "0\n");
  EXPECT_EQ(read_machine(root_).machine.value,
            "Intel(R) Xeon(R) Gold, 1 CPU, 16.0 GiB, Xen guest, in a container");
}

TEST_F(FakeMachine, SaysWhyAFactIsMissing) {
  fs::remove_all(root_ / "etc");
  const auto environment = read_machine(root_);
  EXPECT_FALSE(environment.governor.value);
  EXPECT_EQ(environment.governor.why_not,
            "no CPU frequency control in /sys (usual in virtual machines)");
  EXPECT_EQ(environment.turbo.why_not, "no turbo control in /sys (usual in virtual machines)");
  EXPECT_EQ(environment.smt.why_not, "no SMT control in /sys");
  EXPECT_EQ(environment.mitigations.why_not, "the kernel lists no vulnerabilities in /sys");
  EXPECT_EQ(environment.system.why_not, "no /etc/os-release");
}

TEST_F(FakeMachine, ReadsGovernorTurboAndSmt) {
  write("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance\n");
  write("sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "performance\n");
  write("sys/devices/system/cpu/intel_pstate/no_turbo", "1\n");
  write("sys/devices/system/cpu/smt/control", "on\n");
  const auto environment = read_machine(root_);
  EXPECT_EQ(environment.governor.value, "performance");
  EXPECT_EQ(environment.turbo.value, "off");
  EXPECT_EQ(environment.smt.value, "on");
}

TEST_F(FakeMachine, SaysThatGovernorsDiffer) {
  write("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance\n");
  write("sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "powersave\n");
  write("sys/devices/system/cpu/cpufreq/boost", "1\n");
  write("sys/devices/system/cpu/smt/control", "notsupported\n");
  const auto environment = read_machine(root_);
  EXPECT_EQ(environment.governor.value, "performance+powersave");
  EXPECT_EQ(environment.turbo.value, "on");
  EXPECT_EQ(environment.smt.value, "none");
}

TEST_F(FakeMachine, SumsTheMitigationsUp) {
  const std::string folder = "sys/devices/system/cpu/vulnerabilities/";
  write(folder + "meltdown", "Not affected\n");
  write(folder + "spectre_v1", "Mitigation: usercopy/swapgs barriers\n");
  write(folder + "spectre_v2", "Mitigation: Retpolines\n");
  EXPECT_EQ(read_machine(root_).mitigations.value, "2 mitigated, none vulnerable");
  write(folder + "tsa", "Vulnerable: No microcode\n");
  write(folder + "mds", "Vulnerable\n");
  EXPECT_EQ(read_machine(root_).mitigations.value, "2 mitigated, vulnerable: mds, tsa");
}

TEST_F(FakeMachine, IsNoGitCheckout) {
  EXPECT_FALSE(commit_of(root_).value);
  EXPECT_EQ(commit_of(root_).why_not, "not a git checkout");
}

TEST_F(FakeMachine, TellsTheVersionOfItsClient) {
  write("client",
        "#!/bin/sh\necho 'wrk 4.1.0 [epoll] Copyright (C) 2012 W. G.'\necho usage\nexit 1\n");
  fs::permissions(root_ / "client", fs::perms::owner_all);
  EXPECT_EQ(client_version((root_ / "client").string()).value, "wrk 4.1.0 [epoll]");
  write("mute", "#!/bin/sh\n");
  fs::permissions(root_ / "mute", fs::perms::owner_all);
  const auto mute = (root_ / "mute").string();
  EXPECT_EQ(client_version(mute).why_not, mute + " does not tell its version");
}

TEST(ClientVersion, IsMissingWithItsClient) {
  const auto fact = client_version("/no/such/client");
  EXPECT_FALSE(fact.value);
  EXPECT_NE(fact.why_not, "");
}

TEST(ReadMachine, DescribesThisOne) {
  const auto environment = read_machine();
  EXPECT_TRUE(environment.machine.value);
  EXPECT_TRUE(environment.kernel.value);
  EXPECT_GE(environment.cpu_count, 1);
}

TEST(AllowedCpus, FollowsTheAffinity) {
  const auto cpus = allowed_cpus();
  ASSERT_FALSE(cpus.empty());
  const testing::Channel told;
  const testing::Guard guard([&] {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(static_cast<std::size_t>(cpus.back()), &set);
    sched_setaffinity(0, sizeof(set), &set);
    told.put(allowed_cpus() == CpuSet{cpus.back()} ? 1 : 0);
  });
  EXPECT_EQ(told.get(), 1);
}

/// Keeps one CPU busy as long as it lives.
class Burner {
 public:
  explicit Burner(int cpu)
      : guard_([this, cpu] {
          cpu_set_t set;
          CPU_ZERO(&set);
          CPU_SET(static_cast<std::size_t>(cpu), &set);
          sched_setaffinity(0, sizeof(set), &set);
          told_.put(getpid());
          testing::burn(1e9);
        }),
        pid_(static_cast<pid_t>(told_.get())) {}
  bool burns(double cpu_s) const {
    const double begin_s = process_cpu_s(pid_).value();
    return testing::eventually([&] { return *process_cpu_s(pid_) >= begin_s + cpu_s; });
  }

 private:
  testing::Channel told_;
  testing::Guard guard_;
  pid_t pid_;
};

TEST(BusyMeter, SeesABusyCpu) {
  const int cpu = allowed_cpus().front();
  const Burner burner(cpu);
  ASSERT_TRUE(burner.burns(0.01));
  BusyMeter meter({cpu});
  ASSERT_TRUE(burner.burns(0.2));
  EXPECT_GT(meter.share(), 0.5);
}

TEST(WaitForQuiet, DoesNotLookWhereNobodyWantsToWait) {
  const Burner burner(allowed_cpus().front());
  EXPECT_TRUE(wait_for_quiet({}, Duration::zero()));
}

TEST(WaitForQuiet, GivesUpOnABusyCpu) {
  const int cpu = allowed_cpus().front();
  const Burner burner(cpu);
  ASSERT_TRUE(burner.burns(0.01));
  EXPECT_FALSE(wait_for_quiet({cpu}, 450ms));
}

TEST(WaitForQuiet, HasNoWindowInLessThanItsLength) { EXPECT_FALSE(wait_for_quiet({}, 100ms)); }

}  // namespace
}  // namespace pacer
