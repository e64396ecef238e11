// One report that is sound, and for each rule the same report with one figure changed.
#include "core/audit/rules/rules.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/text.h"
#include "core/audit/reasons.h"
#include "core/audit/sample_report.h"

namespace pacer::audit {
namespace {

struct Trip {
  const char* code;
  const char* from;
  const char* to;
  const char* said;
};

constexpr const char* kTotals = "  1000000 requests in 10.00s, 100.00MB read\n";
constexpr const char* kErrors = "Requests/sec: 100000.00";

Audit audited(std::string_view from, std::string_view to) {
  const auto text = replace_all(std::string(kHealthy), from, to);
  EXPECT_NE(text, kHealthy) << from;
  return audit(document_of(text)).at(0);
}

const Trip kTrips[] = {
    {"zero_requests", kTotals, "  0 requests in 10.00s, 0.00B read\n",
     "not one request was answered"},
    {"non2xx_all", kErrors, "  Non-2xx or 3xx responses: 1000000\nRequests/sec: 100000.00",
     "all 1,000,000 answers are errors (status over 399): the rate is one of errors"},
    {"non2xx", kErrors, "  Non-2xx or 3xx responses: 250000\nRequests/sec: 100000.00",
     "250,000 of 1,000,000 answers are errors (status over 399) and are counted in the rate: 25 %"},
    {"errors_exceed_requests", kErrors,
     "  Non-2xx or 3xx responses: 1000001\nRequests/sec: 100000.00",
     "1,000,001 error answers are printed beside 1,000,000 answers: they are a part of them"},
    {"socket_errors", kErrors,
     "  Socket errors: connect 3, read 2, write 1, timeout 0\nRequests/sec: 100000.00",
     "socket errors: connect 3, read 2, write 1; connections that were never open did no work"},
    {"timeouts", kErrors,
     "  Socket errors: connect 0, read 0, write 0, timeout 5\nRequests/sec: 100000.00",
     "5 answers came later than the timeout: counted in the rate, not in the latency, so the worst "
     "are missing from it"},
    {"timeouts_all", kErrors,
     "  Socket errors: connect 0, read 0, write 0, timeout 1000000\nRequests/sec: 100000.00",
     "1000000 timeouts beside 1000000 answers: none came in time to be timed"},
    {"partial_run", kTotals, "  1000000 requests in 2.07s, 100.00MB read\n",
     "the run took 2.07 s of the 10 s that were asked for: it was ended early"},
    {"duration_mismatch", kTotals, "  1000000 requests in 14.00s, 100.00MB read\n",
     "the run took 14 s although 10 s were asked for: the clock was set, or the client was held "
     "up"},
    {"few_samples", kTotals, "  19 requests in 10.00s, 100.00MB read\n",
     "only 19 requests on 8 connections: too few to rank"},
    {"connections_uneven", "  2 threads and 8 connections", "  3 threads and 8 connections",
     "3 threads share 8 connections: 2 were never opened, 6 were used"},
    {"rps_mismatch", kErrors, "Requests/sec: 101000.00",
     "1,000,000 requests in 10 s are 99,750.12 to 100,250.13 requests/s, not 101,000"},
    {"transfer_mismatch", "10.00MB\n", "12.00MB\n",
     "100 MiB in 10 s are 9.97 MiB/s to 10.0 MiB/s, not 12.0 MiB/s"},
    {"bytes_too_few", "100.00MB read", "10.00MB read",
     "10.0 MiB for 1,000,000 answers are 10.5 bytes each: not even a status line"},
    {"latency_empty", "80.00us   20.00us   1.20ms   90.00%", " 0.00us    0.00us   0.00us    -nan%",
     "answers were counted, but not one was timed: the latency figures are those of no sample"},
    {"percentiles_zero", "99%  150.00us", "99%    0.00us",
     "the percentiles 99 % are 0, and nothing is answered in no time: wrk's correction counts "
     "made-up samples that it then does not find (wg/wrk#236, #354)"},
    {"latency_garbage", "80.00us   20.00us   1.20ms", "80.00us   20.00us  70.00us",
     "the mean of 80 us is above the maximum of 70 us"},
    {"latency_garbage", "99%  150.00us", "99%    1.50ms",
     "the 99 % percentile of 1.5 ms is above the maximum of 1.2 ms"},
    {"latency_garbage", "80.00us   20.00us   1.20ms", "80.00us  900.00us   1.20ms",
     "a stdev of 900 us cannot be, with a mean of 80 us and a maximum of 1.2 ms"},
    {"latency_garbage", "50%   78.00us", "50%   40.00us",
     "a median of 40 us and a mean of 80 us are further apart than the stdev of 20 us"},
    {"latency_garbage", "90.00%\n    Req", "190.00%\n    Req", "190 % of the samples cannot be"},
    {"percentiles_not_rising", "90%  110.00us", "90%   70.00us",
     "the 90 % percentile of 70 us follows 90 us at 75 %"},
    {"max_beyond_run", "   1.20ms   90", "   0.95m    90", "a latency of 57 s in a run of 10 s"},
    {"max_beyond_timeout", "   1.20ms   90", "   2.50s    90",
     "a maximum of 2.5 s although wrk 4 records nothing beyond its timeout of 2 s"},
    {"percentile_beyond_samples", kTotals, "  50 requests in 10.00s, 100.00MB read\n",
     "50 samples have no 99 % percentile: it is the maximum under another name"},
    {"little_mismatch", "80.00us   20.00us", "60.00us   20.00us",
     "the average of 60 us is 0.75 times the 80 us that 8 connections at depth 1 and 100,000 "
     "requests/s give"},
    {"latency_undecidable", "80.00us   20.00us", "60.00us   20.00us",
     "it may be true if connections stood idle or were opened again; the text does not tell"},
    {"latency_above_closed_loop", "80.00us   20.00us", "97.00us   20.00us",
     "no closed loop has such an average: more requests would have to be under way than there are "
     "connections to carry them"},
    {"latency_below_closed_loop", "80.00us   20.00us", "39.00us   40.00us",
     "under half of the loop's own mean: most of the time is missing from the average, or most "
     "connections stood idle"},
};

TEST(Rules, EachTripsOnItsOwnFlaw) {
  for (const auto& trip : kTrips) {
    EXPECT_EQ(said_by(audited(trip.from, trip.to), trip.code), trip.said) << trip.code;
  }
}

TEST(Rules, NoneTripsOnASoundReport) {
  const auto one = audit(document_of(kHealthy)).at(0);
  for (const auto& rule : rules()) EXPECT_EQ(said_by(one, rule.code), "") << rule.code;
  EXPECT_FALSE(has_impossible(one));
}

TEST(Rules, EachHasItsReasonAndItsTest) {
  for (const auto& rule : rules()) {
    EXPECT_EQ(reason(rule.code).code, rule.code);
    const bool is_elsewhere = rule.code == "redirects" || rule.code == "errors_as_throughput";
    const bool is_here = std::any_of(std::begin(kTrips), std::end(kTrips),
                                     [&](const Trip& trip) { return trip.code == rule.code; });
    EXPECT_TRUE(is_here || is_elsewhere) << rule.code;  // elsewhere: json_readers_test.cpp
  }
}

TEST(Rules, BordersOfLittlesLaw) {
  const auto codes = [](const char* average) {
    return codes_of(audited("80.00us   20.00us", std::string(average) + "   90.00us"));
  };
  EXPECT_EQ(codes("64.00us"), std::vector<std::string>{});  // 0.8
  EXPECT_EQ(codes("96.00us"), std::vector<std::string>{});  // 1.2
  EXPECT_EQ(codes("40.00us"),                               // 0.5
            (std::vector<std::string>{"little_mismatch", "latency_undecidable"}));
  EXPECT_EQ(codes("96.01us"),
            (std::vector<std::string>{"little_mismatch", "latency_above_closed_loop"}));
}

TEST(Rules, LittlesLawConcernsTheLatencyAlone) {
  const auto one = audited("80.00us   20.00us", "97.00us   20.00us");
  EXPECT_EQ(one.verdict, Verdict::kOk);
  EXPECT_FALSE(one.latency_usable);
  EXPECT_TRUE(has_impossible(one));
}

TEST(Rules, WithoutACommandNothingIsAccused) {
  auto document =
      document_of(replace_all(std::string(kHealthy), "80.00us   20.00us", "  1.20ms    0.30ms"));
  document.text = replace_all(document.text, "   1.20ms   90", "   9.20ms   90");
  document.text = replace_all(document.text, "50%   78.00us", "50%    1.10ms");
  document.text = replace_all(document.text, "75%   90.00us", "75%    1.20ms");
  document.text = replace_all(document.text, "90%  110.00us", "90%    1.30ms");
  document.text = replace_all(document.text, "99%  150.00us", "99%    1.50ms");
  document.command.reset();
  const auto one = audit(document).at(0);
  EXPECT_EQ(codes_of(one), (std::vector<std::string>{"little_mismatch", "latency_undecidable"}));
  EXPECT_EQ(said_by(one, "latency_undecidable"),
            "the command is not known: true only if about 15 requests were sent in one batch");
  EXPECT_FALSE(has_impossible(one));
}

TEST(Rules, ExitCodeCounts) {
  auto document = document_of(kHealthy);
  document.exit_code = 2;
  const auto one = audit(document).at(0);
  EXPECT_EQ(said_by(one, "exit_nonzero"), "the client ended with exit 2");
  EXPECT_EQ(one.verdict, Verdict::kSuspect);
}

std::vector<Audit> runs_at(const std::vector<double>& rates) {
  std::vector<Audit> audits;
  for (std::size_t i = 0; i < rates.size(); ++i) {
    Reading reading;
    reading.subject = "framework " + std::to_string(i);
    reading.values = Values{.rps = Figure{rates[i], 0}};
    audits.push_back(judge(reading));
  }
  find_shared_rates(audits);
  return audits;
}

TEST(SharedRates, AreFoundAtTheTopOnly) {
  const auto shared = runs_at({1000, 999, 995, 700, 699, 698, 100});
  EXPECT_EQ(said_by(shared[0], "shared_rate"),
            "3 of 7 runs that were made alike lie within 1 % of the highest rate, 1,000/s: client "
            "or network may be the limit, and the order among them is noise");
  EXPECT_EQ(codes_of(shared[3]), std::vector<std::string>{});
  const auto near = runs_at({1000, 980, 970, 960, 951, 300});
  EXPECT_EQ(codes_of(near[4]), std::vector<std::string>{"shared_rate"});
  EXPECT_EQ(codes_of(runs_at({1000, 980, 970, 960, 949, 300})[0]), std::vector<std::string>{});
}

TEST(SharedRates, RepeatedRunsOfOneShareItRightly) {
  auto audits = runs_at({1000, 700, 600});
  audits.resize(1, audits[0]);
  audits.push_back(audits[0]);
  audits.push_back(audits[0]);
  find_shared_rates(audits);
  EXPECT_EQ(codes_of(audits[0]), std::vector<std::string>{});
}

TEST(Numbers, AreShownForPeople) {
  EXPECT_EQ(grouped(1234567), "1,234,567");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(64812.24), "64,812.24");
  EXPECT_EQ(grouped(1e300), "1e+300");
  EXPECT_EQ(time_text(84), "84 us");
  EXPECT_EQ(time_text(6710), "6.71 ms");
  EXPECT_EQ(time_text(1.32e6), "1.32 s");
}

}  // namespace
}  // namespace pacer::audit
