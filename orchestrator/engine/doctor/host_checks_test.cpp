#include "engine/doctor/host_checks.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.h"

namespace pacer {
namespace {

/// A dedicated machine with nothing to complain about.
HostFacts ideal() {
  HostFacts facts;
  facts.environment.cpu_count = 16;
  facts.environment.machine = {"AMD EPYC, 16 CPUs, 62.8 GiB", ""};
  facts.environment.governor = {"performance", ""};
  facts.environment.turbo = {"off", ""};
  facts.environment.smt = {"off", ""};
  facts.environment.client_version = {"wrk debian/4.1.0-3+b2 [epoll]", ""};
  facts.allowed_cpus = 16;
  facts.busy_share = 0.003;
  facts.load_average = 0.08;
  facts.memory_available_bytes = 32ULL << 30;
  facts.file_descriptors = 65'536;
  facts.file_descriptors_hard = 1'048'576;
  facts.ephemeral_ports = 28'232;
  facts.sockets_in_time_wait = 3;
  facts.somaxconn = 4096;
  facts.tcp_tw_reuse = 2;
  facts.huge_pages = "madvise";
  facts.clock_source = "tsc";
  facts.memory_group_version = 2;
  facts.perf_event_paranoid = 2;
  facts.disk_free_bytes = 100ULL << 30;
  return facts;
}

Finding finding(const HostFacts& facts, const std::string& name) {
  for (const auto& one : judge(facts)) {
    if (one.name == name) return one;
  }
  ADD_FAILURE() << "no check is called " << name;
  return {};
}

std::vector<std::string> complaints(const HostFacts& facts) {
  std::vector<std::string> names;
  for (const auto& one : judge(facts)) {
    if (one.verdict != Verdict::kGood) names.push_back(one.name);
  }
  return names;
}

TEST(HostChecks, AnIdealMachineIsGood) {
  EXPECT_EQ(complaints(ideal()), std::vector<std::string>{});
  EXPECT_EQ(finding(ideal(), "busy CPU time").value, "0.3 % just now, load average 0.08");
}

TEST(HostChecks, WhatAMachineDoesNotTellIsNoComplaint) {
  HostFacts facts;
  facts.allowed_cpus = facts.environment.cpu_count = 8;
  facts.file_descriptors = 4096;
  facts.environment.client_version = {"wrk", ""};
  facts.environment.governor = {std::nullopt, "no CPU frequency control"};
  EXPECT_EQ(complaints(facts), std::vector<std::string>{});
  EXPECT_EQ(finding(facts, "frequency governor").value, "no CPU frequency control");
  EXPECT_EQ(finding(facts, "memory").value, "not told by this machine");
}

TEST(HostChecks, EveryComplaintSaysWhatItDisturbsAndWhatToDo) {
  HostFacts facts;
  facts.environment.client_version = {std::nullopt, "cannot start 'wrk': not found"};
  facts.environment.governor = {"powersave", ""};
  facts.environment.turbo = {"on", ""};
  facts.environment.smt = {"on", ""};
  facts.memory_group_version = 0;
  facts.environment.machine = {"AMD EPYC, 1 CPU, 1.0 GiB, KVM guest, in a container", ""};
  facts.steal_share = 0.2;
  facts.busy_share = 0.5;
  facts.memory_available_bytes = 100 << 20;
  facts.file_descriptors = 256;
  facts.ephemeral_ports = 1000;
  facts.somaxconn = 128;
  facts.tcp_tw_reuse = 0;
  facts.huge_pages = "always";
  facts.clock_source = "hpet";
  facts.cpu_quota = 1.5;
  facts.perf_event_paranoid = 3;
  facts.disk_free_bytes = 1000;
  for (const auto& one : judge(facts)) {
    SCOPED_TRACE(one.name);
    EXPECT_NE(one.verdict, Verdict::kGood);
    EXPECT_FALSE(one.value.empty());
    EXPECT_FALSE(one.effect.empty());
    EXPECT_FALSE(one.remedy.empty());
  }
  EXPECT_EQ(finding(facts, "virtual machine").value, "KVM guest");
}

TEST(HostChecks, ThresholdsOfTheShares) {
  auto facts = ideal();
  const auto verdict = [&](const char* name) { return verdict_name(finding(facts, name).verdict); };
  facts.steal_share = 0.005;
  EXPECT_EQ(verdict("stolen CPU time"), "good");
  facts.steal_share = 0.006;
  EXPECT_EQ(verdict("stolen CPU time"), "attention");
  facts.steal_share = 0.051;
  EXPECT_EQ(verdict("stolen CPU time"), "bad");
  facts.busy_share = 0.049;
  EXPECT_EQ(verdict("busy CPU time"), "good");
  facts.busy_share = 0.05;
  EXPECT_EQ(verdict("busy CPU time"), "attention");
  facts.busy_share = 0.25;
  EXPECT_EQ(verdict("busy CPU time"), "bad");
}

TEST(HostChecks, CpusThatMayNotBeUsedAreNamed) {
  auto facts = ideal();
  facts.allowed_cpus = 2;
  EXPECT_EQ(finding(facts, "CPUs").value, "2 of 16 may be used");
  EXPECT_EQ(verdict_name(finding(facts, "CPUs").verdict), "attention");
}

TEST(HostChecks, PortsInTimeWaitCount) {
  auto facts = ideal();
  facts.sockets_in_time_wait = 20'000;
  EXPECT_EQ(finding(facts, "ephemeral ports").value, "28232, of which 20000 in TIME_WAIT");
  EXPECT_EQ(verdict_name(finding(facts, "ephemeral ports").verdict), "attention");
}

TEST(HostChecks, TheRemedyForFileDescriptorsStaysWithinTheHardLimit) {
  auto facts = ideal();
  facts.file_descriptors = 1024;
  facts.file_descriptors_hard = 4096;
  EXPECT_EQ(finding(facts, "file descriptors").remedy, "ulimit -n 4096");
}

TEST(HostChecks, OnlyAMissingClientOrAFullDiskStopsRuns) {
  auto facts = ideal();
  facts.busy_share = 1;
  facts.allowed_cpus = 1;
  const auto stops = [&] {
    const auto findings = judge(facts);
    return std::any_of(findings.begin(), findings.end(),
                       [](const Finding& one) { return one.stops_runs; });
  };
  EXPECT_FALSE(stops());
  facts.disk_free_bytes = 1 << 20;
  EXPECT_TRUE(stops());
  facts.disk_free_bytes = 1ULL << 30;
  EXPECT_FALSE(stops());
  facts.environment.client_version = {std::nullopt, "cannot start 'wrk': not found"};
  EXPECT_TRUE(stops());
}

}  // namespace
}  // namespace pacer
