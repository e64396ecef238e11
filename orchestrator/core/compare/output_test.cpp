#include "core/compare/output.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/text.h"

namespace pacer {
namespace {

MetricChange change(const std::string& metric, double before, double after, double low, double high,
                    double share, Change verdict) {
  MetricChange made;
  made.metric = metric;
  made.old_n = made.new_n = 10;
  made.old_median = before;
  made.new_median = after;
  made.ratio = after / before;
  made.low = low;
  made.high = high;
  made.new_better_share = share;
  made.p = made.p_holm = 0.001;
  made.change = verdict;
  return made;
}

/// One of each kind of verdict, and text that is markup elsewhere.
RunComparison some() {
  RunComparison comparison;
  comparison.old_run = "20261130T104500Z-hello";
  comparison.new_run = "20261130T124500Z-hello";
  comparison.tolerance = 0.05;
  comparison.verdict = CompareVerdict::kRegressed;
  comparison.caption = {{"Old", "20261130T104500Z-hello, 2026-11-30 10:45 UTC, 10 rounds"},
                        {"New", "20261130T124500Z-hello, 2026-11-30 12:45 UTC, 10 rounds"},
                        {"Machine",
                         "AMD EPYC 7B13, 2 CPUs, 7.8 GiB, KVM, <b>shared</b> and with a "
                         "name that needs a second line"}};
  FrameworkChange row{"go-http", "1.26.8", "1.27.0", {}, Change::kRegressed, ""};
  row.metrics = {
      change("throughput_rps", 72'626, 66'090, 0.879, 0.942, 0.03, Change::kRegressed),
      change("server_cpu_us_per_request", 13.2, 13.6, 0.99, 1.07, 0.4, Change::kUndecided),
      change("latency_us_p99", 1060, 990, 0.91, 0.96, 1, Change::kBetter),
      change("memory_peak_bytes", 12.7 * (1 << 20), 30.7 * (1 << 20), 2.2, 2.61, 0,
             Change::kRegressed),
      change("startup_ms", 19.4, 19.4, 0.98, 1.02, 0.5, Change::kSame)};
  row.metrics[1].more_rounds = 14;
  MetricChange open;
  open.metric = "latency_us_p50";
  open.old_n = 10;
  open.old_median = 96.2;
  row.metrics.insert(row.metrics.begin() + 2, open);
  comparison.rows = {
      row,
      {"vertx", "5.1.6", "5.1.6", {}, Change::kNotMeasured, "new failed: ready: `never` answered"}};
  comparison.reasons = {"vertx was not measured: new failed: ready: `never` answered"};
  comparison.notes = {"only in the old run: beast"};
  return comparison;
}

TEST(ComparisonText, IsThisAndFitsEightyColumns) {
  const auto text = comparison_text(some(), {});
  EXPECT_EQ(text, R"(Old        20261130T104500Z-hello, 2026-11-30 10:45 UTC, 10 rounds
New        20261130T124500Z-hello, 2026-11-30 12:45 UTC, 10 rounds
Machine    AMD EPYC 7B13, 2 CPUs, 7.8 GiB, KVM, <b>shared</b> and with a name
           that needs a second line

go-http 1.26.8, then 1.27.0: regressed
                                                           new
  figure        old       new  change    95 % interval  better  verdict
  req/s      72,626    66,090  -9.0 %  -12.1 to -5.8 %     3 %  regressed
  CPU/req   13.2 us   13.6 us  +3.0 %   -1.0 to +7.0 %    40 %  undecided
  p50       96.2 us         —       —                —       —  not measured
  p99       1.06 ms    990 us  -6.6 %   -9.0 to -4.0 %   100 %  better
  memory   12.7 MiB  30.7 MiB  +142 %   +120 to +161 %     0 %  regressed
  startup   19.4 ms   19.4 ms  +0.0 %   -2.0 to +2.0 %    50 %  same
  not decided with these rounds: CPU/req (14 more rounds would)

vertx 5.1.6: not measured: new failed: ready: `never` answered

regressed by more than 5 %: go-http (req/s, memory); better: go-http (p99)
- vertx was not measured: new failed: ready: `never` answered

- only in the old run: beast
- Change: the middle ratio of new to old over all trials (Hodges-Lehmann), with
  its 95 % interval (Mann-Whitney). Values are medians.
- New better: the share of all pairs of an old and a new trial in which the new
  one was; 50 % is no effect.
- Regressed: worse by more than 5 %, with the whole interval on the wrong side
  and p at most 0.05 over all figures here (Holm).
)");
  for (const auto& line : split(text, '\n')) EXPECT_LE(display_width(line), 80) << line;
}

TEST(ComparisonText, ColoursOnlyWhereAsked) {
  EXPECT_EQ(comparison_text(some(), {}).find('\x1b'), std::string::npos);
  EXPECT_NE(comparison_text(some(), {80, true}).find("\x1b[31m"), std::string::npos);
}

TEST(ComparisonMarkdown, IsThatOfTheGoldenFile) {
  const auto file = std::string(PACER_ROOT) + "/orchestrator/tests/golden/compare.md";
  const auto text = comparison_markdown(some(), {});
  if (std::getenv("PACER_ACCEPT_GOLDEN") != nullptr) {
    std::ofstream(file) << text;
    return;
  }
  std::ifstream stream(file);
  EXPECT_EQ(text, std::string(std::istreambuf_iterator<char>(stream), {}));
}

TEST(ComparisonJson, HasNullForWhatWasNotMeasured) {
  const auto json = nlohmann::json::parse(comparison_json(some(), {}));
  EXPECT_EQ(json["verdict"], "regressed");
  EXPECT_EQ(json["tolerance"], 0.05);
  const auto& metrics = json["rows"][0]["metrics"];
  EXPECT_EQ(metrics[0]["metric"], "throughput_rps");
  EXPECT_EQ(metrics[0]["verdict"], "regressed");
  EXPECT_EQ(metrics[0]["ratio_low"], 0.879);
  EXPECT_EQ(metrics[1]["more_rounds"], 14);
  EXPECT_EQ(metrics[2]["verdict"], "not_measured");
  for (const auto* key : {"new_median", "ratio", "ratio_low", "ratio_high", "new_better_share", "p",
                          "p_holm", "more_rounds"}) {
    EXPECT_TRUE(metrics[2].at(key).is_null()) << key;
  }
  EXPECT_EQ(json["rows"][1]["why"], "new failed: ready: `never` answered");
  EXPECT_EQ(json["rows"][1]["metrics"], nlohmann::json::array());
}

void expect_fields(const nlohmann::json& object, const nlohmann::json& schema) {
  for (const auto& key : schema.at("required")) {
    EXPECT_TRUE(object.contains(key.get<std::string>())) << key << " is missing";
  }
  for (const auto& [key, value] : object.items()) {
    EXPECT_TRUE(schema.at("properties").contains(key)) << key << " is not in the schema";
  }
}

TEST(ComparisonJson, IsWhatItsSchemaSays) {
  std::ifstream file(std::string(PACER_ROOT) + "/docs/compare.schema.json");
  const auto schema = nlohmann::json::parse(file);
  const auto json = nlohmann::json::parse(comparison_json(some(), {}));
  const auto& definitions = schema.at("definitions");
  expect_fields(json, schema);
  for (const auto& row : json["rows"]) {
    expect_fields(row, definitions.at("row"));
    for (const auto& metric : row["metrics"]) expect_fields(metric, definitions.at("metric"));
  }
}

TEST(CompareFormat, OfAnUnknownNameIsRefused) {
  try {
    compare_format_named("markdwn");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.render(),
              "error: --format: unknown format 'markdwn'; did you mean 'markdown'?\n"
              "  hint: take text, markdown, json");
  }
}

}  // namespace
}  // namespace pacer
