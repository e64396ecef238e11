#include <gtest/gtest.h>

#include "base/text.h"
#include "core/audit/output.h"
#include "core/audit/sample_report.h"

namespace pacer::audit {
namespace {

using namespace std::string_view_literals;
using Codes = std::vector<std::string>;

Audit only(const Document& document) {
  auto audits = audit(document);
  EXPECT_EQ(audits.size(), 1u);
  return std::move(audits.at(0));
}

Audit with(std::string_view from, std::string_view to) {
  const auto text = replace_all(std::string(kHealthy), from, to);
  EXPECT_NE(text, kHealthy) << from;
  return only(document_of(text));
}

TEST(ReadWrk, HealthyReportIsOk) {
  const auto one = only(document_of(kHealthy));
  EXPECT_EQ(codes_of(one), Codes{});
  EXPECT_EQ(one.verdict, Verdict::kOk);
  EXPECT_TRUE(one.latency_usable);
  EXPECT_DOUBLE_EQ(*one.little_ratio, 1);
}

TEST(ReadWrk, HowItWasSavedChangesNothing) {
  std::string utf16 = "\xFF\xFE";
  for (const char c : kHealthy) utf16 += std::string{c, '\0'};
  const auto coloured =
      "\x1b[1m" + replace_all(std::string(kHealthy), "80.00us", "\x1b[32m80.00us\x1b[0m");
  const auto crlf = replace_all(std::string(kHealthy), "\n", "\r\n");
  const auto quoted = replace_all(std::string(kHealthy), "\n", "\n> ");
  for (const auto& text : {utf16, std::string(coloured), crlf, quoted}) {
    const auto one = only(document_of(text));
    EXPECT_EQ(codes_of(one), Codes{}) << text;
    EXPECT_EQ(one.reading.values->rps->value, 100000) << text;
    EXPECT_EQ(one.reading.values->percentiles_us->size(), 4u) << text;
  }
}

TEST(ReadWrk, CutFilesAreRefusedAndNeverRead) {
  // However short: either the whole rate is there, or no value at all.
  for (std::size_t length = 0; length < kHealthy.size(); ++length) {
    const auto one = only(document_of(kHealthy.substr(0, length)));
    if (!one.reading.values) continue;
    EXPECT_EQ(one.reading.values->rps->value, 100000) << length;
    const auto& transfer = one.reading.values->transfer_bytes_per_s;
    EXPECT_TRUE(!transfer || transfer->value == 10 * 1048576) << length;
    if (length + 1 < kHealthy.size()) {
      EXPECT_EQ(one.verdict, Verdict::kSuspect) << length;
    }
  }
  const auto half = only(document_of(kHealthy.substr(0, kHealthy.find("Requests/sec"))));
  EXPECT_EQ(half.verdict, Verdict::kFailed);
  EXPECT_EQ(codes_of(half), (Codes{"no_report", "truncated_field"}));
  EXPECT_EQ(said_by(half, "truncated_field"),
            "the report is cut: there is no line 'Requests/sec', 'Transfer/sec'");
}

TEST(ReadWrk, CutColumnsHaveNoValue) {
  // 999,999 us are 1000.00ms, which the column cuts to look like minutes.
  const auto one = with("   80.00us", "  1000.00m");
  EXPECT_FALSE(one.reading.values->latency_us.avg.has_value());
  EXPECT_EQ(one.reading.values->latency_us.max->value, 1200);
  EXPECT_EQ(codes_of(one), Codes{"truncated_field"});
  EXPECT_FALSE(one.latency_usable);
}

TEST(ReadWrk, ClockThatStepsBackIsADurationOfItsOwn) {
  // The counter went below 0; the figure is what is printed.
  const auto one = with("in 10.00s", "in 307445734561.83m");
  EXPECT_EQ(codes_of(one), (Codes{"duration_mismatch", "rps_mismatch", "transfer_mismatch"}));
  EXPECT_DOUBLE_EQ(one.reading.values->duration_s->value, 307445734561.83 * 60);
}

TEST(ReadWrk, HeadMayBeMissing) {
  const auto one = only(document_of(kHealthy.substr(kHealthy.find("  Thread Stats"))));
  EXPECT_EQ(codes_of(one), Codes{"header_missing"});
  EXPECT_FALSE(one.reading.values->connections.has_value());
  EXPECT_FALSE(one.little_ratio.has_value());
}

TEST(ReadWrk, CommasOfALocaleAreDecimals) {
  auto text = std::string(kHealthy);
  for (auto& c : text) c = c == '.' ? ',' : c;
  const auto one = only(document_of(replace_all(text, "127,0,0,1", "127.0.0.1")));
  EXPECT_EQ(codes_of(one), Codes{"locale_comma"});
  EXPECT_EQ(one.reading.values->rps->value, 100000);
  EXPECT_EQ(one.verdict, Verdict::kSuspect);
  EXPECT_FALSE(with("100000.00", "100,000.00").reading.values.has_value());
}

TEST(ReadWrk, NumbersBeyondACounterAreRefused) {
  const auto one = with("1000000 requests", "99999999999999999999999 requests");
  EXPECT_FALSE(one.reading.values.has_value());
  EXPECT_EQ(codes_of(one), (Codes{"no_report", "truncated_field", "number_overflow"}));
  const auto around = with("Requests/sec: 1", "  Non-2xx or 3xx responses: -5\nRequests/sec: 1");
  EXPECT_FALSE(around.reading.values->non2xx.has_value());
  EXPECT_EQ(around.verdict, Verdict::kSuspect);
}

TEST(ReadWrk, WhatAScriptPrintsIsNoPartOfTheReport) {
  const auto before = with("Running", "Requests/sec:  1.00\nRunning");
  EXPECT_EQ(codes_of(before), Codes{});
  const auto text = std::string(kHealthy) +
                    "Requests/sec:  9.99\n  Latency 1.00us 1.00us 1.00us 50.00%\n50%,51\n"
                    "pacer-result {\"requests\":1000000,\"duration_us\":10001234,"
                    "\"bytes\":104857600,\"p50\":78}\n";
  const auto after = only(document_of(text));
  EXPECT_EQ(codes_of(after), Codes{});
  EXPECT_EQ(after.reading.values->rps->value, 100000);
  ASSERT_TRUE(after.reading.exact.has_value());
  EXPECT_EQ(after.reading.exact->duration_us, 10001234u);
  EXPECT_EQ(after.reading.exact->p50_us, 78u);
}

TEST(ReadWrk, TotalsOfAScriptMustAgree) {
  const auto one = only(
      document_of(std::string(kHealthy) + "{\"requests\": 2000000, \"duration_us\": 10000000}\n"));
  EXPECT_EQ(codes_of(one), Codes{"script_disagrees"});
  EXPECT_FALSE(one.reading.exact.has_value());
  EXPECT_EQ(
      said_by(one, "script_disagrees"),
      "the script printed 2000000 requests in 10000000 us, which is not what the report says");
}

TEST(ReadWrk, LinesTwiceMakeItAmbiguous) {
  const auto one = with("Requests/sec: 1", "Requests/sec: 200000.00\nRequests/sec: 1");
  EXPECT_FALSE(one.reading.values.has_value());
  EXPECT_EQ(codes_of(one), (Codes{"no_report", "multiple_reports"}));
}

TEST(ReadWrk, TwoReportsInOneOutput) {
  const auto audits = audit(document_of(std::string(kHealthy) + std::string(kHealthy)));
  ASSERT_EQ(audits.size(), 2u);
  for (const auto& one : audits) {
    EXPECT_EQ(codes_of(one), Codes{"multiple_reports"});
    EXPECT_EQ(one.verdict, Verdict::kSuspect);
    EXPECT_EQ(one.reading.values->rps->value, 100000);
  }
  EXPECT_EQ(audits[1].reading.line, 14u);
}

TEST(ReadWrk, PageTellsItsReportsApart) {
  const auto fence = [](std::string_view command) {
    return "```\n" + std::string(command) + std::string(kHealthy) + "```\n";
  };
  auto document =
      document_of("# First\n" + fence("$ wrk -t2 -c8 -d10s http://x -s pipeline.lua -- / 1\n") +
                  "\nThe second one:\n" + fence(""));
  document.command.reset();
  const auto audits = audit(document);
  ASSERT_EQ(audits.size(), 2u);
  EXPECT_EQ(audits[0].reading.subject, "First");
  EXPECT_EQ(audits[0].reading.setting.depth, 1u);
  EXPECT_EQ(codes_of(audits[0]), Codes{});
  EXPECT_EQ(audits[1].reading.subject, "The second one:");
  EXPECT_FALSE(audits[1].reading.setting.depth.has_value());
  document.text = "```\n" + std::string(kHealthy) + std::string(kHealthy) + "```\n";
  EXPECT_EQ(codes_of(audit(document)[0]), Codes{"multiple_reports"});
}

TEST(ReadWrk, LogOfACampaignTellsItsReportsApart) {
  const std::string head =
      "----------\n Concurrency: 8 for x\n wrk-pipeline --pipeline 1 -d 10 -c 8 -t 2 U://x\n";
  auto document = document_of(head + std::string(kHealthy) + "\n" + head + std::string(kHealthy));
  document.command.reset();
  const auto audits = audit(document);
  ASSERT_EQ(audits.size(), 2u);
  EXPECT_EQ(codes_of(audits[1]), Codes{});
  EXPECT_EQ(audits[1].reading.subject, "Concurrency: 8 for x");
  EXPECT_EQ(audits[1].reading.setting.depth, 1u);
}

TEST(ReadWrk, EveryAnswerTooLate) {
  auto text = replace_all(std::string(kHealthy), "80.00us   20.00us   1.20ms   90.00%",
                          " 0.00us    0.00us   0.00us    -nan%");
  for (const auto* figure : {" 78.00us", " 90.00us", "110.00us", "150.00us"}) {
    text = replace_all(text, figure, "  0.00us");
  }
  text = replace_all(text, "Requests/sec:",
                     "  Socket errors: connect 0, read 0, write 0, timeout 62500\nRequests/sec:");
  const auto one = only(document_of(text));
  EXPECT_EQ(codes_of(one), (Codes{"timeouts_all", "latency_empty"}));
  EXPECT_EQ(one.verdict, Verdict::kFailed);
}

TEST(ReadWrk, OtherCommandIsNotBelieved) {
  auto document = document_of(kHealthy);
  document.command = "wrk -t2 -c64 -d10s http://x/ -s pipeline.lua -- / 16";
  const auto one = only(document);
  EXPECT_EQ(codes_of(one), Codes{"command_mismatch"});
  EXPECT_EQ(said_by(one, "command_mismatch"),
            "the report is of 2 threads and 8 connections, the command is not");
  EXPECT_FALSE(one.reading.setting.depth.has_value());
}

TEST(ReadWrk, LostScriptSendsOneAtATime) {
  auto document = document_of(kHealthy);
  document.command = "wrk -t2 -c8 -d10s http://x/ -s pipeline.lua -- / 16";
  document.err = "pipeline.lua: cannot open pipeline.lua\n";
  const auto one = only(document);
  EXPECT_EQ(codes_of(one), Codes{"script_not_loaded"});
  EXPECT_EQ(one.reading.setting.depth, 1u);
  EXPECT_EQ(one.verdict, Verdict::kSuspect);
}

TEST(ReadWrk, WhatIsNoReportIsRefused) {
  for (const auto text : {"PNG\x89\0\0\xFF\xFE"sv, "Hello, World!\n"sv, "{\"a\": [1"sv,
                          "Server Software: nginx\nRequests per second: 1.0 [#/sec]\n"sv}) {
    const auto one = only(document_of(text));
    EXPECT_FALSE(one.reading.values.has_value());
    EXPECT_EQ(codes_of(one), (Codes{"no_report", "not_wrk"})) << text;
    EXPECT_EQ(one.verdict, Verdict::kFailed);
  }
  EXPECT_EQ(codes_of(only(document_of("\n"))), Codes{"no_report"});
  auto killed = document_of("");
  killed.exit_code = 143;
  EXPECT_EQ(codes_of(only(killed)), (Codes{"exit_nonzero", "no_report"}));
}

constexpr std::string_view kWrk2 =
    "Running 30s test @ http://127.0.0.1:80/index.html\n"
    "  2 threads and 100 connections\n"
    "  Thread calibration: mean lat.: 10087 usec, rate sampling interval: 22 msec\n"
    "  Thread Stats   Avg      Stdev     Max   +/- Stdev\n"
    "    Latency     6.60ms    1.92ms  12.50ms   68.46%\n"
    "    Req/Sec     1.04k     1.08k    2.50k    72.79%\n"
    "  Latency Distribution (HdrHistogram - Recorded Latency)\n"
    " 50.000%    6.67ms\n"
    " 99.900%   12.30ms\n"
    "100.000%   12.50ms\n"
    "\n"
    "  Detailed Percentile spectrum:\n"
    "       Value   Percentile   TotalCount 1/(1-Percentile)\n"
    "\n"
    "       0.921     0.000000            1         1.00\n"
    "#[Mean    =        6.602, StdDeviation   =        1.919]\n"
    "----------------------------------------------------------\n"
    "\n"
    "  Latency Distribution (HdrHistogram - Uncorrected Latency (measured without taking delayed "
    "starts into account))\n"
    " 50.000%    0.67ms\n"
    "100.000%    2.50ms\n"
    "----------------------------------------------------------\n"
    "  60018 requests in 1.00m, 19.81MB read\n"
    "Requests/sec:   1000.28\n"
    "Transfer/sec:    338.05KB\n";

TEST(ReadWrk, Wrk2IsAnOpenLoop) {
  auto document = document_of(kWrk2);
  document.text = replace_all(document.text, "30s test", "1m test");
  document.command = "wrk2 -t2 -c100 -d60s -R1000 -L -U http://127.0.0.1:80/index.html";
  const auto one = only(document);
  EXPECT_EQ(one.reading.tool, "wrk2");
  EXPECT_EQ(codes_of(one), Codes{});
  EXPECT_FALSE(one.little_ratio.has_value());
  const auto& percentiles = *one.reading.values->percentiles_us;
  ASSERT_EQ(percentiles.size(), 3u);
  EXPECT_EQ(percentiles[1].label, "99.9");
  EXPECT_DOUBLE_EQ(percentiles[1].us->value, 12300);
  EXPECT_EQ(percentiles[2].label, "100");
  EXPECT_DOUBLE_EQ(percentiles[2].us->value, 12500);
  EXPECT_DOUBLE_EQ(one.reading.values->duration_s->value, 60);
}

TEST(ReadWrk, Wrk2WithoutSamplesPrintsNan) {
  auto text = replace_all(std::string(kHealthy), "   80.00us   20.00us   1.20ms   90.00%",
                          "   -nanus    -nanus    0.00us    0.00%");
  text = replace_all(text, "1000000 requests in 10.00s, 100.00MB", "0 requests in 10.00s, 0.00B");
  text = replace_all(text, "100000.00", "     0.00");
  text = replace_all(text, "10.00MB\n", "0.00B\n");
  const auto one = only(document_of(text));
  EXPECT_EQ(codes_of(one), Codes{"zero_requests"});
  EXPECT_FALSE(one.reading.values->latency_us.avg.has_value());
  EXPECT_EQ(one.verdict, Verdict::kFailed);
}

}  // namespace
}  // namespace pacer::audit
