#include "core/model/json.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/error.h"

namespace pacer {
namespace {

using nlohmann::json;

Settings some_settings() {
  Settings settings;
  settings.client = "wrk";
  settings.workload = "hello";
  settings.threads = 4;
  settings.connections = 128;
  settings.pipeline = 16;
  settings.duration = std::chrono::seconds(30);
  settings.warmup = std::chrono::milliseconds(1500);
  settings.server_cpus = {0, 1};
  settings.client_cpus = {2, 3};
  settings.server_cpu_count = 2;
  settings.shared_cpus = false;
  return settings;
}

Sample some_sample() {
  Sample sample;
  sample.trial = {"go-http", 3, 7, some_settings()};
  sample.version = "1.26.8";
  sample.language = "go";
  sample.runtime = "go 1.26.8";
  sample.started_at = "2026-01-02T03:04:05Z";
  sample.outcome = Measured{};
  sample.values = {{"throughput_rps", 123456.789}, {"errors", 0}};
  sample.badge = Badge::kHandler;
  sample.notes = {{"chunked", "chunked answers"}};
  return sample;
}

RunRecord some_record() {
  RunRecord record;
  record.id = "2026-01-02-quick";
  record.pacer_version = "0.1.0";
  record.started_at = "2026-01-02T03:04:05Z";
  record.command = {"pacer", "run", "--plan", "quick"};
  record.plan.name = "quick";
  record.plan.about = "a first look";
  record.settings = some_settings();
  record.seed = std::numeric_limits<std::uint64_t>::max();
  record.frameworks = {"go-http", "vertx"};
  record.framework_folders = {"/srv/ours"};
  record.environment.machine.value = "AMD EPYC, 2 CPUs";
  record.environment.governor.why_not = "no such file";
  record.environment.cpu_count = 2;
  return record;
}

const char* const kSampleLine =
    R"({"badge":"handler","data_version":1,"framework":"go-http","language":"go",)"
    R"("notes":[{"code":"chunked","text":"chunked answers"}],"outcome":"measured","position":7,)"
    R"("round":3,"runtime":"go 1.26.8","settings":{"client":"wrk","client_cpus":[2,3],)"
    R"("connections":128,"duration_us":30000000,"pipeline":16,"server_cpu_count":2,)"
    R"("server_cpus":[0,1],"shared_cpus":false,"threads":4,"warmup_us":1500000,)"
    R"("workload":"hello"},"started_at":"2026-01-02T03:04:05Z",)"
    R"("values":{"errors":0.0,"throughput_rps":123456.789},"version":"1.26.8"})";

/// The text of the Error that `read` throws.
template <class Read>
std::string refusal(const Read& read) {
  try {
    read();
  } catch (const Error& error) {
    return error.render();
  }
  return "nothing was refused";
}

std::string sample_refusal(const json& value) {
  return refusal([&] { sample_from_json(value); });
}

json changed_sample(const char* pointer, const json& value) {
  auto sample = to_json(some_sample());
  sample[json::json_pointer(pointer)] = value;
  return sample;
}

json sample_without(const char* parent, const char* key) {
  auto sample = to_json(some_sample());
  sample[json::json_pointer(parent)].erase(key);
  return sample;
}

TEST(SampleJson, IsAFlatLine) { EXPECT_EQ(to_json(some_sample()).dump(), kSampleLine); }

TEST(SampleJson, ReadsBackWhatItWrote) {
  const auto sample = sample_from_json(json::parse(kSampleLine));
  EXPECT_EQ(sample.trial.framework, "go-http");
  EXPECT_EQ(sample.trial.round, 3);
  EXPECT_EQ(sample.trial.position, 7);
  EXPECT_EQ(sample.trial.settings, some_settings());
  EXPECT_EQ(sample.version, "1.26.8");
  EXPECT_EQ(sample.language, "go");
  EXPECT_EQ(sample.runtime, "go 1.26.8");
  EXPECT_EQ(sample.started_at, "2026-01-02T03:04:05Z");
  EXPECT_TRUE(std::holds_alternative<Measured>(sample.outcome));
  EXPECT_EQ(sample.values, some_sample().values);
  EXPECT_EQ(sample.badge, Badge::kHandler);
  EXPECT_EQ(sample.notes, some_sample().notes);
}

TEST(SampleJson, EachOutcomeCarriesItsReason) {
  auto sample = some_sample();
  sample.outcome = Skipped{"jdk>=17 is not installed", "pacer setup jdk"};
  auto value = to_json(sample);
  EXPECT_EQ(value["outcome"], "skipped");
  EXPECT_EQ(value["why"], "jdk>=17 is not installed");
  EXPECT_EQ(value["remedy"], "pacer setup jdk");
  EXPECT_EQ(to_json(sample_from_json(value)), value);

  sample.outcome = Failed{Stage::kVerify, "404 instead of 200", {"line 1", "line 2"}};
  value = to_json(sample);
  EXPECT_EQ(value["outcome"], "failed");
  EXPECT_EQ(value["stage"], "verify");
  EXPECT_EQ(value["why"], "404 instead of 200");
  EXPECT_EQ(value["evidence"], json::array({"line 1", "line 2"}));
  EXPECT_EQ(to_json(sample_from_json(value)), value);

  sample.outcome = Invalid{{"another process answered", "12 wrong bodies"}};
  value = to_json(sample);
  EXPECT_EQ(value["outcome"], "invalid");
  EXPECT_EQ(value["reasons"], json::array({"another process answered", "12 wrong bodies"}));
  EXPECT_EQ(to_json(sample_from_json(value)), value);
}

TEST(SampleJson, ReplacesBytesThatAreNotUtf8) {
  auto sample = some_sample();
  sample.outcome = Failed{Stage::kStart, "said \xFF", {"binary \xC3", "ok"}};
  sample.notes = {{"log", "\x80"}};
  const auto value = json::parse(to_json(sample).dump());
  EXPECT_EQ(value["why"], "said \uFFFD");
  EXPECT_EQ(value["evidence"][0], "binary \uFFFD");
  EXPECT_EQ(value["notes"][0]["text"], "\uFFFD");
}

TEST(SampleJson, LeavesOutWhatIsNotANumber) {
  auto sample = some_sample();
  sample.values = {{"errors", 1}, {"startup_ms", NAN}, {"stop_ms", INFINITY}, {"bytes", -INFINITY}};
  EXPECT_EQ(to_json(sample)["values"].dump(), R"({"errors":1.0})");
}

TEST(SampleJson, NumbersKeepTheirFullPrecision) {
  auto sample = some_sample();
  sample.values = {{"throughput_rps", 0.1 + 0.2}, {"bytes", 9007199254740993.0}};
  EXPECT_EQ(sample_from_json(json::parse(to_json(sample).dump())).values, sample.values);
}

TEST(SampleJson, IgnoresFieldsOfTheFuture) {
  auto value = changed_sample("/colour", "blue");
  value["settings"]["rate_rps"] = 1000;
  value["notes"][0]["level"] = 3;
  EXPECT_EQ(to_json(sample_from_json(value)).dump(), kSampleLine);
}

TEST(SampleJson, SaysWhichFieldIsMissing) {
  EXPECT_EQ(sample_refusal(sample_without("", "round")), "error: sample: field 'round' is missing");
  EXPECT_EQ(sample_refusal(sample_without("/settings", "threads")),
            "error: sample: field 'settings.threads' is missing");
  EXPECT_EQ(sample_refusal(sample_without("/notes/0", "text")),
            "error: sample: field 'notes[0].text' is missing");
  EXPECT_EQ(sample_refusal(sample_without("", "values")),
            "error: sample: field 'values' is missing");
  EXPECT_EQ(sample_refusal(changed_sample("/outcome", "failed")),
            "error: sample: field 'stage' is missing");
  EXPECT_EQ(sample_refusal(json::object()), "error: sample: field 'data_version' is missing");
}

TEST(SampleJson, SaysWhichFieldIsOfTheWrongKind) {
  EXPECT_EQ(sample_refusal(changed_sample("/round", "one")),
            "error: sample: field 'round' must be a whole number (found \"one\")");
  EXPECT_EQ(sample_refusal(changed_sample("/round", 1.5)),
            "error: sample: field 'round' must be a whole number (found 1.5)");
  EXPECT_EQ(sample_refusal(changed_sample("/round", 3000000000u)),
            "error: sample: field 'round' must be a whole number (found 3000000000)");
  EXPECT_EQ(sample_refusal(changed_sample("/settings/duration_us", 1.0e30)),
            "error: sample: field 'settings.duration_us' must be a whole number (found 1e+30)");
  EXPECT_EQ(sample_refusal(changed_sample("/framework", nullptr)),
            "error: sample: field 'framework' must be a text (found null)");
  EXPECT_EQ(sample_refusal(changed_sample("/version", std::string(100, 'x'))),
            "nothing was refused");
  EXPECT_EQ(sample_refusal(changed_sample("/settings/threads", std::string(100, 'x'))),
            "error: sample: field 'settings.threads' must be a whole number (found string)");
  EXPECT_EQ(sample_refusal(changed_sample("/settings/shared_cpus", 0)),
            "error: sample: field 'settings.shared_cpus' must be true or false (found 0)");
  EXPECT_EQ(sample_refusal(changed_sample("/settings/server_cpus", json::array({0, "1"}))),
            "error: sample: field 'settings.server_cpus' must be a list of whole numbers "
            "(found \"1\")");
  EXPECT_EQ(sample_refusal(changed_sample("/settings", json::array())),
            "error: sample: field 'settings' must be an object (found array)");
  EXPECT_EQ(sample_refusal(changed_sample("/values/errors", "none")),
            "error: sample: field 'values.errors' must be a number (found \"none\")");
  EXPECT_EQ(sample_refusal(changed_sample("/values", json::array())),
            "error: sample: field 'values' must be an object (found array)");
  EXPECT_EQ(sample_refusal(changed_sample("/notes", json::object())),
            "error: sample: field 'notes' must be a list (found object)");
  EXPECT_EQ(sample_refusal(json::array()), "error: sample: must be an object (found array)");
}

TEST(SampleJson, RefusesNamesItDoesNotKnow) {
  EXPECT_EQ(sample_refusal(changed_sample("/outcome", "lost")),
            "error: sample: field 'outcome' must be measured, skipped, failed or invalid "
            "(found 'lost')");
  EXPECT_EQ(sample_refusal(changed_sample("/badge", "gold")),
            "error: sample: field 'badge' holds an unknown badge 'gold'");
  auto failed = changed_sample("/outcome", "failed");
  failed.update({{"stage", "lunch"}, {"why", "?"}, {"evidence", json::array()}});
  EXPECT_EQ(sample_refusal(failed), "error: sample: field 'stage' holds an unknown stage 'lunch'");
}

TEST(SampleJson, RefusesAnotherDataVersion) {
  EXPECT_EQ(sample_refusal(changed_sample("/data_version", 2)),
            "error: sample: field 'data_version' is 2, this Pacer reads 1\n"
            "  hint: read it with the version of Pacer that wrote it");
}

TEST(RunRecordJson, ReadsBackWhatItWrote) {
  const auto value = json::parse(to_json(some_record()).dump());
  EXPECT_EQ(value["data_version"], kDataVersion);
  EXPECT_EQ(value["environment"]["machine"].dump(), R"({"value":"AMD EPYC, 2 CPUs"})");
  EXPECT_EQ(value["environment"]["governor"].dump(), R"({"value":null,"why_not":"no such file"})");

  const auto record = run_record_from_json(value);
  EXPECT_EQ(record.id, "2026-01-02-quick");
  EXPECT_EQ(record.command, some_record().command);
  EXPECT_EQ(record.settings, some_settings());
  EXPECT_EQ(record.seed, std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(record.frameworks, some_record().frameworks);
  EXPECT_EQ(record.environment.machine.value, "AMD EPYC, 2 CPUs");
  EXPECT_FALSE(record.environment.governor.value);
  EXPECT_EQ(record.environment.governor.why_not, "no such file");
  EXPECT_EQ(to_json(record), value);
}

TEST(RunRecordJson, HoldsEverySettingOfSeveral) {
  auto record = some_record();
  auto other = some_settings();
  other.pipeline = 50;
  other.requests = 1000;
  other.at_most = std::chrono::seconds(9);
  record.further_settings = {other};
  const auto value = to_json(record);
  EXPECT_EQ(value["further_settings"].size(), 1U);
  EXPECT_EQ(run_record_from_json(value).all_settings(),
            (std::vector<Settings>{some_settings(), other}));
  EXPECT_FALSE(to_json(some_record()).contains("further_settings"));
}

TEST(RunRecordJson, HoldsThePairOfALiveComparison) {
  auto record = some_record();
  EXPECT_FALSE(to_json(record).contains("live"));
  record.live = LivePair{"go-http",  "/repo",    "bench/go-http", "main",
                         "0123abcd", "4567cdef", "4567cde-dirty"};
  const auto value = json::parse(to_json(record).dump());
  const auto again = run_record_from_json(value);
  ASSERT_TRUE(again.live);
  EXPECT_EQ(again.live->old_name(), "go-http.old");
  EXPECT_EQ(again.live->new_name(), "go-http.new");
  EXPECT_EQ(to_json(again), value);
}

TEST(RunRecordJson, SaysWhichFieldIsWrong) {
  const auto refusal_of = [](const char* pointer, const json& wrong) {
    auto value = to_json(some_record());
    value[json::json_pointer(pointer)] = wrong;
    return refusal([&] { run_record_from_json(value); });
  };
  EXPECT_EQ(refusal_of("/seed", -1),
            "error: run record: field 'seed' must be a whole number from 0 (found -1)");
  EXPECT_EQ(refusal_of("/plan/connections", "many"),
            "error: run record: field 'plan.connections' must be a whole number (found \"many\")");
  EXPECT_EQ(refusal_of("/environment/kernel", "Linux"),
            "error: run record: field 'environment.kernel' must be an object (found \"Linux\")");
  EXPECT_EQ(refusal_of("/command", json::array({"pacer", 7})),
            "error: run record: field 'command' must be a list of texts (found 7)");
  EXPECT_EQ(refusal_of("/data_version", 9),
            "error: run record: field 'data_version' is 9, this Pacer reads 1\n"
            "  hint: read it with the version of Pacer that wrote it");
}

TEST(PlanJson, ReadsBackWhatItWrote) {
  Plan plan;
  plan.name = "ours";
  plan.about = "nightly";
  plan.client = "pacer-load";
  plan.threads = 2;
  plan.connections = {32};
  plan.pipeline = {4};
  plan.repetitions = 10;
  plan.duration = std::chrono::milliseconds(1500);
  plan.warmup = std::chrono::seconds(10);
  plan.seed = 42;
  plan.server_cpus = {CpuChoice::Kind::kList, {0, 1, 4}};
  plan.client_cpus = {CpuChoice::Kind::kShared, {}};
  plan.build = BuildOrder::kBatched;
  plan.quiet_within = std::chrono::seconds(5);
  plan.port = 8080;
  plan.strict = true;
  plan.interest = "we sell one of these";
  const auto value = to_json(plan);
  EXPECT_EQ(value.dump(),
            R"({"about":"nightly","build":"batched","client":"pacer-load","client_cpus":"shared",)"
            R"("connections":32,"duration_us":1500000,"interest":"we sell one of these",)"
            R"("name":"ours","pipeline":4,"port":8080,"quiet_within_us":5000000,)"
            R"("repetitions":10,"seed":42,"server_cpus":"0-1,4","strict":true,"threads":2,)"
            R"("warmup_us":10000000,"workload":"hello"})");
  EXPECT_EQ(to_json(plan_from_json(value)), value);
}

TEST(PlanJson, HoldsListsAndNumbersOfRequests) {
  Plan plan;
  plan.connections = {50, 300};
  plan.requests = 100'000;
  plan.at_most = std::chrono::seconds(90);
  plan.latency_capacity_percent = 70;
  const auto value = to_json(plan);
  EXPECT_EQ(value["connections"].dump(), "[50,300]");
  EXPECT_EQ(value["pipeline"].dump(), "1");
  EXPECT_EQ(value["requests"], 100'000);
  EXPECT_EQ(value["at_most_us"], 90'000'000);
  EXPECT_EQ(value["latency_capacity_percent"], 70);
  const auto read = plan_from_json(value);
  EXPECT_EQ(read.connections, plan.connections);
  EXPECT_EQ(read.requests, plan.requests);
  EXPECT_EQ(read.latency_capacity_percent, 70);
  EXPECT_EQ(to_json(read), value);
  auto empty = value;
  empty["connections"] = json::array();
  EXPECT_EQ(refusal([&] { plan_from_json(empty); }),
            "error: plan: field 'connections' must not be an empty list");
}

TEST(PlanJson, WhatIsLeftToTheMachineIsNull) {
  const auto value = to_json(Plan{});
  EXPECT_TRUE(value["threads"].is_null());
  EXPECT_TRUE(value["seed"].is_null());
  EXPECT_TRUE(value["port"].is_null());
  const auto plan = plan_from_json(value);
  EXPECT_FALSE(plan.threads);
  EXPECT_FALSE(plan.seed);
  EXPECT_FALSE(plan.port);
  EXPECT_EQ(to_json(plan), value);
}

TEST(PlanJson, RefusesChoicesItDoesNotKnow) {
  const auto refusal_of = [](const char* key, const char* wrong) {
    auto value = to_json(Plan{});
    value[key] = wrong;
    return refusal([&] { plan_from_json(value); });
  };
  EXPECT_EQ(refusal_of("server_cpus", "some"),
            "error: plan: field 'server_cpus' must be auto, shared or a list like 0-1,4");
  EXPECT_EQ(refusal_of("build", "never"), "error: plan: field 'build' must be first or batched");
}

}  // namespace
}  // namespace pacer
