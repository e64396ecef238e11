#include "core/ranking/caption.h"

#include <gtest/gtest.h>

#include "core/ranking/rank.h"
#include "tests/samples.h"

namespace pacer {
namespace {

using testing::measured;
using testing::run_of;

using Caption = std::vector<std::pair<std::string, std::string>>;

std::string entry(const RunRecord& record, const std::string& label,
                  const std::vector<Sample>& samples = {}) {
  for (const auto& [name, text] : rank(record, samples).caption) {
    if (name == label) return text;
  }
  return "no such label";
}

TEST(Caption, SaysHowTheTableCameToBe) {
  EXPECT_EQ(
      rank(run_of({"a"}), {measured("a", 5)}).caption,
      (Caption{{"Date", "2026-01-02 03:04 UTC"},
               {"Machine", "AMD EPYC 7B13, 2 CPUs, 7.8 GiB, KVM"},
               {"Kernel", "Linux 6.1.0-18-amd64"},
               {"Client", "wrk debian/4.1.0-3+b2 [epoll]"},
               {"Settings", "64 connections, 1 thread, depth 1, 5 s after 2 s warm-up, 1 round"},
               {"CPUs", "server on 1 CPU (0), client on CPU 1; does not measure scaling"},
               {"Seed", "42"},
               {"Runtimes", "go 1.26.8"},
               {"Pacer", "0.1.0, commit 4f2a91c"},
               {"Reproduce", "pacer run --plan quick --seed 42"}}));
}

TEST(Caption, SaysWhyAFactIsMissing) {
  auto record = run_of({"a"});
  record.environment.machine = {std::nullopt, "/proc/cpuinfo: permission denied"};
  record.environment.client_version = {std::nullopt, "wrk printed nothing"};
  record.environment.commit = {std::nullopt, "not a git checkout"};
  EXPECT_EQ(entry(record, "Machine"), "not readable: /proc/cpuinfo: permission denied");
  EXPECT_EQ(entry(record, "Client"), "wrk, version not readable: wrk printed nothing");
  EXPECT_EQ(entry(record, "Pacer"), "0.1.0, commit not readable: not a git checkout");
}

TEST(Caption, NamesTheClientOnce) {
  auto record = run_of({"a"});
  record.environment.client_version.value = "4.2.0";
  EXPECT_EQ(entry(record, "Client"), "wrk 4.2.0");
}

TEST(Caption, CountsTheRounds) {
  auto record = run_of({"a"}, 10);
  record.settings.connections = 1;
  record.settings.threads = 4;
  record.settings.pipeline = 16;
  record.settings.duration = std::chrono::milliseconds(1500);
  record.settings.warmup = Duration::zero();
  const auto& settings = record.settings;
  EXPECT_EQ(
      entry(record, "Settings", {measured("a", 5, 1, settings), measured("a", 5, 2, settings)}),
      "1 connection, 4 threads, depth 16, 1.5 s without warm-up, 2 of 10 rounds");
  EXPECT_EQ(entry(record, "Settings"),
            "1 connection, 4 threads, depth 16, 1.5 s without warm-up, 10 rounds");
}

TEST(Caption, SaysANumberOfRequestsInPlaceOfADuration) {
  auto record = run_of({"a"});
  record.settings.requests = 100'000;
  record.settings.duration = Duration::zero();
  record.settings.at_most = std::chrono::minutes(2);
  EXPECT_EQ(entry(record, "Settings"),
            "64 connections, 1 thread, depth 1, 100000 requests (2m at most) after 2 s warm-up, "
            "1 round");
}

TEST(Caption, SaysAtWhichRatesOpenLoopsRan) {
  auto record = run_of({"a"});
  record.settings.latency_duration = std::chrono::seconds(5);
  record.settings.latency_rates = {1000};
  EXPECT_EQ(entry(record, "Latency"), "open loop, 5 s at 1000 requests/s");
  record.settings.latency_capacity_percent = 70;
  EXPECT_EQ(entry(record, "Latency"),
            "open loop, 5 s each at 1000 requests/s and at 70 % of own capacity");
  record.settings.latency_rates = {};
  EXPECT_EQ(entry(record, "Latency"), "open loop, 5 s at 70 % of own capacity");
}

TEST(Caption, NamesAWorkloadThatIsNotTheUsualOne) {
  auto record = run_of({"a"});
  record.settings.workload = "echo";
  EXPECT_EQ(entry(record, "Settings"),
            "workload echo, 64 connections, 1 thread, depth 1, 5 s after 2 s warm-up, 1 round");
}

TEST(Caption, SaysWhichCpusWereUsed) {
  auto record = run_of({"a"});
  auto& settings = record.settings;
  settings.server_cpus = {0, 1, 2, 3};
  settings.client_cpus = {4, 5, 7};
  settings.server_cpu_count = 4;
  EXPECT_EQ(entry(record, "CPUs"), "server on 4 CPUs (0-3), client on CPUs 4-5,7");
  settings.client_cpus = {3, 4};
  settings.shared_cpus = true;
  EXPECT_EQ(entry(record, "CPUs"),
            "server and client share CPUs: server on 4 CPUs (0-3), client on CPUs 3-4");
  settings.server_cpus = {};
  settings.client_cpus = {};
  settings.server_cpu_count = 2;
  EXPECT_EQ(entry(record, "CPUs"),
            "server and client share CPUs: 2 (all); does not measure scaling");
}

TEST(Caption, QuotesTheCommandForAShell) {
  auto record = run_of({"a"});
  record.command = {"pacer", "run", "spring-*", "--out", "my runs"};
  EXPECT_EQ(entry(record, "Reproduce"), "pacer run 'spring-*' --out 'my runs'");
}

TEST(Caption, ListsEachRuntimeOnce) {
  auto java = measured("b", 5);
  java.runtime = "jdk 25.0.1, maven 3.8.7";
  auto other = measured("c", 5);
  other.runtime = "jdk 25.0.1";
  auto none = measured("d", 5);
  none.runtime = "";
  EXPECT_EQ(entry(run_of({"a"}), "Runtimes", {java, measured("a", 5), other, none}),
            "go 1.26.8, jdk 25.0.1, maven 3.8.7");
  EXPECT_EQ(entry(run_of({"a"}), "Runtimes", {none}), "no such label");
}

TEST(Caption, SaysHowFineADifferenceCouldBeSeen) {
  std::vector<Sample> samples;
  for (int round = 1; round <= 10; ++round) {
    const double factor = 1 + 0.01 * (round * 3 % 10 - 4.5);
    samples.push_back(measured(kCeilingName, 900 * factor, round));
    samples.push_back(measured("a", 500 * factor, round));
    samples.push_back(measured("b", 300 * factor, round));
  }
  EXPECT_EQ(entry(run_of({"a", "b"}, 10), "Noise floor", samples),
            "throughput 2.0 % (trials vary by 3.0 %, relative to the ceiling 0.0 %); CPU/req 2.0 % "
            "(trials vary by 3.0 %, relative to the ceiling 0.0 %)");
  for (auto& sample : samples) {
    if (sample.trial.framework != kCeilingName) continue;
    sample.values["throughput_rps"] = 900 * (1 + 0.01 * sample.trial.round);
  }
  const auto drifted = entry(run_of({"a", "b"}, 10), "Noise floor", samples);
  EXPECT_NE(drifted.find("), and the ceiling rose by 8.9 % over the rounds; CPU/req"),
            std::string::npos)
      << drifted;
  samples.resize(15);  // five rounds
  EXPECT_EQ(entry(run_of({"a", "b"}, 10), "Noise floor", samples), "no such label");
}

TEST(Caption, DeclaresAnInterest) {
  auto record = run_of({"a"});
  EXPECT_EQ(entry(record, "Interest"), "no such label");
  record.plan.interest = "the publisher maintains framework a";
  EXPECT_EQ(entry(record, "Interest"), "the publisher maintains framework a");
}

TEST(Caption, LeavesAnUnexpectedDateAsItIs) {
  auto record = run_of({"a"});
  record.started_at = "yesterday";
  EXPECT_EQ(entry(record, "Date"), "yesterday");
}

}  // namespace
}  // namespace pacer
