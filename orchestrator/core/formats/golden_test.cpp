// Whole rendered tables, compared with the files in orchestrator/tests/golden. After a change that
// is meant: PACER_ACCEPT_GOLDEN=1 <this program> --gtest_filter='*Golden*', then read the diff.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "base/text.h"
#include "core/formats/table.h"
#include "core/ranking/rank.h"
#include "tests/samples.h"

namespace pacer {
namespace {

using testing::measured;
using testing::run_of;
using testing::with_outcome;

Sample of(Sample sample, const std::string& version, const std::string& language,
          const std::string& runtime) {
  sample.version = version;
  sample.language = language;
  sample.runtime = runtime;
  return sample;
}

/// One round of everything that can happen to a framework.
Ranking one_round() {
  auto record = run_of({"go-http", "go-fasthttp", "vertx", "node-express-cluster",
                        "spring-boot-3-tomcat", "undertow", "uvicorn", "javalin", "nginx"});
  auto ceiling = of(measured(kCeilingName, 187654.3), "0.1.0", "c++", "g++ 12.2.0");
  auto fasthttp = of(measured("go-fasthttp", 142310.8), "1.78.0", "go", "go 1.26.8");
  fasthttp.notes = {
      {"any-path", "answers every path"},
      {"harness-bound", "harness-bound: the client was the limit (97 % of its CPUs, server 84 %)"}};
  auto http = of(measured("go-http", 98765.4), "1.26.8", "go", "go 1.26.8");
  auto vertx = of(measured("vertx", 76543.2), "5.1.0", "java", "jdk 25.0.1");
  vertx.notes = {{"manifest", "one event loop per CPU"}, {"steal", "7.2 % CPU steal"}};
  vertx.values["startup_ms"] = 1234.5;
  vertx.values["memory_peak_bytes"] = 187e6;
  auto express = of(measured("node-express-cluster", 9876.5), "5.2.1", "node", "node 20.19.2");
  express.badge = Badge::kBytes;
  express.values.erase("latency_mean_us");  // it reopened connections
  express.values["errors"] = 12;
  express.notes = {{"manifest", "8 workers"}, {"closes", "closes every 1,000 requests"}};
  const std::vector<std::string> log{
      "Starting SpringBootApplication using Java 25.0.1",
      "Web server failed to start. Port 8080 was already in use.",
      "Action: Identify and stop the process that is listening on port 8080 or configure this "
      "application to listen on another port.",
      "Application run failed"};
  return rank(
      record,
      {ceiling, http, fasthttp, vertx, express,
       of(with_outcome("spring-boot-3-tomcat",
                       Failed{Stage::kReady, "the server ended before it answered (exit 1)", log}),
          "3.5.7", "java", "jdk 25.0.1"),
       of(with_outcome("undertow",
                       Invalid{{"another process shares the port: the load may have measured it",
                                "12 of 64 connections were never served"}}),
          "2.3.20", "java", "jdk 25.0.1"),
       of(with_outcome("uvicorn", Skipped{"python>=3.14 is not installed (found 3.11.2)",
                                          "pacer setup python"}),
          "0.38.0", "python", "")});
}

/// Ten rounds of four frameworks; one lost a round, one was disturbed.
Ranking ten_rounds() {
  auto record = run_of({"go-http", "go-fasthttp", "axum", "spring-boot-3-tomcat"}, 10);
  record.id = "2026-01-02-hello";
  record.plan.name = "hello";
  record.command = {"pacer", "run", "--plan", "hello", "--seed", "42"};
  record.plan.interest = "the publisher maintains go-fasthttp";
  std::vector<Sample> samples;
  for (int round = 1; round <= 10; ++round) {
    const double wobble = 1 + 0.01 * (round * 7 % 10 - 5);
    const auto add = [&](Sample sample) {
      sample.values["client_cpu_share"] = 0.8;
      sample.values["server_cpu_share"] = 0.99;
      samples.push_back(std::move(sample));
    };
    add(of(measured(kCeilingName, 187654.3 * wobble, round), "0.1.0", "c++", ""));
    add(of(measured("axum", 151234 * (2 - wobble), round), "0.8.6", "rust", "cargo 1.90.0"));
    add(of(measured("go-fasthttp", 142310 * wobble, round), "1.78.0", "go", "go 1.26.8"));
    auto http = of(measured("go-http", 98765 * wobble, round), "1.26.8", "go", "go 1.26.8");
    if (round == 4) http.values["errors"] = 3;
    if (round % 5 == 0) http.notes = {{"steal", "8.1 % CPU steal"}};
    add(std::move(http));
    auto spring =
        of(measured("spring-boot-3-tomcat", 8765 * wobble, round), "3.5.7", "java", "jdk 25.0.1");
    if (round == 3) {
      spring.outcome = Failed{Stage::kMeasure, "the server ended (killed by SIGKILL)", {}};
    }
    add(std::move(spring));
  }
  return rank(record, samples);
}

/// The published protocol: pipelined, on shared CPUs.
Ranking depth_16() {
  auto record = run_of({"go-fasthttp", "vertx"});
  record.id = "2026-01-02-classic";
  record.plan.name = "classic";
  record.command = {"pacer", "run",    "--plan", "classic", "go-fasthttp",
                    "vertx", "--seed", "42",     "--out",   "/srv/benchmarks/results of january"};
  auto& settings = record.settings;
  settings.threads = 4;
  settings.connections = 128;
  settings.pipeline = 16;
  settings.duration = std::chrono::seconds(30);
  settings.server_cpus = {};
  settings.client_cpus = {};
  settings.server_cpu_count = 8;
  settings.shared_cpus = true;
  std::vector<Sample> samples{
      of(measured(kCeilingName, 3187654.3, 1, settings), "0.1.0", "c++", ""),
      of(measured("go-fasthttp", 1542310.8, 1, settings), "1.78.0", "go", "go 1.26.8"),
      of(measured("vertx", 1276543.2, 1, settings), "5.1.0", "java", "jdk 25.0.1")};
  for (auto& sample : samples) {
    sample.notes = {{"shared-cpus", "server and client share CPUs"}};
  }
  samples.back().notes.push_back({"manifest", "one event loop per CPU"});
  return rank(record, samples);
}

Ranking nothing_measured() {
  auto record = run_of({"go-http", "vertx", "javalin"});
  record.environment.machine = {std::nullopt, "/proc/cpuinfo: permission denied"};
  record.environment.commit = {std::nullopt, "not a git checkout"};
  return rank(record,
              {with_outcome(kCeilingName,
                            Failed{Stage::kGate, "port 41234 is held by process 4711 (sleep)", {}}),
               with_outcome("go-http", Skipped{"go>=1.26 is not installed", "pacer setup go"})});
}

/// Texts that were not written for a table.
Ranking hostile() {
  const std::string long_word(120, 'x');
  auto record = run_of({"a"});
  record.plan.name = "quick\x1b[31m";
  record.plan.interest = "none | <b>\nhonestly</b> & `more`";
  record.environment.machine.value = "CPU\tof\r\nmany \xFF bytes " + long_word;
  record.command = {"pacer", "run", "a b|c", "it's", "--out", "/tmp/" + long_word};
  auto pipes = of(measured("a|b*_[x](y)", 5000), "1.0|<i>", "c<++>", "g++\n12");
  pipes.notes = {{"x", "line one\nline two | three \"quoted\", `ticks` \x1b[2J"}};
  auto longest = of(measured("long-" + long_word, 4000), "9." + long_word, "lang-" + long_word, "");
  auto comma = of(measured("=cmd(),\"x\"", 3000), "", "\u202Eevil", "");
  return rank(record,
              {measured(kCeilingName, 9000), pipes, longest, comma,
               with_outcome("b\nroken", Failed{Stage::kStart,
                                               "said:\n\x1b[31m| " + long_word + long_word,
                                               {"first", "\x1b]0;title\x07 escape", "tab\there",
                                                "` ``tick", "binary \xC3\x28"}}),
               with_outcome("odd", Skipped{"no\ntool", "sudo apt-get install 'x y' \"z\nw\" |"}),
               with_outcome("inv", Invalid{{"a, \"b\"", "c\r\nd", "<script>"}})});
}

LatencyAtRate loop_at(int rate, double p99_us, std::optional<int> percent = std::nullopt) {
  LatencyAtRate loop{rate, 50'000, 50'000, true, false, 60, {}, "HIST", percent};
  loop.latency_us = {{"p50", p99_us / 5},    {"p90", p99_us / 2},  {"p99", p99_us},
                     {"p999", p99_us * 1.7}, {"mean", p99_us / 4}, {"max", p99_us * 3}};
  return loop;
}

/// Three rounds at four depths; one framework cannot pipeline, one was skipped.
Ranking four_depths() {
  auto record = run_of({"go-fasthttp", "vertx", "uvicorn", "javalin"}, 3);
  record.id = "2026-01-02-pipelined";
  record.plan.name = "pipelined";
  record.plan.pipeline = {1, 4, 16, 50};
  record.command = {"pacer", "run", "--plan", "pipelined", "--seed", "42"};
  std::vector<Sample> samples;
  for (const int depth : {1, 4, 16, 50}) {
    auto settings = record.settings;
    settings.pipeline = depth;
    if (depth > 1) record.further_settings.push_back(settings);
    for (int round = 1; round <= 3; ++round) {
      const double wobble = 1 + 0.01 * round;
      const auto add = [&](const char* name, double rps, const char* version, const char* language,
                           const char* runtime) {
        samples.push_back(
            of(measured(name, rps * wobble, round, settings), version, language, runtime));
      };
      add(kCeilingName, 180'000 * std::sqrt(depth), "0.1.0", "c++", "");
      add("go-fasthttp", 142'310 * std::cbrt(depth), "1.78.0", "go", "go 1.26.8");
      add("vertx", 76'543 * std::sqrt(depth), "5.1.0", "java", "jdk 25.0.1");
      if (depth == 1) add("uvicorn", 9'876, "0.38.0", "python", "python 3.11.2");
      if (depth == 1) continue;
      samples.push_back(
          of(with_outcome("uvicorn", Failed{Stage::kVerify, "the answers are out of order", {}},
                          round, settings),
             "0.38.0", "python", "python 3.11.2"));
    }
    samples.push_back(
        of(with_outcome("javalin", Skipped{"jdk>=17 is not installed", "pacer setup"}, 1, settings),
           "6.7.0", "java", ""));
  }
  return rank(record, samples);
}

/// Open loops at two rates that are the same for all, and at 70 % of each one's own.
Ranking own_capacity() {
  auto record = run_of({"go-fasthttp", "vertx", "uvicorn"}, 3);
  record.id = "2026-01-02-latency";
  record.plan.name = "latency";
  record.command = {"pacer", "run", "--plan", "latency", "--seed", "42"};
  record.settings.client = "pacer-load";
  record.settings.latency_rates = {1000, 20'000};
  record.settings.latency_capacity_percent = 70;
  record.settings.latency_duration = std::chrono::seconds(10);
  record.environment.client_version.value = "pacer-load 0.1.0";
  std::vector<Sample> samples;
  for (int round = 1; round <= 3; ++round) {
    const auto add = [&](const char* name, double rps, double p99_us) {
      auto sample = measured(name, rps + round, round, record.settings);
      const auto own = static_cast<int>(rps * 0.7) + round;
      sample.latency = {loop_at(1000, p99_us + round), loop_at(20'000, 2 * p99_us + 9 * round),
                        loop_at(own, 4 * p99_us, 70)};
      if (rps < 20'000) sample.latency[1] = {20'000, 200'000, 9'000, false, false, 0, {}, "", {}};
      if (rps < 20'000 && round == 2) sample.latency[0].upper_bound = true;
      sample.values["latency_us_p50"] = sample.latency[0].latency_us.at("p50");
      sample.values["latency_us_p99"] = sample.latency[0].latency_us.at("p99");
      samples.push_back(sample);
    };
    add(kCeilingName, 187'654, 210);
    add("go-fasthttp", 142'310, 840);
    add("vertx", 76'543, 620);
    add("uvicorn", 9'876, 4'200);
  }
  return rank(record, samples);
}

/// A number of requests at three numbers of connections, before everything was run.
Ranking fixed_number() {
  auto record = run_of({"go-fasthttp", "vertx"});
  record.id = "2026-01-02-fixed";
  record.plan.name = "fixed";
  record.plan.connections = {50, 300};
  record.command = {"pacer", "run", "--plan", "fixed", "--seed", "42"};
  record.settings.connections = 50;
  record.settings.duration = Duration::zero();
  record.settings.requests = 100'000;
  record.settings.at_most = std::chrono::minutes(2);
  auto many = record.settings;
  many.connections = 300;
  record.further_settings = {many};
  return rank(
      record,
      {of(measured(kCeilingName, 180'000, 1, record.settings), "0.1.0", "c++", ""),
       of(measured("go-fasthttp", 142'310, 1, record.settings), "1.78.0", "go", "go 1.26.8"),
       of(with_outcome("vertx",
                       Failed{Stage::kMeasure,
                              "too slow: 4711 of 100000 requests were answered within 2m (at_most)",
                              {}},
                       1, record.settings),
          "5.1.0", "java", "jdk 25.0.1"),
       of(measured(kCeilingName, 170'000, 1, many), "0.1.0", "c++", "")});
}

struct Case {
  const char* name;
  Ranking (*make)();
};

const std::vector<Case>& cases() {
  static const std::vector<Case> kCases{
      {"one_round", one_round},       {"ten_rounds", ten_rounds},
      {"depth_16", depth_16},         {"nothing_measured", nothing_measured},
      {"hostile", hostile},           {"four_depths", four_depths},
      {"own_capacity", own_capacity}, {"fixed_number", fixed_number}};
  return kCases;
}

std::string rendered(const Ranking& ranking, const char* format, const FormatOptions& options) {
  std::ostringstream out;
  format_named(format).write(ranking, options, out);
  return out.str();
}

std::string read(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

void expect_golden(const std::string& file_name, const std::string& text) {
  const auto file = std::filesystem::path(PACER_ROOT) / "orchestrator/tests/golden" / file_name;
  if (std::getenv("PACER_ACCEPT_GOLDEN") != nullptr) {
    std::ofstream(file, std::ios::binary) << text;
    return;
  }
  EXPECT_EQ(read(file), text) << file << " differs; if this is meant, accept it with "
                              << "PACER_ACCEPT_GOLDEN=1";
}

TEST(GoldenTables, Text) {
  for (const auto& one : cases()) {
    const auto ranking = one.make();
    const std::string name = one.name;
    expect_golden(name + ".80.txt", rendered(ranking, "text", {.width = 80}));
    expect_golden(name + ".160.txt", rendered(ranking, "text", {.width = 160}));
  }
}

TEST(GoldenTables, TextExplainedAndInColor) {
  const auto ranking = one_round();
  expect_golden("one_round.explained.txt",
                rendered(ranking, "text", {.width = 120, .explain = true}));
  expect_golden("one_round.color.txt", rendered(ranking, "text", {.width = 80, .color = true}));
}

TEST(GoldenTables, Markdown) {
  for (const auto& one : cases()) {
    expect_golden(std::string(one.name) + ".md", rendered(one.make(), "markdown", {}));
  }
}

TEST(GoldenTables, Csv) {
  for (const auto& one : cases()) {
    expect_golden(std::string(one.name) + ".csv", rendered(one.make(), "csv", {}));
  }
}

TEST(GoldenTables, Json) {
  for (const auto& one : cases()) {
    expect_golden(std::string(one.name) + ".json", rendered(one.make(), "json", {}));
  }
}

TEST(GoldenTables, Html) {
  for (const auto& one : cases()) {
    expect_golden(std::string(one.name) + ".html", rendered(one.make(), "html", {}));
  }
}

// What must hold whatever the texts are.

bool holds_control_character(const std::string& line) {
  return std::any_of(line.begin(), line.end(),
                     [](unsigned char c) { return c < 0x20 || c == 0x7F; });
}

TEST(Tables, TextFitsItsWidthAndSteersNoTerminal) {
  for (const auto& one : cases()) {
    const auto ranking = one.make();
    for (const int width : {72, 79, 80, 100, 120, 160, 200}) {
      for (const auto& line : split(rendered(ranking, "text", {.width = width}), '\n')) {
        EXPECT_FALSE(holds_control_character(line)) << one.name << ": " << line;
        // A word of a command is never broken: it could not be copied into a shell.
        const bool may_be_wider = line.find("/tmp/xxx") != std::string::npos;
        EXPECT_TRUE(display_width(line) <= width || may_be_wider)
            << one.name << " at " << width << ": " << line;
      }
    }
  }
}

TEST(Tables, TextLosesNoColumnAtAnyWidth) {
  const auto ranking = ten_rounds();
  for (const int width : {40, 80, 120, 200}) {
    const auto text = rendered(ranking, "text", {.width = width});
    for (const auto* figure : {"151,990", "81 %", "421 us", "18.8 MiB/s", "5.92 us", "23.8 MiB",
                               "12.5 ms", "0 [0–3]", "9/10", "rust", "handler", "0.8.6"}) {
      EXPECT_NE(text.find(figure), std::string::npos) << figure << " at " << width;
    }
  }
}

TEST(Tables, ColorChangesNothingElse) {
  for (const auto& one : cases()) {
    const auto ranking = one.make();
    auto text = rendered(ranking, "text", {.width = 80, .color = true});
    EXPECT_NE(text.find("\x1b[1m"), std::string::npos);
    for (const auto* style : {"\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[31m"}) {
      text = replace_all(text, style, "");
    }
    EXPECT_EQ(text, rendered(ranking, "text", {.width = 80})) << one.name;
  }
}

TEST(Tables, MarkdownRowsHaveAllTheirColumns) {
  for (const auto& one : cases()) {
    std::size_t columns = 0;
    for (const auto& line : split(rendered(one.make(), "markdown", {}), '\n')) {
      EXPECT_FALSE(holds_control_character(line)) << one.name << ": " << line;
      if (!line.starts_with("|")) {
        columns = 0;  // another table
        continue;
      }
      const auto found = split(replace_all(line, "\\|", ""), '|').size();
      if (columns == 0) columns = found;
      EXPECT_EQ(found, columns) << one.name << ": " << line;
    }
  }
}

/// Each element that is opened is closed, in order; no text holds markup.
std::string first_unbalanced(const std::string& html) {
  std::vector<std::string> open;
  const std::regex tag("<(/?)([a-z0-9]+)([^<>]*)>");
  for (std::sregex_iterator at(html.begin(), html.end(), tag), end; at != end; ++at) {
    const std::string name = (*at)[2];
    if (name == "meta" || name == "br") continue;
    if ((*at)[1].length() == 0) {
      open.push_back(name);
    } else if (open.empty() || open.back() != name) {
      return (*at)[0];
    } else {
      open.pop_back();
    }
  }
  return open.empty() ? "" : open.back();
}

TEST(Tables, HtmlIsWellFormedWhateverTheTextsHold) {
  for (const auto& one : cases()) {
    const auto html = rendered(one.make(), "html", {});
    EXPECT_EQ(first_unbalanced(html), "") << one.name;
    EXPECT_EQ(html.find("<script"), std::string::npos) << one.name;
    for (const auto& line : split(html, '\n')) EXPECT_FALSE(holds_control_character(line)) << line;
  }
}

/// The records of RFC 4180 text.
std::vector<std::vector<std::string>> parse_csv(const std::string& text) {
  std::vector<std::vector<std::string>> records{{""}};
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    auto& field = records.back().back();
    if (text[i] == '"' && quoted && i + 1 < text.size() && text[i + 1] == '"') {
      field += text[i++];
    } else if (text[i] == '"') {
      quoted = !quoted;
    } else if (text[i] == ',' && !quoted) {
      records.back().emplace_back();
    } else if (text.compare(i, 2, "\r\n") == 0 && !quoted) {
      records.push_back({""});
      ++i;
    } else {
      field += text[i];
    }
  }
  records.pop_back();
  return records;
}

TEST(Tables, CsvIsReadBackFieldByField) {
  const auto ranking = hostile();
  const auto records = parse_csv(rendered(ranking, "csv", {}));
  ASSERT_EQ(records.size(), 1 + ranking.rows.size() + 1 + ranking.below.size());
  for (const auto& record : records) EXPECT_EQ(record.size(), records[0].size());
  EXPECT_EQ(records[1][1], "a|b*_[x](y)");
  EXPECT_EQ(records[3][1], "=cmd(),\"x\"");
  EXPECT_EQ(records[0][12], "throughput_rps");
  EXPECT_EQ(std::stod(records[1][12]), 5000);
}

TEST(Tables, CsvKeepsFullPrecisionAndTheRange) {
  const auto ranking = ten_rounds();
  const auto records = parse_csv(rendered(ranking, "csv", {}));
  const auto& estimate = ranking.rows[0].summary.estimates.at("throughput_rps");
  EXPECT_EQ(std::stod(records[1][12]), estimate.median);
  EXPECT_EQ(std::stod(records[1][13]), estimate.low);
  EXPECT_EQ(std::stod(records[1][14]), estimate.high);
}

TEST(Tables, JsonHoldsExactlyTheFrameworksAskedFor) {
  for (const auto& one : cases()) {
    const auto ranking = one.make();
    const auto json = nlohmann::json::parse(rendered(ranking, "json", {}));
    EXPECT_EQ(json["rows"].size(), ranking.rows.size() + ranking.below.size()) << one.name;
    for (const auto& row : json["rows"]) EXPECT_NE(row["framework"], kCeilingName) << one.name;
    EXPECT_EQ(json["ceiling"]["framework"], kCeilingName) << one.name;
  }
}

TEST(Tables, JsonRowsHaveTheSameFieldsAndNullForWhatWasNotMeasured) {
  const auto json = nlohmann::json::parse(rendered(one_round(), "json", {}));
  for (const auto& row : json["rows"]) {
    EXPECT_EQ(row.size(), json["ceiling"].size()) << row["framework"];
    if (row["outcome"] == "measured") continue;
    for (const auto* key :
         {"rank", "throughput_rps", "throughput_interval_rps", "latency_mean_us", "batch_cycle_us",
          "transfer_bytes_per_s", "startup_ms", "memory_peak_bytes", "memory_method",
          "cpu_us_per_request", "errors", "ceiling_ratio", "verified_by"}) {
      EXPECT_TRUE(row.at(key).is_null()) << key << " of " << row["framework"];
    }
    EXPECT_EQ(row["repetitions"], 0);
    EXPECT_FALSE(row["why"].is_null());
  }
}

TEST(Tables, JsonKeepsTextsAsTheyWere) {
  const auto json = nlohmann::json::parse(rendered(hostile(), "json", {}));
  EXPECT_EQ(json["rows"][0]["notes"][0]["text"],
            "line one\nline two | three \"quoted\", `ticks` \x1b[2J");
  EXPECT_EQ(json["rows"][3]["evidence"][4], "binary \uFFFD(");
}

TEST(Tables, JsonNamesErrorsByKindWhereTheyAreKnown) {
  auto sample = measured("a", 5);
  sample.values["errors"] = 3;
  sample.values["errors_timeout"] = 2;
  sample.values["errors_read"] = 1;
  const auto ranking = rank(run_of({"a"}), {sample});
  EXPECT_EQ(nlohmann::json::parse(rendered(ranking, "json", {}))["rows"][0]["errors"].dump(),
            R"({"read":1.0,"timeout":2.0,"total":3.0})");
}

}  // namespace
}  // namespace pacer
