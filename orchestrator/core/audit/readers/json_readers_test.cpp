// Documents are laid out as the sources of each client and suite write them.
#include <gtest/gtest.h>

#include "base/text.h"
#include "core/audit/sample_report.h"

namespace pacer::audit {
namespace {

using Codes = std::vector<std::string>;

Document bare(std::string text) { return {.name = "x.json", .text = std::move(text), .err = ""}; }

Audit only(std::string text) {
  auto audits = audit(bare(std::move(text)));
  EXPECT_EQ(audits.size(), 1u);
  return std::move(audits.at(0));
}

constexpr std::string_view kBombardier =
    R"({"spec":{"numberOfConnections":8,"testType":"timed","testDurationSeconds":10,)"
    R"("method":"GET",)"
    R"("url":"http://127.0.0.1:8080/","body":"","stream":false,"timeoutSeconds":2,)"
    R"("client":"fasthttp"},"result":{"bytesRead":104857600,"bytesWritten":60000000,)"
    R"("timeTakenSeconds":10.0005,"req1xx":0,"req2xx":1000000,"req3xx":0,"req4xx":0,"req5xx":0,)"
    R"("others":0,"latency":{"mean":80.1,"stddev":900.5,"max":1200,"percentiles":{"50":78,"75":90,)"
    R"("90":110,"95":130,"99":150}},"rps":{"mean":100050.5,"stddev":900.1,"max":110000.2,)"
    R"("percentiles":{"50":100000.0,"75":101000.0,"90":102000.0,"95":103000.0,"99":104000.0}}}})";

Audit bombardier_with(std::string_view from, std::string_view to) {
  const auto text = replace_all(std::string(kBombardier), from, to);
  EXPECT_NE(text, kBombardier) << from;
  return only(text);
}

TEST(ReadBombardier, TakesEveryFigure) {
  // Its progress comes first on a terminal.
  const auto one = only("Bombarding http://127.0.0.1:8080/ for 10s\n[=====>] 100.00%\nDone!\n" +
                        std::string(kBombardier));
  EXPECT_EQ(one.reading.tool, "bombardier");
  EXPECT_EQ(codes_of(one), Codes{});
  const auto& values = *one.reading.values;
  EXPECT_EQ(values.connections, 8u);
  EXPECT_EQ(values.requests, 1000000u);
  EXPECT_DOUBLE_EQ(values.rps->value, 100050.5);
  EXPECT_DOUBLE_EQ(values.duration_s->value, 10.0005);
  EXPECT_DOUBLE_EQ(values.latency_us.avg->value, 80.1);
  EXPECT_EQ(values.percentiles_us->size(), 5u);
  EXPECT_EQ(values.percentiles_us->at(3).label, "95");
  EXPECT_NEAR(*one.little_ratio, 1.0, 0.01);
}

TEST(ReadBombardier, NotANumberIsNone) {
  const auto one = bombardier_with("\"mean\":80.1", "\"mean\":NaN");
  EXPECT_FALSE(one.reading.values->latency_us.avg.has_value());
  EXPECT_FALSE(one.little_ratio.has_value());
}

TEST(ReadBombardier, ErrorsAreSaid) {
  const auto one =
      bombardier_with("\"others\":0",
                      "\"others\":7,\"errors\":[{\"description\":\"dial tcp 127.0.0.1:1: connect: "
                      "connection refused\",\"count\":4},{\"description\":\"timeout\",\"count\":2},"
                      "{\"description\":\"strange\",\"count\":1}]");
  EXPECT_EQ(codes_of(one), (Codes{"socket_errors", "timeouts"}));
  EXPECT_EQ(one.reading.values->socket_errors.connect, 4u);
  EXPECT_EQ(one.reading.values->socket_errors.timeout, 2u);
  EXPECT_EQ(one.reading.values->socket_errors.other, 1u);
  const auto all = bombardier_with("\"req2xx\":1000000", "\"req2xx\":0");
  EXPECT_EQ(codes_of(all), (Codes{"zero_requests", "rps_mismatch"}));
  EXPECT_EQ(codes_of(bombardier_with("\"req3xx\":0", "\"req3xx\":9")), Codes{"redirects"});
}

TEST(ReadBombardier, RateIsAnOpenLoop) {
  const auto one = bombardier_with("\"client\"", "\"rate\":100000,\"client\"");
  EXPECT_TRUE(one.reading.setting.is_open_loop);
  EXPECT_FALSE(one.little_ratio.has_value());
}

TEST(ReadBombardier, CutOrOverflowingIsRefused) {
  for (std::size_t length = 0; length + 1 < kBombardier.size(); length += 7) {
    const auto one = only(std::string(kBombardier.substr(0, length)));
    EXPECT_FALSE(one.reading.values.has_value()) << length;
    EXPECT_EQ(one.verdict, Verdict::kFailed) << length;
  }
  const auto large = bombardier_with("\"req1xx\":0", "\"req1xx\":18446744073709551615");
  EXPECT_EQ(codes_of(large), (Codes{"no_report", "number_overflow"}));
  EXPECT_FALSE(bombardier_with("\"req2xx\":1000000", "\"req2xx\":-1").reading.values.has_value());
}

constexpr std::string_view kOha = R"({
  "summary": {"successRate": 1.0, "total": 10.0005, "slowest": 0.0012, "fastest": 0.00002,
    "average": 0.00008, "requestsPerSec": 99999.99, "totalData": 13000000, "sizePerRequest": 13,
    "sizePerSec": 1299935.0},
  "responseTimeHistogram": {"0.00002": 1},
  "latencyPercentiles": {"p10": 0.00005, "p25": 0.00006, "p50": 0.000078, "p75": 0.00009,
    "p90": 0.00011, "p95": 0.00012, "p99": 0.00015, "p99.9": 0.0009, "p99.99": 0.0011},
  "rps": {"mean": 100200.0, "stddev": 100.0, "max": 110000.0, "min": 1.0, "percentiles": {}},
  "details": {},
  "statusCodeDistribution": {"200": 1000000},
  "errorDistribution": {"aborted due to deadline": 50}
})";

Audit oha_with(std::string_view from, std::string_view to) {
  const auto text = replace_all(std::string(kOha), from, to);
  EXPECT_NE(text, kOha) << from;
  return only(text);
}

TEST(ReadOha, TakesEveryFigure) {
  auto document = bare(std::string(kOha));
  document.command = "oha --no-tui --output-format json -c 8 -z 10s http://127.0.0.1:8080/";
  const auto one = audit(document).at(0);
  EXPECT_EQ(codes_of(one), Codes{});
  const auto& values = *one.reading.values;
  EXPECT_EQ(values.requests, 1000000u);
  EXPECT_EQ(values.connections, 8u);
  EXPECT_DOUBLE_EQ(values.rps->value, 99999.99);
  EXPECT_DOUBLE_EQ(values.latency_us.avg->value, 80);
  EXPECT_DOUBLE_EQ(values.latency_us.max->value, 1200);
  EXPECT_EQ(values.percentiles_us->size(), 9u);
  EXPECT_EQ(values.percentiles_us->back().label, "99.99");
  EXPECT_NEAR(*one.little_ratio, 1.0, 0.001);
  EXPECT_FALSE(only(std::string(kOha)).little_ratio.has_value()) << "connections are not said";
}

TEST(ReadOha, FailedAttemptsAreNoThroughput) {
  auto text = replace_all(std::string(kOha), "\"200\": 1000000", "\"200\": 500000");
  text = replace_all(text, "\"aborted due to deadline\": 50",
                     "\"Connection refused (os error 111)\": 500000");
  const auto one = only(text);
  EXPECT_EQ(codes_of(one), (Codes{"errors_as_throughput", "socket_errors"}));
  EXPECT_EQ(said_by(one, "errors_as_throughput"),
            "the rate counts 1,000,000 attempts of which 500,000 got no answer");
}

TEST(ReadOha, ErrorAnswersAreSaidAlthoughItCallsThemSuccess) {
  const auto some = oha_with("\"200\": 1000000", "\"200\": 750000, \"503\": 250000");
  EXPECT_EQ(codes_of(some), Codes{"non2xx"});
  EXPECT_EQ(codes_of(oha_with("\"200\": 1000000", "\"500\": 1000000")), Codes{"non2xx_all"});
  EXPECT_EQ(codes_of(oha_with("\"200\": 1000000", "\"302\": 1000000")), Codes{"redirects"});
  EXPECT_FALSE(oha_with("\"200\": 1000000", "\"200\": 1e400").reading.values.has_value());
}

constexpr std::string_view kTechEmpower = R"({
  "uuid": "u", "name": "n", "duration": 15,
  "concurrencyLevels": [16, 512], "pipelineConcurrencyLevels": [256],
  "queryIntervals": [1, 20], "cachedQueryIntervals": [1],
  "rawData": {
    "json": {"alpha": [
      {"latencyAvg": "80.00us", "latencyMax": "8.88ms", "latencyStdev": "100.00us",
       "totalRequests": 3000000, "startTime": 100, "endTime": 115},
      {"latencyAvg": "2.56ms", "latencyMax": "90.00ms", "latencyStdev": "1.00ms",
       "totalRequests": 3000000, "startTime": 100, "endTime": 115, "5xx": 17, "timeout": 3}]},
    "plaintext": {"alpha": [
      {"latencyAvg": "10.00ms", "latencyMax": "90.00ms", "latencyStdev": "1.00ms",
       "totalRequests": 15000000, "startTime": 100, "endTime": 115}]},
    "query": {"beta": [{"totalRequests": 1500, "startTime": 100, "endTime": 104}, {}]},
    "slocCounts": {"alpha": 120}
  },
  "verify": {"alpha": {"json": "pass", "plaintext": "fail"}}
})";

TEST(ReadTechEmpower, EachLevelIsAReport) {
  const auto audits = audit(bare(std::string(kTechEmpower)));
  ASSERT_EQ(audits.size(), 5u);
  EXPECT_EQ(audits[0].reading.subject, "alpha, json, 16 connections");
  EXPECT_EQ(codes_of(audits[0]), Codes{});
  EXPECT_DOUBLE_EQ(audits[0].reading.values->rps->value, 200000);
  EXPECT_EQ(audits[0].reading.values->derived, (Codes{"duration_s", "rps"}));
  EXPECT_DOUBLE_EQ(*audits[0].little_ratio, 1);
  EXPECT_EQ(codes_of(audits[1]), (Codes{"non2xx", "timeouts"}));
  EXPECT_EQ(audits[1].reading.values->non2xx, 17u);
  EXPECT_EQ(audits[2].reading.subject, "alpha, plaintext, 256 connections");
  EXPECT_EQ(audits[2].reading.setting.depth, 16u);
  EXPECT_EQ(codes_of(audits[2]),
            (Codes{"verify_failed", "little_mismatch", "latency_above_closed_loop"}));
  EXPECT_EQ(codes_of(audits[3]), (Codes{"partial_run", "latency_empty"}));
  EXPECT_EQ(audits[3].reading.values->connections, 512u);
  EXPECT_EQ(audits[3].reading.subject, "beta, query, 1 queries");
  EXPECT_EQ(codes_of(audits[4]), Codes{"no_report"});
}

TEST(ReadTechEmpower, MissingResultsLeaveTheLevelOpen) {
  const auto text = replace_all(std::string(kTechEmpower), "[16, 512]", "[16, 64, 512]");
  const auto audits = audit(bare(text));
  EXPECT_EQ(audits[0].reading.subject, "alpha, json, result 1 of 2");
  EXPECT_FALSE(audits[0].reading.values->connections.has_value());
  EXPECT_FALSE(audits[0].little_ratio.has_value());
  EXPECT_EQ(codes_of(audit(bare("{\"rawData\": {}}")).at(0)), Codes{"no_report"});
}

TEST(ReadHttpArena, RateIsOfGoodAnswersAlone) {
  const auto one = only(R"([{"framework": "alpha", "rps": 0, "avg_latency": "26.50ms",
    "p99_latency": "250.40ms", "connections": 4096, "threads": 64, "duration": "5s",
    "pipeline": 16, "status_2xx": 0, "status_3xx": 0, "status_4xx": 1858306, "status_5xx": 0}])");
  EXPECT_EQ(codes_of(one), Codes{"non2xx_all"});
  EXPECT_EQ(said_by(one, "non2xx_all"), "all 1,858,306 answers are errors (status over 399)");
}

TEST(ReadTheBenchmarker, MinusOneIsNoFigure) {
  const auto audits = audit(bare(R"({"metrics": [
    {"level": 64, "label": "total_requests_per_s", "value": 2000.5, "framework_id": 3},
    {"level": 64, "label": "average_latency", "value": -1.0, "framework_id": 3},
    {"level": 64, "label": "percentile50", "value": 0.002, "framework_id": 3},
    {"level": 64, "label": "percentile99", "value": 0.001, "framework_id": 3},
    {"level": 256, "label": "percentile50", "value": 0.002, "framework_id": 3}],
    "frameworks": [{"id": 3, "label": "alpha"}]})"));
  ASSERT_EQ(audits.size(), 2u);
  EXPECT_EQ(audits[0].reading.subject, "alpha, 64 connections");
  EXPECT_DOUBLE_EQ(audits[0].reading.values->rps->value, 2000.5);
  EXPECT_FALSE(audits[0].reading.values->latency_us.avg.has_value());
  EXPECT_EQ(codes_of(audits[0]), Codes{"percentiles_not_rising"});
  EXPECT_EQ(codes_of(audits[1]), Codes{"no_report"});
}

}  // namespace
}  // namespace pacer::audit
