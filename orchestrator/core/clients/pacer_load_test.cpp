#include "core/clients/pacer_load.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace pacer {
namespace {

const PacerLoadTask kTask{.load = {.host = "127.0.0.1",
                                   .port = 8080,
                                   .path = "/",
                                   .threads = 1,
                                   .connections = 4,
                                   .pipeline = 16,
                                   .duration = std::chrono::milliseconds(200),
                                   .expect_file = "/x/hello"}};

// pacer-load 0.1.0 against pacer-ceiling, as captured; the histograms are cut short.
constexpr const char* kClosed =
    R"({"data_version":1,"client":"pacer-load 0.1.0","settings":{"url":"http://127.0.0.1:8080/",)"
    R"("loop":"closed","threads":1,"connections":4,"pipeline":16,"order":"batch",)"
    R"("duration_us":200000},"requests":212672,"right":212672,"opening_us":1250,)"
    R"("duration_us":200000,"started_monotonic_us":7250000,"right_by_second":[],)"
    R"("bytes":29348736,"errors":{"connect":0,"reset":0,"timeout":0,"early_close":0,)"
    R"("malformed":0,"status":0,"body":0},"wrong_statuses":{},"evidence":{},"sent":212736,)"
    R"("lost":0,"unasked":0,"unanswered":64,"connections":{"opened":4,"served":4,"reopened":0,)"
    R"("announced_closes":0,"idle_closes":0},"latency_us":{"p50":63.039,"p75":64.447,)"
    R"("p90":70.399,"p99":108.159,"p999":257.535,"p9999":2519.039,"mean":60.15571832681312,)"
    R"("max":2521.429},"histogram":{"unit":"ns","hdr":"HISTFAAABHB42kVVu5Lk"},"stalls":[],)"
    R"("client_cpu_us":{"user":0,"system":95073},"interrupted":false,"gave_up":false})"
    "\n";
constexpr const char* kOpen =
    R"({"data_version":1,"client":"pacer-load 0.1.0","settings":{"url":"http://127.0.0.1:8080/",)"
    R"("loop":"open","threads":1,"connections":4,"pipeline":1,"order":"scheduled",)"
    R"("duration_us":500000,"rate_per_s":200},"requests":100,"right":100,"opening_us":900,)"
    R"("duration_us":500000,"started_monotonic_us":9000000,"right_by_second":[60,40],)"
    R"("bytes":13800,"errors":{"connect":1,"reset":2,"timeout":3,"early_close":4,"malformed":5,)"
    R"("status":6,"body":7},"wrong_statuses":{"302":1,"404":2,"503":3},"evidence":{},"sent":100,)"
    R"("lost":0,"unasked":0,"unanswered":0,"connections":{"opened":9,"served":4,"reopened":5,)"
    R"("announced_closes":8,"idle_closes":0},"latency_us":{"p50":110.463,"p75":137.727,)"
    R"("p90":1156.095,"p99":4808.703,"p999":5046.963,"p9999":5046.963,"mean":461.39806,)"
    R"("max":5046.963},"histogram":{"unit":"ns","hdr":"HISTFAAAAL542i2NsQqB"},"open_loop":)"
    R"({"rate_per_s":200,"scheduled":100,"sent":100,"valid":true,"upper_bound":false,"lag_us":)"
    R"({"p50":36.191,"p99":138.367,"max":171.395},"unsent":0},"stalls":[{"at_us":1.0,)"
    R"("length_us":250000.5},{"at_us":2.0,"length_us":300000.0}],"client_cpu_us":{"user":5445,)"
    R"("system":0},"interrupted":false,"gave_up":false})"
    "\n";

std::string why(const ClientOutput& output, const PacerLoadTask& task = kTask) {
  const auto parsed = parse_pacer_load(output, task);
  const auto* failure = std::get_if<LoadFailure>(&parsed);
  return failure == nullptr ? "" : failure->why;
}

TEST(PacerLoad, CountsRequestsForALimitedTime) {
  auto task = kTask.load;
  task.requests = 100'000;
  task.at_most = std::chrono::seconds(90);
  EXPECT_EQ(shell_quote(closed_loop_argv(task)),
            "pacer-load --json -t1 -c4 -p16 --requests 100000 --at-most 90s --expect /x/hello "
            "http://127.0.0.1:8080/");
  // A load by number may be shorter than any duration.
  const auto parsed = parse_closed_loop({kClosed, "", 0, 0}, task);
  ASSERT_TRUE(std::holds_alternative<LoadResult>(parsed));
  EXPECT_FALSE(std::get<LoadResult>(parsed).out_of_time);
  const auto late =
      replace_all(kClosed, R"("gave_up":false)", R"("gave_up":false,"out_of_time":true)");
  EXPECT_TRUE(std::get<LoadResult>(parse_closed_loop({late, "", 1, 0}, task)).out_of_time);
}

TEST(PacerLoad, CommandSaysWhatIsAsked) {
  EXPECT_EQ(shell_quote(pacer_load_argv(kTask)),
            "pacer-load --json -t1 -c4 -p16 -d200ms --expect /x/hello http://127.0.0.1:8080/");
  auto open = kTask;
  open.load.pipeline = 1;
  open.rate_per_s = 5000;
  EXPECT_EQ(shell_quote(pacer_load_argv(open)),
            "pacer-load --json -t1 -c4 -p1 -d200ms --rate 5000 --expect /x/hello "
            "http://127.0.0.1:8080/");
  auto fixed = kTask;
  fixed.requests = 100'000;
  fixed.load.expect_file.clear();
  EXPECT_EQ(shell_quote(pacer_load_argv(fixed)),
            "pacer-load --json -t1 -c4 -p16 --requests 100000 http://127.0.0.1:8080/");
}

TEST(PacerLoad, ReadsTheClosedLoop) {
  const auto parsed = parse_pacer_load({.out = kClosed, .err = ""}, kTask);
  const auto* result = std::get_if<PacerLoadResult>(&parsed);
  ASSERT_NE(result, nullptr);
  EXPECT_EQ(result->right, 212672U);
  EXPECT_EQ(result->load.requests, 212672U);
  EXPECT_EQ(result->load.opening_us, 1250U);
  EXPECT_EQ(result->load.duration_us, 200000U);
  EXPECT_EQ(result->load.started_us, 7250000U);
  EXPECT_EQ(result->load.bytes, 29348736U);
  EXPECT_EQ(result->load.errors.total(), 0U);
  EXPECT_EQ(result->served, 4U);
  EXPECT_EQ(result->latency_us.p50, 63.039);
  EXPECT_EQ(result->latency_us.p9999, 2519.039);
  EXPECT_EQ(result->latency_us.max, 2521.429);
  EXPECT_EQ(result->histogram, "HISTFAAABHB42kVVu5Lk");
  EXPECT_FALSE(result->open_loop);
  EXPECT_EQ(result->longest_stall_us, 0);
}

TEST(PacerLoad, ReadsTheOpenLoopAndEveryKindOfError) {
  const auto parsed = parse_pacer_load({.out = kOpen, .err = "", .exit_code = 1}, kTask);
  const auto* result = std::get_if<PacerLoadResult>(&parsed);
  ASSERT_NE(result, nullptr);
  EXPECT_EQ(result->load.right_by_second, (std::vector<std::uint64_t>{60, 40}));
  EXPECT_EQ(result->load.errors.connect, 1U);
  EXPECT_EQ(result->load.errors.read, 11U);
  EXPECT_EQ(result->load.errors.timeout, 3U);
  EXPECT_EQ(result->load.errors.status, 6U) << "a redirect is not the right answer";
  EXPECT_EQ(result->load.errors.body, 7U);
  EXPECT_EQ(result->reopened, 5U);
  EXPECT_EQ(result->announced_closes, 8U);
  EXPECT_EQ(result->longest_stall_us, 300000.0);
  ASSERT_TRUE(result->open_loop);
  EXPECT_EQ(result->open_loop->rate_per_s, 200U);
  EXPECT_EQ(result->open_loop->scheduled, 100U);
  EXPECT_EQ(result->open_loop->sent, 100U);
  EXPECT_TRUE(result->open_loop->valid);
  EXPECT_FALSE(result->open_loop->upper_bound);
  EXPECT_EQ(result->open_loop->lag_p99_us, 138.367);
}

TEST(PacerLoad, SaysWhyThereIsNoResult) {
  EXPECT_EQ(why({.out = "",
                 .err = "error: cannot connect: Connection refused\n  hint: …\n",
                 .exit_code = 2}),
            "pacer-load ended with exit 2: error: cannot connect: Connection refused");
  EXPECT_EQ(why({.out = "", .err = "", .exit_code = 0, .signal = 9}),
            "pacer-load was killed by signal 9");
  EXPECT_EQ(why({.out = "nonsense", .err = ""}), "pacer-load's result cannot be read: nonsense");
  EXPECT_EQ(why({.out = "{\"data_version\":2}", .err = ""}),
            "pacer-load's result has version 2 instead of 1");
  EXPECT_EQ(why({.out = "{\"data_version\":1}", .err = ""}),
            "pacer-load's result cannot be read: {\"data_version\":1}");
  auto negative = std::string(kClosed);
  negative.replace(negative.find("\"requests\":212672"), 17, "\"requests\":-12672");
  EXPECT_NE(why({.out = negative, .err = ""}), "");
  auto longer = kTask;
  longer.load.duration = std::chrono::seconds(2);
  EXPECT_EQ(why({.out = kClosed, .err = ""}, longer),
            "pacer-load ran for 0.20 s instead of 2.00 s");
}

}  // namespace
}  // namespace pacer
