#include "core/plan/reader.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "core/plan/fields.h"
#include "core/yaml/problem.h"

namespace pacer {
namespace {

std::string problems(const std::string& text) {
  try {
    read_plan(text, "f");
  } catch (const yaml::Problems& found) {
    return found.render();
  }
  return "";
}

Plan built_in(const std::string& name) {
  const auto file = std::string(PACER_ROOT) + "/orchestrator/plans/" + name + ".yaml";
  std::ifstream stream(file);
  return read_plan(std::string(std::istreambuf_iterator<char>(stream), {}), file);
}

TEST(ReadPlan, ReadsEveryField) {
  const auto plan = read_plan(R"(name: mine
about: one two
client: wrk
workload: hello
threads: 2
connections: 100
pipeline: 3
duration: 7s
warmup: 0s
repetitions: 12
seed: 18446744073709551615
build: first
server_cpus: 0-1
client_cpus: 2
quiet_within: 1m
port: 8080
strict: true
interest: we sell it
)",
                              "f");
  EXPECT_EQ(plan.name, "mine");
  EXPECT_EQ(plan.about, "one two");
  EXPECT_EQ(plan.client, "wrk");
  EXPECT_EQ(plan.workload, "hello");
  EXPECT_EQ(plan.threads, 2);
  EXPECT_EQ(plan.connections, std::vector{100});
  EXPECT_EQ(plan.pipeline, std::vector{3});
  EXPECT_EQ(plan.duration, std::chrono::seconds(7));
  EXPECT_EQ(plan.warmup, Duration::zero());
  EXPECT_EQ(plan.repetitions, 12);
  EXPECT_EQ(plan.seed, 18446744073709551615u);
  EXPECT_EQ(plan.build, BuildOrder::kFirst);
  EXPECT_EQ(plan.server_cpus, (CpuChoice{CpuChoice::Kind::kList, {0, 1}}));
  EXPECT_EQ(plan.client_cpus, (CpuChoice{CpuChoice::Kind::kList, {2}}));
  EXPECT_EQ(plan.quiet_within, std::chrono::minutes(1));
  EXPECT_EQ(plan.port, 8080);
  EXPECT_TRUE(plan.strict);
  EXPECT_EQ(plan.interest, "we sell it");
}

TEST(ReadPlan, HasDefaultsForAllButTheName) {
  const auto plan = read_plan("name: x\nthreads: auto\n", "f");
  EXPECT_EQ(plan.threads, std::nullopt);
  EXPECT_EQ(plan.seed, std::nullopt);
  EXPECT_EQ(plan.port, std::nullopt);
  EXPECT_EQ(plan.connections, std::vector{64});
  EXPECT_EQ(plan.server_cpus, CpuChoice());
  EXPECT_FALSE(plan.strict);
  EXPECT_EQ(problems("about: x\n"),
            "f:1:1: error: name is missing\n  about: x\n  ^\n  hint: for example: name: quick");
}

TEST(ReadPlan, SaysEverythingInOnePass) {
  EXPECT_EQ(problems("name: Quick\n"
                     "threads: 3\n"
                     "connections: 64\n"
                     "workload: count\n"
                     "client: wrrk\n"
                     "strict: no\n"
                     "duration: 0s\n"
                     "server_cpus: 0-\n"
                     "port: 0x50\n"
                     "build: batch\n"
                     "conections: 3\n"),
            "f:1:7: error: 'Quick' is no name of a plan\n"
            "  name: Quick\n"
            "        ^\n"
            "  hint: lower-case letters, digits, '.', '_' and '-', a letter or digit first\n"
            "f:3:14: error: 64 connections cannot be shared by 3 threads: the client gives each "
            "thread 21, so 1 would never be opened\n"
            "  connections: 64\n"
            "               ^\n"
            "  hint: take 63 or 66 connections, or threads auto\n"
            "f:4:11: error: the workload count is not put under load\n"
            "  workload: count\n"
            "            ^\n"
            "  hint: take hello\n"
            "f:5:9: error: unknown client 'wrrk'; did you mean 'wrk'?\n"
            "  client: wrrk\n"
            "          ^\n"
            "  hint: known: wrk, pacer-load\n"
            "f:6:9: error: strict must be true or false, not 'no'\n"
            "  strict: no\n"
            "          ^\n"
            "f:7:11: error: duration must be over 0s and at most 24h, not 0s\n"
            "  duration: 0s\n"
            "            ^\n"
            "f:8:14: error: server_cpus must be auto, shared or a list like 0-1,4, not '0-'\n"
            "  server_cpus: 0-\n"
            "               ^\n"
            "f:9:7: error: port must be a whole number, not '0x50'\n"
            "  port: 0x50\n"
            "        ^\n"
            "f:10:8: error: unknown build order 'batch'\n"
            "  build: batch\n"
            "         ^\n"
            "  hint: known: first, batched\n"
            "f:11:1: error: unknown field 'conections'; did you mean 'connections'?\n"
            "  conections: 3\n"
            "  ^");
}

TEST(ReadPlan, PlacesARuleAtAFieldThatIsGiven) {
  EXPECT_EQ(problems("name: x\nthreads: 3\n"),
            "f:2:10: error: 64 connections cannot be shared by 3 threads: the client gives each "
            "thread 21, so 1 would never be opened\n"
            "  threads: 3\n"
            "           ^\n"
            "  hint: take 63 or 66 connections, or threads auto");
  EXPECT_EQ(problems("name: x\nrepetitions: 2\nbuild: batched\n"),
            "f:3:8: error: building in batches allows one repetition, not 2\n"
            "  build: batched\n"
            "         ^\n"
            "  hint: a round needs every framework: take `build: first`");
}

TEST(ReadPlan, JudgesNoValueThatNobodyWrote) {
  EXPECT_EQ(problems("name: x\nthreads: 5\nconnections: many\n"),
            "f:3:14: error: connections must be a whole number, not 'many'\n"
            "  connections: many\n"
            "               ^");
}

TEST(ReadPlan, ExplainsThreads) {
  EXPECT_EQ(problems("name: x\nthreads: all\n"),
            "f:2:10: error: threads must be a whole number, not 'all'\n"
            "  threads: all\n"
            "           ^\n"
            "  hint: auto takes the largest divisor of the connections that the CPUs allow");
}

TEST(ReadPlan, ReadsListsOfSettings) {
  const auto plan = read_plan(
      "name: x\nconnections: [32, 64]\npipeline: [1, 16]\nrequests: 1000\nat_most: 30s\n"
      "full_requests: 5000\nfull_at_most: 3m\n",
      "f");
  EXPECT_EQ(plan.connections, (std::vector{32, 64}));
  EXPECT_EQ(plan.pipeline, (std::vector{1, 16}));
  EXPECT_EQ(plan.requests, 1000U);
  EXPECT_EQ(plan.at_most, std::chrono::seconds(30));
  EXPECT_EQ(plan.full_requests, 5000U);
  EXPECT_EQ(plan.full_at_most, std::chrono::minutes(3));
  EXPECT_EQ(read_plan("name: x\nlatency_capacity_percent: 70\n", "f").latency_capacity_percent, 70);
}

TEST(ReadPlan, JudgesEachOfAList) {
  EXPECT_EQ(problems("name: x\npipeline: [1, 0]\n"),
            "f:2:15: error: pipeline must be from 1 to 1000, not 0\n"
            "  pipeline: [1, 0]\n"
            "                ^");
  EXPECT_EQ(problems("name: x\nconnections: []\n"),
            "f:2:14: error: connections must not be an empty list\n"
            "  connections: []\n"
            "               ^");
  EXPECT_EQ(problems("name: x\nthreads: 4\nconnections: [64, 50]\n"),
            "f:3:14: error: 50 connections cannot be shared by 4 threads: the client gives each "
            "thread 12, so 2 would never be opened\n"
            "  connections: [64, 50]\n"
            "               ^\n"
            "  hint: take 48 or 52 connections, or threads auto");
  EXPECT_EQ(problems("name: x\nclient: wrk\nrequests: 100\n"),
            "f:3:11: error: wrk loads for a time: it cannot send an exact number of requests\n"
            "  requests: 100\n"
            "            ^\n"
            "  hint: take the client pacer-load, or a duration in place of requests");
}

TEST(BuiltInPlans, CoverDepthsConnectionsNumbersAndRates) {
  EXPECT_EQ(built_in("pipelined").pipeline, (std::vector{1, 4, 16, 50}));
  EXPECT_EQ(built_in("connections").connections, (std::vector{32, 64, 128, 256, 512}));
  const auto fixed = built_in("fixed");
  EXPECT_EQ(fixed.connections, (std::vector{50, 100, 300}));
  EXPECT_EQ(fixed.requests, 100'000U);
  EXPECT_EQ(fixed.full_requests, 10'000'000U);
  const auto latency = built_in("latency");
  EXPECT_EQ(latency.latency_rates, (std::vector{1000, 5000, 20'000}));
  EXPECT_EQ(latency.latency_capacity_percent, 70);
  for (const auto* name : {"pipelined", "connections", "fixed", "latency"}) {
    EXPECT_EQ(built_in(name).name, name);
  }
}

TEST(BuiltInPlans, AreWhatTheDocsSay) {
  const auto quick = built_in("quick");
  EXPECT_EQ(quick.name, "quick");
  EXPECT_EQ(quick.about, "quick, unranked");
  EXPECT_EQ(quick.repetitions, 1);
  EXPECT_EQ(quick.warmup, std::chrono::seconds(2));
  EXPECT_EQ(quick.duration, std::chrono::seconds(5));
  EXPECT_EQ(quick.connections, std::vector{64});
  EXPECT_EQ(quick.pipeline, std::vector{1});
  EXPECT_EQ(quick.threads, std::nullopt);
  EXPECT_EQ(quick.build, BuildOrder::kBatched);
  EXPECT_EQ(quick.server_cpus, CpuChoice());
  const auto hello = built_in("hello");
  EXPECT_EQ(hello.name, "hello");
  EXPECT_EQ(hello.repetitions, 10);
  EXPECT_EQ(hello.warmup, std::chrono::seconds(10));
  EXPECT_EQ(hello.duration, std::chrono::seconds(5));
  EXPECT_EQ(hello.connections, std::vector{64});
  EXPECT_EQ(hello.pipeline, std::vector{1});
  EXPECT_EQ(hello.build, BuildOrder::kFirst);
  EXPECT_EQ(hello.client_cpus, CpuChoice());
  const auto classic = built_in("classic");
  EXPECT_EQ(classic.name, "classic");
  EXPECT_EQ(classic.client, "wrk");
  EXPECT_EQ(classic.threads, 4);
  EXPECT_EQ(classic.connections, std::vector{128});
  EXPECT_EQ(classic.duration, std::chrono::seconds(30));
  EXPECT_EQ(classic.warmup, std::chrono::seconds(10));
  EXPECT_EQ(classic.pipeline, std::vector{16});
  EXPECT_EQ(classic.repetitions, 1);
  EXPECT_EQ(classic.server_cpus.text(), "shared");
  EXPECT_EQ(classic.client_cpus.text(), "shared");
}

TEST(PlanFields, AreAllDescribed) {
  for (const auto& field : plan_fields()) {
    EXPECT_TRUE(field.info.help.ends_with('.')) << field.info.name;
    EXPECT_TRUE(field.info.example.starts_with(field.info.name + ": ")) << field.info.name;
    EXPECT_TRUE(nlohmann::json::accept(field.info.schema)) << field.info.schema;
  }
  const auto table = plan_fields_markdown();
  EXPECT_NE(table.find("| `pipeline` |  | whole number from 1 to 1000, or a list of up to 16 | 1 | "
                       "Requests in flight"),
            std::string::npos)
      << table;
}

}  // namespace
}  // namespace pacer
