#include "engine/doctor/host_facts.h"

#include <gtest/gtest.h>

#include "engine/toolchains/testing.h"

namespace pacer {
namespace {

TEST(ReadSettings, ReadsTheKernelsFiles) {
  const TemporaryFolder root;
  const auto write = [&](const char* file, const char* text) {
    write_text(root.path() / file, text);
  };
  write("proc/loadavg", "1.25 0.80 0.50 2/345 6789\n");
  write("proc/meminfo", "MemTotal:       24683000 kB\nMemAvailable:   2048 kB\n");
  write("proc/net/sockstat", "sockets: used 55\nTCP: inuse 5 orphan 0 tw 12 alloc 6 mem 2\n");
  write("proc/sys/net/ipv4/ip_local_port_range", "32768\t60999\n");
  write("proc/sys/net/ipv4/tcp_tw_reuse", "2\n");
  write("proc/sys/net/core/somaxconn", "4096\n");
  write("proc/sys/kernel/perf_event_paranoid", "-1\n");
  write("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
  write("sys/devices/system/clocksource/clocksource0/current_clocksource", "kvm-clock\n");
  HostFacts facts;
  read_settings(root.path(), facts);
  EXPECT_EQ(facts.load_average, 1.25);
  EXPECT_EQ(facts.memory_available_bytes, 2u << 20);
  EXPECT_EQ(facts.sockets_in_time_wait, 12);
  EXPECT_EQ(facts.ephemeral_ports, 28'232);
  EXPECT_EQ(facts.tcp_tw_reuse, 2);
  EXPECT_EQ(facts.somaxconn, 4096);
  EXPECT_EQ(facts.perf_event_paranoid, -1);
  EXPECT_EQ(facts.huge_pages, "madvise");
  EXPECT_EQ(facts.clock_source, "kvm-clock");
}

TEST(ReadSettings, LeavesOutWhatIsNotThereOrNotANumber) {
  const TemporaryFolder root;
  write_text(root.path() / "proc/loadavg", "many\n");
  write_text(root.path() / "proc/sys/net/ipv4/ip_local_port_range", "32768\n");
  write_text(root.path() / "sys/kernel/mm/transparent_hugepage/enabled", "\n");
  HostFacts facts;
  read_settings(root.path(), facts);
  EXPECT_EQ(facts.load_average, std::nullopt);
  EXPECT_EQ(facts.ephemeral_ports, std::nullopt);
  EXPECT_EQ(facts.huge_pages, std::nullopt);
  EXPECT_EQ(facts.memory_available_bytes, std::nullopt);
  EXPECT_EQ(facts.somaxconn, std::nullopt);
}

TEST(CpuQuotaOf, IsTheTightestOfBothVersions) {
  const TemporaryFolder root;
  const auto group = [&](const char* name, const char* file, const char* text) {
    write_text(root.path() / name / file, text);
    return (root.path() / name / "cpu.stat").string();
  };
  const auto unlimited = group("a", "cpu.max", "max 100000\n");
  const auto wide = group("b", "cpu.max", "400000 100000\n");
  const auto old_kind = group("c", "cpu.cfs_quota_us", "150000\n");
  group("c", "cpu.cfs_period_us", "100000\n");
  const auto old_unlimited = group("d", "cpu.cfs_quota_us", "-1\n");
  group("d", "cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(cpu_quota_of({unlimited, old_unlimited}), std::nullopt);
  EXPECT_EQ(cpu_quota_of({unlimited, wide}), 4.0);
  EXPECT_EQ(cpu_quota_of({wide, old_kind, unlimited}), 1.5);
  EXPECT_EQ(cpu_quota_of({}), std::nullopt);
}

TEST(LookAtHost, ReadsThisMachine) {
  const auto facts = look_at_host("/nowhere/at/all");
  EXPECT_GE(facts.allowed_cpus, 1);
  EXPECT_GE(facts.busy_share, 0);
  EXPECT_LE(facts.busy_share, 1);
  EXPECT_GT(facts.file_descriptors, 0u);
  EXPECT_GT(facts.disk_free_bytes.value_or(0), 0u) << "of the nearest folder that exists";
}

}  // namespace
}  // namespace pacer
