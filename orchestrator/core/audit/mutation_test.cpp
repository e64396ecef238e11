// Whatever is done to a document: no crash, and no figure that is not in it.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "core/audit/output.h"
#include "core/audit/sample_report.h"
#include "core/plan/shuffle.h"

namespace pacer::audit {
namespace {

using namespace std::string_view_literals;
namespace fs = std::filesystem;

constexpr std::array kPieces{"\n"sv,
                             "\r"sv,
                             "\r\n"sv,
                             "\0"sv,
                             "\x1b["sv,
                             "\x1b[31m"sv,
                             "\xFF\xFE"sv,
                             "\xC3\xA9"sv,
                             "```\n"sv,
                             "> "sv,
                             "# x\n"sv,
                             "-nan%"sv,
                             "nan"sv,
                             "1000.00ms"sv,
                             "1000.00m"sv,
                             "0.00us"sv,
                             "99.99%"sv,
                             "1,50ms"sv,
                             "-1.00us"sv,
                             "18446744073709551616"sv,
                             "1e999"sv,
                             "{"sv,
                             "}"sv,
                             "["sv,
                             "]"sv,
                             "\""sv,
                             ","sv,
                             "null"sv,
                             "NaN"sv,
                             "true"sv,
                             "Running 1s test @ x\n"sv,
                             "  1 threads and 1 connections\n"sv,
                             "  Thread Stats\n"sv,
                             "  Latency Distribution\n"sv,
                             "Requests/sec:      1.00\n"sv,
                             "Transfer/sec:      1.00B\n"sv,
                             "  9 requests in 1.00s, 1.00KB read\n"sv,
                             "  Socket errors: connect 1, read 2, write 3, timeout 4\n"sv,
                             "  Non-2xx or 3xx responses: 7\n"sv,
                             "wrk -t1 -c1 -s pipeline.lua http://x -- / 16\n"sv,
                             "\"rawData\":{\"json\":{\"a\":[{}]}},"sv,
                             "\"spec\":1,"sv,
                             "\"result\":[],"sv};

std::string read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// The golden outputs, and one document of each other format.
std::vector<std::string> seeds() {
  std::vector<std::string> texts;
  std::vector<fs::path> paths;
  const auto folder = fs::path(PACER_ROOT) / "orchestrator/tests/golden/audit";
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".txt") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  for (const auto& path : paths) texts.push_back(read(path));
  texts.emplace_back(
      R"({"spec":{"numberOfConnections":8,"testDurationSeconds":10,"timeoutSeconds":2},"result":)"
      R"({"bytesRead":1000,"timeTakenSeconds":10.5,"req1xx":0,"req2xx":50,"req3xx":0,"req4xx":1,)"
      R"("req5xx":0,"others":2,"errors":[{"description":"timeout","count":2}],"latency":)"
      R"({"mean":80.1,"stddev":9.5,"max":120,"percentiles":{"50":78}},"rps":{"mean":5}}})");
  texts.emplace_back(
      R"({"summary":{"successRate":1.0,"total":10.5,"slowest":0.1,"average":0.01,)"
      R"("requestsPerSec":5.0,"totalData":650,"sizePerSec":62},"latencyPercentiles":{"p50":0.1},)"
      R"("statusCodeDistribution":{"200":50,"404":2},"errorDistribution":{"timeout":3}})");
  texts.emplace_back(
      R"({"duration":15,"concurrencyLevels":[16],"rawData":{"json":{"a":[{"latencyAvg":"80.00us",)"
      R"("latencyMax":"8.88ms","latencyStdev":"1.00ms","totalRequests":300,"startTime":1,)"
      R"("endTime":16,"5xx":3}]}},"verify":{"a":{"json":"pass"}}})");
  texts.emplace_back(R"([{"framework":"a","rps":10,"avg_latency":"26.5ms","p99_latency":"250.4ms",)"
                     R"("connections":4,"duration":"5s","pipeline":16,"status_2xx":50}])");
  texts.emplace_back(
      R"({"metrics":[{"level":64,"label":"total_requests_per_s","value":20.5,"framework_id":3}],)"
      R"("frameworks":[{"id":3,"label":"a"}]})");
  return texts;
}

std::size_t pick(std::mt19937_64& engine, std::size_t bound) {
  return static_cast<std::size_t>(bounded(engine, bound));
}

void mutate(std::string& text, std::mt19937_64& engine) {
  const auto at = pick(engine, text.size() + 1);
  const auto length = pick(engine, 40);
  switch (pick(engine, 6)) {
    case 0:
      text.erase(at, length);
      break;
    case 1:
      text.insert(at, text.substr(pick(engine, text.size() + 1), length));
      break;
    case 2:
      if (at < text.size()) text[at] = static_cast<char>(pick(engine, 256));
      break;
    case 3:
      if (at < text.size()) text[at] = static_cast<char>('0' + pick(engine, 10));
      break;
    case 4:
      if (pick(engine, 4) == 0) text.resize(at);
      break;
    default:
      text.insert(at, kPieces[pick(engine, kPieces.size())]);
  }
}

void expect_finite(const nlohmann::json& json, const std::string& text) {
  if (json.is_structured()) {
    for (const auto& one : json) expect_finite(one, text);
  } else if (json.is_number_float()) {
    EXPECT_TRUE(std::isfinite(json.get<double>())) << text;
  }
}

void expect_sound(const std::vector<Audit>& audits, const std::string& text) {
  ASSERT_FALSE(audits.empty()) << text;
  for (const auto& one : audits) {
    if (!one.reading.values) {
      EXPECT_EQ(one.verdict, Verdict::kFailed) << text;
      EXPECT_FALSE(one.latency_usable) << text;
      EXPECT_FALSE(one.findings.empty()) << text;
      continue;
    }
    // A count is never made up: its digits stand in the text.
    const bool is_wrk = one.reading.tool.starts_with("wrk");
    const auto& requests = one.reading.values->requests;
    if (is_wrk && requests) {
      EXPECT_NE(text.find(std::to_string(*requests)), std::string::npos) << text;
    }
    EXPECT_FALSE(one.verdict == Verdict::kOk && requests == Count(0)) << text;
  }
}

TEST(Audit, BearsMutatedDocuments) {
  std::mt19937_64 engine(20'260'701);
  const auto texts = seeds();
  int read_ones = 0;
  int refused = 0;
  for (int i = 0; i < 8'000; ++i) {
    auto text = texts[pick(engine, texts.size())];
    const auto mutations = 1 + pick(engine, 6);
    for (std::size_t k = 0; k < mutations; ++k) mutate(text, engine);
    auto audits = audit({.name = "x", .text = text, .err = text.substr(0, 100), .exit_code = 0});
    find_shared_rates(audits);
    expect_sound(audits, text);
    expect_finite(nlohmann::json::parse(json_text(audits)), text);
    EXPECT_FALSE(plain_text(audits, {}).empty());
    const bool is_read = audits.front().reading.values.has_value();
    ++(is_read ? read_ones : refused);
  }
  EXPECT_GT(read_ones, 1'500);
  EXPECT_GT(refused, 1'500);
}

TEST(Audit, BearsLongAndDeepDocuments) {
  const std::size_t many = 200'000;
  for (const auto& text : {std::string(many, '{'), std::string(many, '['), std::string(many, '9'),
                           std::string(many, '\n'), std::string(many, '"'),
                           "{\"rawData\":" + std::string(many, '[')}) {
    EXPECT_EQ(audit(document_of(text)).front().verdict, Verdict::kFailed);
  }
  std::string reports;
  for (int i = 0; i < 2'000; ++i) reports += kHealthy;
  EXPECT_EQ(audit(document_of(reports)).size(), 2'000u);
  std::string lines(kHealthy.substr(0, kHealthy.find("  1000000")));
  for (int i = 0; i < 20'000; ++i) lines += "     99%  150.00us\n";
  EXPECT_EQ(audit(document_of(lines)).front().verdict, Verdict::kFailed);
}

}  // namespace
}  // namespace pacer::audit
