#include "core/judge/judge.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace pacer {
namespace {

/// 64 connections, 5 s, 100,000 answers of 150 bytes, nothing wrong.
Evidence healthy() {
  Evidence seen;
  seen.settings = {.client = "wrk", .workload = "hello", .threads = 1, .connections = 64};
  seen.settings.duration = std::chrono::seconds(5);
  seen.load = {.requests = 100'000, .duration_us = 5'000'000, .bytes = 15'000'000};
  seen.wall_s = 5.02;
  seen.smallest_response_bytes = seen.largest_response_bytes = 150;
  seen.probes_right = 250;
  seen.connections_reopened = 0;
  seen.connections_unserved = 0;
  seen.accept_queue_share = 0;
  seen.server_cpu_s = 4.9;
  seen.client_cpu_s = 3.0;
  seen.memory_peak_bytes = 1e7;
  seen.steal_share = 0.001;
  seen.foreign_cpu_share = 0.001;
  seen.throttled = false;
  return seen;
}

bool has_note(const Judgement& found, const std::string& code) {
  return std::any_of(found.notes.begin(), found.notes.end(),
                     [&](const Note& note) { return note.code == code; });
}

std::string only_reason(const Evidence& seen) {
  const auto found = judge(seen);
  return found.reasons.size() == 1 ? found.reasons.front()
                                   : std::to_string(found.reasons.size()) + " reasons";
}

TEST(Judge, HealthyLoadStands) {
  const auto found = judge(healthy());
  EXPECT_TRUE(found.reasons.empty());
  EXPECT_TRUE(found.notes.empty());
  EXPECT_EQ(found.badge, Badge::kBytes);
  EXPECT_DOUBLE_EQ(found.values.at("throughput_rps"), 20'000);
  EXPECT_DOUBLE_EQ(found.values.at("transfer_bytes_per_s"), 3e6);
  EXPECT_DOUBLE_EQ(found.values.at("latency_mean_us"), 3'200);  // 64 × 5 s / 100,000
  EXPECT_DOUBLE_EQ(found.values.at("server_cpu_us_per_request"), 49);
  EXPECT_FALSE(found.values.contains("batch_cycle_us"));
}

TEST(Judge, LostRequestsOfANumberAreSaid) {
  auto seen = healthy();
  seen.settings.requests = 100'000;
  EXPECT_TRUE(judge(seen).notes.empty());
  seen.settings.requests = 100'003;
  const auto found = judge(seen);
  ASSERT_EQ(found.notes.size(), 1U);
  EXPECT_EQ(found.notes[0].code, "lost-requests");
  EXPECT_EQ(found.notes[0].text, "3 of 100003 requests got no answer");
  EXPECT_TRUE(found.reasons.empty());
}

TEST(Judge, OverDepthOneNoLatencyIsClaimed) {
  auto seen = healthy();
  seen.settings.pipeline = 16;
  const auto found = judge(seen);
  EXPECT_DOUBLE_EQ(found.values.at("batch_cycle_us"), 51'200);
  EXPECT_FALSE(found.values.contains("latency_mean_us"));
}

TEST(Judge, LittlesLawNeedsKeptAndBusyConnections) {
  auto seen = healthy();
  seen.connections_reopened = 1;  // 1.6 % of 64
  EXPECT_FALSE(judge(seen).values.contains("latency_mean_us"));
  EXPECT_TRUE(has_note(judge(seen), "closes"));
}

TEST(Judge, ErrorStatusIsNeverThroughput) {
  auto seen = healthy();
  seen.load.errors.status = 25'000;
  const auto found = judge(seen);
  EXPECT_DOUBLE_EQ(found.values.at("throughput_rps"), 15'000);
  EXPECT_EQ(only_reason(seen), "25000 of 100000 answers had a wrong status");
}

TEST(Judge, AWrongBodyIsNeverThroughput) {
  auto seen = healthy();
  seen.load.errors.body = 25'000;
  EXPECT_DOUBLE_EQ(judge(seen).values.at("throughput_rps"), 15'000);
  EXPECT_EQ(only_reason(seen), "25000 of 100000 answers had a wrong body");
}

TEST(Judge, ByteCountCatchesOtherAnswers) {
  auto seen = healthy();
  seen.load.bytes = 15'000'000 + 64 * 150;  // all in flight at the end
  EXPECT_TRUE(judge(seen).reasons.empty());
  seen.load.bytes += 1;
  EXPECT_EQ(only_reason(seen),
            "answers under load differ from the verified ones: 15009601 bytes where 100000 answers "
            "of 150 bytes make 15000000");
  seen.connections_reopened = 200;  // each close may cut one answer and add a close notice
  EXPECT_TRUE(judge(seen).reasons.empty());
}

TEST(Judge, VaryingSizesOnlyLowerTheBadge) {
  auto seen = healthy();
  seen.smallest_response_bytes = 149;
  seen.load.bytes = 14'950'000;
  const auto found = judge(seen);
  EXPECT_TRUE(found.reasons.empty());
  EXPECT_EQ(found.badge, Badge::kClient);
}

TEST(Judge, WrongAnswersUnderLoadInvalidate) {
  auto seen = healthy();
  seen.probes_wrong = 3;
  seen.first_wrong_probe = "status 503, expected 200";
  EXPECT_EQ(only_reason(seen),
            "wrong answers under load (3 of 253 checked): status 503, expected 200");
}

TEST(Judge, UnservedConnectionsInvalidate) {
  auto seen = healthy();
  seen.connections_unserved = 24;
  EXPECT_EQ(only_reason(seen), "24 of 64 connections were never served");
  seen = healthy();
  seen.load.errors.connect = 10;
  EXPECT_EQ(only_reason(seen), "10 of 64 connections could not be opened");
  seen = healthy();
  seen.accept_queue_share = 0.9;
  EXPECT_EQ(only_reason(seen), "connections waited to be accepted during the whole load");
}

TEST(Judge, HungConnectionsInvalidate) {
  auto seen = healthy();
  seen.connections_hung = 0;
  EXPECT_TRUE(judge(seen).reasons.empty());
  seen.connections_hung = 32;
  EXPECT_EQ(only_reason(seen), "32 of 64 connections hung: they were answered no more to the end");
}

TEST(Judge, ServerThatClosesEachConnectionHasAQueueByNature) {
  auto seen = healthy();
  seen.connections_reopened = 100'000;
  seen.accept_queue_share = 0.9;
  const auto found = judge(seen);
  EXPECT_TRUE(found.reasons.empty());
  EXPECT_TRUE(has_note(found, "no-keep-alive"));
  EXPECT_FALSE(found.values.contains("latency_mean_us"));
}

TEST(Judge, AnnouncedClosesAreANote) {
  auto seen = healthy();
  seen.connections_reopened = 96;  // 100,000 answers over 96 closes and 64 half-used connections
  const auto found = judge(seen);
  EXPECT_TRUE(found.reasons.empty());
  ASSERT_EQ(found.notes.size(), 1u);
  EXPECT_EQ(found.notes[0].text, "closes every 780 requests");
}

TEST(Judge, NothingAnsweredIsInvalid) {
  auto seen = healthy();
  seen.load = {.requests = 0, .duration_us = 5'000'000, .bytes = 0};
  const auto found = judge(seen);
  EXPECT_EQ(found.reasons, std::vector<std::string>{"no request was answered"});
  EXPECT_DOUBLE_EQ(found.values.at("throughput_rps"), 0);
  EXPECT_FALSE(found.values.contains("server_cpu_us_per_request"));
}

TEST(Judge, SteppedClockInvalidates) {
  auto seen = healthy();
  seen.wall_s = 7;
  EXPECT_EQ(only_reason(seen), "the client's clock says 5.00 s, the machine's 7.00 s");
}

TEST(Judge, ConnectionsOfOneAnswerProveNoStall) {
  auto seen = healthy();
  seen.longest_stall_s = 0.6;
  EXPECT_TRUE(has_note(judge(seen), "stall"));
  seen.connections_reopened = static_cast<double>(seen.load.requests);
  EXPECT_FALSE(has_note(judge(seen), "stall"));
  EXPECT_FALSE(judge(seen).values.contains("longest_stall_ms"));
}

TEST(Judge, LongWaitsOfSomeAreNotedAsUnfair) {
  auto seen = healthy();
  seen.longest_wait_s = 1.3;
  EXPECT_TRUE(has_note(judge(seen), "unfair"));
  seen.longest_stall_s = 1.2;  // all of them waited
  EXPECT_FALSE(has_note(judge(seen), "unfair"));
  seen.longest_stall_s = 0;
  seen.load.requests = 3'200;  // 64 connections, each answered every 0.1 s
  EXPECT_FALSE(has_note(judge(seen), "unfair"));
}

/// pacer-load's time begins when all connections are open.
TEST(Judge, OpeningConnectionsIsNoLoad) {
  auto seen = healthy();
  seen.wall_s += 1.03;
  seen.load.opening_us = 1'030'000;
  EXPECT_TRUE(judge(seen).reasons.empty());
  EXPECT_TRUE(has_note(judge(seen), "slow-accept"));
  EXPECT_DOUBLE_EQ(judge(seen).values.at("server_cpu_share"),
                   judge(healthy()).values.at("server_cpu_share"));
  seen.load.opening_us = 20'000;
  EXPECT_FALSE(judge(seen).reasons.empty());
  EXPECT_FALSE(has_note(judge(seen), "slow-accept"));
}

TEST(Judge, DisturbanceIsNotedAndStrictInvalidates) {
  auto seen = healthy();
  seen.steal_share = 0.06;
  seen.foreign_cpu_share = 0.11;
  EXPECT_TRUE(judge(seen).reasons.empty());
  EXPECT_TRUE(has_note(judge(seen), "steal"));
  EXPECT_TRUE(has_note(judge(seen), "foreign-cpu"));
  seen.strict = true;
  EXPECT_EQ(judge(seen).reasons, (std::vector<std::string>{"disturbed: 6.0 % CPU steal",
                                                           "disturbed: 11.0 % foreign CPU"}));
  seen = healthy();
  seen.strict = true;
  EXPECT_TRUE(judge(seen).reasons.empty());
}

TEST(Judge, HeatIsNotedAndStrictInvalidates) {
  auto seen = healthy();
  EXPECT_FALSE(has_note(judge(seen), "heat"));
  seen.heat_events = 3;
  EXPECT_TRUE(judge(seen).reasons.empty());
  EXPECT_TRUE(has_note(judge(seen), "heat"));
  seen.strict = true;
  EXPECT_EQ(only_reason(seen), "disturbed: slowed down by heat 3 times");
}

TEST(Judge, SensorsAreRecordedWhereTheMachineHasThem) {
  auto seen = healthy();
  EXPECT_FALSE(judge(seen).values.contains("energy_uj_per_request"));
  EXPECT_FALSE(judge(seen).values.contains("cpu_mhz"));
  seen.energy_j = 50;
  seen.cpu_mhz = 3200;
  seen.cpu_pressure_share = 0.25;
  EXPECT_DOUBLE_EQ(judge(seen).values.at("energy_uj_per_request"), 500);
  EXPECT_DOUBLE_EQ(judge(seen).values.at("cpu_mhz"), 3200);
  EXPECT_DOUBLE_EQ(judge(seen).values.at("cpu_pressure_share"), 0.25);
}

TEST(Judge, MemoryGoesByItsMethod) {
  auto seen = healthy();
  EXPECT_DOUBLE_EQ(judge(seen).values.at("memory_peak_bytes"), 1e7);
  EXPECT_FALSE(judge(seen).values.contains("memory_cgroup_v1_peak_bytes"));
  EXPECT_FALSE(judge(seen).values.contains("memory_cgroup_v2_peak_bytes"));
  seen.memory_cgroup_v1_peak_bytes = 6e6;
  seen.memory_cgroup_v2_peak_bytes = 7e6;
  EXPECT_DOUBLE_EQ(judge(seen).values.at("memory_peak_bytes"), 1e7);
  EXPECT_DOUBLE_EQ(judge(seen).values.at("memory_cgroup_v1_peak_bytes"), 6e6);
  EXPECT_DOUBLE_EQ(judge(seen).values.at("memory_cgroup_v2_peak_bytes"), 7e6);
}

TEST(Judge, InstructionsSayWhetherTheKernelsAreAmongThem) {
  auto seen = healthy();
  EXPECT_FALSE(judge(seen).values.contains("server_instructions_per_request"));
  seen.server_instructions = 5e9;
  seen.instructions_with_kernel = true;
  EXPECT_DOUBLE_EQ(judge(seen).values.at("server_instructions_per_request"), 50'000);
  EXPECT_FALSE(judge(seen).values.contains("server_user_instructions_per_request"));
  seen.instructions_with_kernel = false;
  EXPECT_DOUBLE_EQ(judge(seen).values.at("server_user_instructions_per_request"), 50'000);
  EXPECT_FALSE(judge(seen).values.contains("server_instructions_per_request"));
}

TEST(Judge, WrongMachineConditionsInvalidateAlways) {
  auto seen = healthy();
  seen.throttled = true;
  EXPECT_EQ(only_reason(seen), "the server's cgroup was throttled");
  seen = healthy();
  seen.server_left_its_cpus = true;
  EXPECT_EQ(only_reason(seen), "the server ran on CPUs that it was not given");
}

TEST(Judge, HarnessBoundNeedsAFullClientAndAnIdleServer) {
  auto seen = healthy();
  seen.client_cpu_s = 4.9;
  seen.server_cpu_s = 3.0;
  EXPECT_TRUE(has_note(judge(seen), "harness-bound"));
  seen.server_cpu_s = 4.9;
  EXPECT_FALSE(has_note(judge(seen), "harness-bound"));
  seen.server_cpu_s = 3.0;
  seen.settings.shared_cpus = true;  // then the shares say nothing about who was the limit
  EXPECT_FALSE(has_note(judge(seen), "harness-bound"));
}

TEST(Judge, RestartedWorkersLowerTheBadge) {
  auto seen = healthy();
  seen.processes_appeared = 1;
  seen.processes_vanished = 1;
  const auto found = judge(seen);
  EXPECT_TRUE(found.reasons.empty());
  EXPECT_EQ(found.badge, Badge::kClient);
  EXPECT_TRUE(has_note(found, "processes"));
}

TEST(Judge, StallsAndFewSamplesAreNoted) {
  auto seen = healthy();
  seen.longest_stall_s = 0.5;
  EXPECT_TRUE(has_note(judge(seen), "stall"));
  seen = healthy();
  seen.load.requests = 60;
  seen.load.bytes = 60 * 150;
  EXPECT_TRUE(has_note(judge(seen), "few-samples"));
}

}  // namespace
}  // namespace pacer
