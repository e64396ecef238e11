#include "core/audit/output.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/text.h"
#include "core/audit/reasons.h"
#include "core/audit/sample_report.h"

namespace pacer::audit {
namespace {

TEST(PlainText, SaysWhatCannotBeTrueAndWhy) {
  const auto audits = audit(
      document_of(replace_all(std::string(kHealthy), "80.00us   20.00us", "97.00us   20.00us")));
  EXPECT_EQ(
      plain_text(audits, {.width = 100}),
      "x.txt:1: wrk, 2 threads, 8 connections, depth 1, 10 s\n"
      "  throughput      100,000 requests/s: ok\n"
      "  latency         97 us on average, 1.21 × the loop's own: not usable\n"
      "  undecided       the average of 97 us is 1.21 times the 80 us that 8 connections at "
      "depth 1 and\n"
      "                  100,000 requests/s give [little_mismatch]\n"
      "  cannot be true  no closed loop has such an average: more requests would have to be "
      "under way than\n"
      "                  there are connections to carry them [latency_above_closed_loop]\n"
      "\n"
      "1 report: throughput of 1 ok, 0 suspect, 0 failed; latency of 0 usable; 1 hold a figure "
      "that cannot be true\n");
}

TEST(PlainText, OfManyReportsShowsTheImpossibleAndCounts) {
  std::vector<Audit> audits(50, audit(document_of(kHealthy)).at(0));
  audits[7] =
      audit(document_of(replace_all(std::string(kHealthy), "99%  150.00us", "99%    0.00us")))
          .at(0);
  const auto text = plain_text(audits, {.width = 200});
  EXPECT_NE(text.find("cannot be true  the percentiles 99 % are 0"), std::string::npos);
  EXPECT_NE(text.find("      1  percentiles_zero  cannot be true  a percentile of 0\n"),
            std::string::npos);
  EXPECT_EQ(text.find("x.txt:1"), text.rfind("x.txt:1"));
  EXPECT_TRUE(
      text.ends_with("50 reports: throughput of 49 ok, 1 suspect, 0 failed; latency of 49 "
                     "usable; 1 hold a figure that cannot be true\n"));
}

TEST(PlainText, ShowsNoControlCharactersOfOthers) {
  auto document = document_of(kHealthy);
  document.name = "a\x1b[2J\nb.txt";
  document.err = "unable to connect to \x1b[31m\x07\n";
  const auto text = plain_text(audit(document), {});
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_EQ(text.find('\x07'), std::string::npos);
}

TEST(Reasons, StandInTheDocs) {
  std::ifstream file(std::string(PACER_ROOT) + "/docs/audit.md");
  std::stringstream docs;
  docs << file.rdbuf();
  for (const auto& row : reasons()) {
    const auto line = "| `" + std::string(row.code) + "` | " + std::string(row.help) + " |";
    EXPECT_NE(docs.str().find(line), std::string::npos) << line;
  }
}

TEST(JsonText, HasTheVerdictAndItsReasons) {
  const auto json = nlohmann::json::parse(json_text(audit(document_of("rubbish \xFF"))));
  const auto& report = json.at("reports").at(0);
  EXPECT_EQ(json.at("version"), 1);
  EXPECT_EQ(json.at("impossible"), 0);
  EXPECT_TRUE(report.at("values").is_null());
  EXPECT_EQ(report.at("parse_verdict"), "failed");
  EXPECT_EQ(report.at("reasons"), nlohmann::json({"no_report", "not_wrk"}));
  EXPECT_EQ(report.at("latency_usable"), false);
  EXPECT_EQ(report.at("findings").at(0).at("weight"), "plain");
}

}  // namespace
}  // namespace pacer::audit
