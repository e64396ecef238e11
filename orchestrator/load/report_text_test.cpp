#include "load/report_text.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace pacer::load {
namespace {

constexpr std::int64_t kMs = 1'000'000;

Options options() {
  Options options;
  options.url = "http://127.0.0.1:8080/";
  options.threads = 2;
  options.connections = 64;
  return options;
}

Report clean_report() {
  Report report;
  report.counts.sent = 1'234'631;
  report.counts.answers = report.counts.right = 1'234'567;
  report.counts.bytes = 170'370'246;
  report.counts.opened = report.counts.served = 64;
  report.counts.unanswered = 64;
  report.duration_us = 10'000'000;
  report.cpu_user_us = 300'000;
  report.cpu_system_us = 7'000'000;
  for (int i = 1; i <= 20'000; ++i) report.latency_ns.record(i * 1000);
  return report;
}

Report bad_report() {
  Report report;
  auto& counts = report.counts;
  counts.answers = 1006;
  counts.right = 1000;
  counts.faults = {1, 2, 3, 4, 5};
  counts.wrong_status[302] = 1;
  counts.wrong_status[503] = 2;
  counts.wrong_body = 3;
  counts.lost = 14;
  counts.opened = 30;
  counts.reopened = 14;
  counts.served = 16;
  counts.announced_closes = 5;
  counts.idle_closes = 1;
  counts.unsent = 200;
  report.evidence = {{Fault::kConnect, "Connection refused"}, {Fault::kMalformed, "no status"}};
  report.stalls = {{1000 * kMs, 1300 * kMs}, {2000 * kMs, 3000 * kMs}};
  report.duration_us = 1'000'000;
  report.open_loop.emplace().rate_per_s = 2000;
  report.open_loop->scheduled = 2000;
  report.open_loop->sent_in_time = 1800;
  for (int i = 0; i < 1000; ++i) {
    report.latency_ns.record(kMs);
    report.open_loop->lag_ns.record(kMs / 2);
  }
  return report;
}

TEST(ReportText, SaysWhatWasMeasured) {
  EXPECT_EQ(report_text(clean_report(), options()),
            "http://127.0.0.1:8080/\n"
            "closed loop, 64 connections, 2 threads\n"
            "  right       1,234,567 answers in 10.00 s\n"
            "  throughput  123,457 requests/s, 16.2 MiB/s\n"
            "  errors      none\n"
            "  connections 64 of 64 served\n"
            "  latency     p50          10 ms\n"
            "              p75          15 ms\n"
            "              p90          18 ms\n"
            "              p99        19.8 ms\n"
            "              p99.9        20 ms\n"
            "              p99.99           -\n"
            "              max          20 ms\n"
            "              mean         10 ms\n"
            "  client CPU  5.91 us/request\n");
}

TEST(ReportText, SaysHowRequestsWerePipelined) {
  auto batches = options();
  batches.depth = 16;
  const auto text = report_text(clean_report(), batches);
  EXPECT_NE(text.find("2 threads, batches of 16 requests\n"), std::string::npos);
  EXPECT_NE(text.find("              each request from its batch's send time\n"),
            std::string::npos);
  auto sliding = batches;
  sliding.sliding = true;
  EXPECT_NE(report_text(clean_report(), sliding)
                .find("2 threads, a sliding window of 16 requests each\n"),
            std::string::npos);
}

TEST(ReportText, SaysWhatWasWrong) {
  auto asked = options();
  asked.threads = 1;
  asked.connections = 16;
  asked.rate_per_s = 2000;
  EXPECT_EQ(report_text(bad_report(), asked),
            "http://127.0.0.1:8080/\n"
            "open loop, 2,000 requests/s, 16 connections, 1 thread\n"
            "  right       1,000 answers in 1.00 s\n"
            "  throughput  1,000 requests/s, 0 B/s\n"
            "  errors      1 connect (first: Connection refused)\n"
            "              2 reset\n"
            "              3 timeout\n"
            "              4 early close\n"
            "              5 malformed (first: no status)\n"
            "              1 answer of status 302\n"
            "              2 answers of status 503\n"
            "              3 answers with a wrong body\n"
            "              14 requests lost by that\n"
            "  connections 16 of 16 served, 14 reopened, 5 closes as announced, "
            "1 close while nothing was due\n"
            "  stalls      2, the longest of 1 s from 2 s on: nothing was answered\n"
            "  schedule    2,000 due, 1,800 sent in time: the rate was not sustained\n"
            "  client lag  p50 500 us, p99 500 us: the latencies are upper bounds; a free CPU "
            "helps, with --spin\n"
            "  latency     p50           1 ms\n"
            "              p75           1 ms\n"
            "              p90           1 ms\n"
            "              p99           1 ms\n"
            "              p99.9            -\n"
            "              p99.99           -\n"
            "              max           1 ms\n"
            "              mean          1 ms\n"
            "  client CPU  0 us/request\n");
}

TEST(ReportText, SaysThatItIsNotAll) {
  auto report = clean_report();
  report.interrupted = true;
  EXPECT_TRUE(report_text(report, options())
                  .ends_with("\ninterrupted: this is what was measured so far\n"));
  report.interrupted = false;
  report.gave_up = true;
  EXPECT_TRUE(report_text(report, options())
                  .ends_with("\ngave up: no connection could be opened any more\n"));
  report.gave_up = false;
  report.out_of_time = true;
  auto asked = options();
  asked.requests = 2'000'000;
  asked.at_most = std::chrono::seconds(2);
  EXPECT_TRUE(
      report_text(report, asked)
          .ends_with("\ngave up: 1,234,567 of 2,000,000 requests were answered within 2s\n"))
      << report_text(report, asked);
}

TEST(ReportJson, HoldsEveryCount) {
  auto asked = options();
  asked.rate_per_s = 2000;
  const auto json = nlohmann::json::parse(report_json(bad_report(), asked));
  EXPECT_EQ(json.at("data_version"), 1);
  EXPECT_EQ(json.at("settings").at("loop"), "open");
  EXPECT_EQ(json.at("requests"), 1006);
  EXPECT_EQ(json.at("right"), 1000);
  EXPECT_EQ(json.at("duration_us"), 1'000'000);
  EXPECT_EQ(json.at("errors").dump(),
            R"({"body":3,"connect":1,"early_close":4,"malformed":5,"reset":2,"status":3,)"
            R"("timeout":3})");
  EXPECT_EQ(json.at("wrong_statuses").dump(), R"({"302":1,"503":2})");
  EXPECT_EQ(json.at("evidence").at("connect"), "Connection refused");
  EXPECT_EQ(json.at("lost"), 14);
  EXPECT_EQ(json.at("connections").at("reopened"), 14);
  EXPECT_EQ(json.at("latency_us").at("p50"), 1000.0);
  EXPECT_EQ(json.at("latency_us").at("max"), 1000.0);
  EXPECT_EQ(json.at("open_loop").at("scheduled"), 2000);
  EXPECT_EQ(json.at("open_loop").at("sent"), 1800);
  EXPECT_EQ(json.at("open_loop").at("unsent"), 200);
  EXPECT_EQ(json.at("open_loop").at("valid"), false);
  EXPECT_EQ(json.at("open_loop").at("upper_bound"), true);
  EXPECT_EQ(json.at("stalls").dump(),
            R"([{"at_us":1000000.0,"length_us":300000.0},{"at_us":2000000.0,)"
            R"("length_us":1000000.0}])");
  EXPECT_TRUE(json.at("histogram").at("hdr").get<std::string>().starts_with("HISTFAAA"));
}

TEST(ReportJson, SaysBatchesOrSliding) {
  auto asked = options();
  const auto order = [&] {
    return nlohmann::json::parse(report_json(clean_report(), asked)).at("settings").at("order");
  };
  EXPECT_EQ(order(), "batch");
  asked.sliding = true;
  EXPECT_EQ(order(), "sliding");
}

TEST(Report, IsCleanOnlyWhereEverythingWas) {
  EXPECT_TRUE(clean_report().clean());
  EXPECT_FALSE(bad_report().clean());
  auto report = clean_report();
  report.open_loop.emplace().scheduled = 100;
  report.open_loop->sent_in_time = 99;
  EXPECT_TRUE(report.clean());
  report.open_loop->sent_in_time = 98;
  EXPECT_FALSE(report.clean());
}

TEST(Report, AddsCountsUp) {
  auto counts = bad_report().counts;
  counts.add(bad_report().counts);
  EXPECT_EQ(counts.errors(), 2 * bad_report().counts.errors());
  EXPECT_EQ(counts.lost, 28U);
  EXPECT_EQ(counts.unsent, 400U);
  EXPECT_EQ(counts.served, 32U);
}

}  // namespace
}  // namespace pacer::load
