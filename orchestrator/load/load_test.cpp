// The client against servers that misbehave in one way each. Every count is exact: the number of
// requests is, and each test ends with the last of them.
#include "load/load.h"

#include <gtest/gtest.h>
#include <netinet/in.h>

#include <fmt/format.h>

#include "base/error.h"
#include "load/scripted_server.h"
#include "load/url.h"

namespace pacer::load {
namespace {

using namespace std::string_literals;

constexpr std::int64_t kMs = 1'000'000;

std::string answer(const std::string& body, const std::string& status = "200 OK",
                   const std::string& headers = "") {
  return fmt::format("HTTP/1.1 {}\r\n{}Content-Length: {}\r\n\r\n{}", status, headers, body.size(),
                     body);
}

const auto kHello = "Hello, World!"s;
const auto kRight = answer(kHello);
const auto kLast = answer(kHello, "200 OK", "Connection: close\r\n");

Settings settings_for(int port, std::uint64_t requests) {
  Settings settings;
  auto* address = reinterpret_cast<sockaddr_in*>(&settings.address.storage);
  address->sin_family = AF_INET;
  address->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address->sin_port = htons(static_cast<std::uint16_t>(port));
  settings.address.size = sizeof(*address);
  settings.request = make_request(parse_url("http://127.0.0.1/"), "GET", {}, "");
  settings.expectation.body = kHello;
  settings.connections = 1;
  settings.requests = requests;
  return settings;
}

Report run(const Settings& settings) {
  const std::atomic<bool> stop{false};
  return run_load(settings, stop);
}

/// `settings` differ from one connection at depth 1 by `change`.
Report run(
    const ScriptedServer& server, std::uint64_t requests,
    const std::function<void(Settings&)>& change = [](Settings&) {}) {
  auto settings = settings_for(server.port(), requests);
  change(settings);
  return run(settings);
}

/// Says the same after each request.
std::function<void(Peer&)> always(const std::string& text) {
  return [text](Peer& peer) {
    while (peer.hear()) peer.say(text);
  };
}

/// Says it after the first request and closes.
std::function<void(Peer&)> once(const std::string& text) {
  return [text](Peer& peer) {
    if (peer.hear()) peer.say(text);
  };
}

void expect_all_right(const Report& report, std::uint64_t requests) {
  EXPECT_EQ(report.counts.right, requests);
  EXPECT_EQ(report.counts.answers, requests);
  EXPECT_EQ(report.counts.errors(), 0U) << testing::PrintToString(report.evidence);
  EXPECT_EQ(report.counts.lost, 0U);
  EXPECT_EQ(report.counts.unanswered, 0U);
  EXPECT_EQ(report.latency_ns.count(), requests);
  EXPECT_TRUE(report.clean());
}

/// Only this fault, so often, and each cost a request.
void expect_faults(const Report& report, Fault fault, std::uint64_t times, const std::string& why) {
  EXPECT_EQ(report.counts.fault(fault), times);
  EXPECT_EQ(report.counts.errors(), times);
  EXPECT_EQ(report.counts.lost, times);
  EXPECT_EQ(report.evidence.at(fault), why);
  EXPECT_FALSE(report.clean());
}

TEST(Load, CountsWhatTheServerCounts) {
  for (const int depth : {1, 3, 16}) {
    for (const bool sliding : {false, true}) {
      const ScriptedServer server(always(kRight));
      const auto report = run(server, 5003, [&](Settings& settings) {
        settings.threads = 2;
        settings.connections = 6;
        settings.depth = depth;
        settings.sliding = sliding;
      });
      expect_all_right(report, 5003);
      EXPECT_EQ(server.heard(), 5003);
      EXPECT_EQ(report.counts.sent, 5003U);
      EXPECT_EQ(report.counts.bytes, 5003 * kRight.size());
      EXPECT_EQ(report.counts.opened, 6U);
      EXPECT_EQ(report.counts.served, 6U);
      EXPECT_EQ(report.counts.reopened, 0U);
    }
  }
}

TEST(Load, SendsNoMoreThanAsked) {
  const ScriptedServer server(always(kRight));
  const auto report = run(server, 2, [](Settings& settings) {
    settings.threads = 4;
    settings.connections = 8;
    settings.depth = 16;
  });
  expect_all_right(report, 2);
  EXPECT_EQ(server.heard(), 2);
}

TEST(Load, SendsBatchesOrKeepsTheWindowFull) {
  // Answers four by four. A window of six is never answered whole before it is filled again.
  const auto serve = [](Peer& peer) {
    while (true) {
      std::string answers;
      for (int i = 0; i < 4; ++i) {
        if (!peer.hear()) return;
        answers += kRight;
      }
      peer.say(answers);
    }
  };
  const ScriptedServer server(serve);
  const auto report = run(server, 40, [](Settings& settings) {
    settings.depth = 6;
    settings.sliding = true;
  });
  expect_all_right(report, 40);
  // A batch of six would wait for two answers that only two more requests release.
  const auto stuck = run(server, 40, [](Settings& settings) {
    settings.depth = 6;
    settings.timeout_ns = 100 * kMs;
  });
  EXPECT_GT(stuck.counts.fault(Fault::kTimeout), 0U);
}

TEST(Load, ReadsAnswersThatComeByteByByte) {
  const ScriptedServer server([](Peer& peer) {
    while (peer.hear()) {
      for (const char byte : kRight) peer.say(std::string(1, byte));
    }
  });
  expect_all_right(run(server, 50), 50);
}

TEST(Load, ReadsEveryFraming) {
  const auto chunked =
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;a=b\r\nHello\r\n8\r\n, World!\r\n"
      "0\r\nX-Trailer: 1\r\n\r\n"s;
  const auto interim = "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n"s + kRight;
  const auto http_1_0 =
      "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 13\r\n\r\n"s + kHello;
  for (const auto& text : {chunked, interim, http_1_0}) {
    for (const int depth : {1, 4}) {
      const ScriptedServer server(always(text));
      const auto report = run(server, 100, [&](Settings& settings) { settings.depth = depth; });
      expect_all_right(report, 100);
      EXPECT_EQ(server.connections(), 1);
    }
  }
}

TEST(Load, TakesAnnouncedClosesForNoError) {
  const auto until_close = "HTTP/1.1 200 OK\r\n\r\n"s + kHello;
  const auto http_1_0 = "HTTP/1.0 200 OK\r\nContent-Length: 13\r\n\r\n"s + kHello;
  for (const auto& text : {until_close, http_1_0, kLast}) {
    const ScriptedServer server(once(text));
    const auto report = run(server, 20);
    expect_all_right(report, 20);
    EXPECT_EQ(report.counts.announced_closes, 20U);
    EXPECT_EQ(report.counts.reopened, 19U);
    EXPECT_EQ(server.connections(), 20);
  }
}

TEST(Load, SendsAgainWhatStoodBehindAnAnnouncedClose) {
  for (const bool sliding : {false, true}) {
    const ScriptedServer server([](Peer& peer) {
      while (peer.hear()) {
        peer.say(peer.heard_here() < 3 ? kRight : kLast);
        if (peer.heard_here() == 3) return;
      }
    });
    const auto report = run(server, 100, [&](Settings& settings) {
      settings.depth = 8;
      settings.sliding = sliding;
    });
    expect_all_right(report, 100);
    EXPECT_EQ(report.counts.announced_closes, 33U);
    EXPECT_EQ(server.heard(), 100);
    EXPECT_EQ(report.counts.sent, 100 + report.counts.unasked);
    EXPECT_GT(report.counts.unasked, 0U);
  }
}

TEST(Load, TakesClosesWhileNothingIsDueForNoError) {
  // The close may overtake the next request: then that one is lost, and said to be.
  const ScriptedServer server(once(kRight));
  const auto report = run(server, 30);
  const auto& counts = report.counts;
  EXPECT_EQ(counts.right + counts.lost, 30U);
  EXPECT_EQ(counts.fault(Fault::kEarlyClose) + counts.fault(Fault::kReset), counts.lost);
  EXPECT_EQ(counts.errors(), counts.lost);
}

TEST(Load, CountsEarlyCloses) {
  const ScriptedServer truncated(once(kRight.substr(0, kRight.size() - 5)));
  expect_faults(run(truncated, 3), Fault::kEarlyClose, 3, "closed in the middle of an answer");
  const ScriptedServer silent(once(""));
  expect_faults(run(silent, 3), Fault::kEarlyClose, 3, "closed before an answer");
  const ScriptedServer half_a_chunk(
      once("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nd\r\nHello, World!\r\n"));
  expect_faults(run(half_a_chunk, 1), Fault::kEarlyClose, 1, "closed in the middle of an answer");
}

TEST(Load, CountsResets) {
  const ScriptedServer server([](Peer& peer) {
    if (peer.hear()) peer.reset();
  });
  expect_faults(run(server, 3), Fault::kReset, 3, "Connection reset by peer");
}

TEST(Load, CountsWhatIsNoAnswer) {
  const ScriptedServer garbage(always("Hello, World!\r\n\r\n"));
  expect_faults(run(garbage, 3), Fault::kMalformed, 3,
                "no HTTP/1 status line where an answer should begin");
  const ScriptedServer twice(always(kRight + kRight));
  const auto report = run(twice, 4);
  EXPECT_EQ(report.counts.right, 4U);
  EXPECT_EQ(report.evidence.at(Fault::kMalformed), "bytes that no request asked for");
}

TEST(Load, CountsWrongLengths) {
  const ScriptedServer too_short(
      always("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nHello, World!"));
  auto report = run(too_short, 3);
  EXPECT_EQ(report.counts.wrong_body, 3U);
  EXPECT_EQ(report.counts.right, 0U);
  EXPECT_EQ(report.evidence.at(Fault::kMalformed), "bytes that no request asked for");
  const ScriptedServer too_long(
      always("HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\nHello, World!"));
  report = run(too_long, 2, [](Settings& settings) { settings.timeout_ns = 50 * kMs; });
  expect_faults(report, Fault::kTimeout, 2, "no answer within the timeout");
}

TEST(Load, CountsWrongStatusesByCode) {
  const ScriptedServer server([](Peer& peer) {
    while (peer.hear()) {
      const auto number = peer.heard_here();
      peer.say(number % 5 == 0   ? answer("", "302 Found")
               : number % 7 == 0 ? answer(kHello, "503 Busy")
                                 : kRight);
    }
  });
  for (const int depth : {1, 8}) {
    const auto report = run(server, 35, [&](Settings& settings) { settings.depth = depth; });
    EXPECT_EQ(report.counts.answers, 35U);
    EXPECT_EQ(report.counts.wrong_status[302], 7U);
    EXPECT_EQ(report.counts.wrong_status[503], 4U);
    EXPECT_EQ(report.counts.errors(), 11U);
    EXPECT_EQ(report.counts.right, 24U);
    EXPECT_EQ(report.latency_ns.count(), 24U);
    EXPECT_FALSE(report.clean());
  }
}

/// One answer in a thousand differs in one byte, wherever: the comparison with the answers known
/// before must notice.
TEST(Load, NoticesOneWrongByte) {
  for (const auto at : {kRight.size() - 1, kRight.size() - 13}) {
    const ScriptedServer server([at](Peer& peer) {
      auto wrong = kRight;
      wrong[at] ^= 1;
      while (peer.hear()) peer.say(peer.heard_here() % 100 == 0 ? wrong : kRight);
    });
    for (const int depth : {1, 16}) {
      const auto report = run(server, 1000, [&](Settings& settings) { settings.depth = depth; });
      EXPECT_EQ(report.counts.wrong_body, 10U);
      EXPECT_EQ(report.counts.right, 990U);
    }
  }
}

TEST(Load, LetsHeadersVary) {
  const ScriptedServer server([](Peer& peer) {
    while (peer.hear()) {
      peer.say(answer(kHello, "200 OK", fmt::format("X-Request: {}\r\n", peer.heard_here() / 3)));
    }
  });
  const auto report = run(server, 300, [](Settings& settings) { settings.depth = 8; });
  expect_all_right(report, 300);
}

TEST(Load, ComparesLargeBodies) {
  const std::string large(3'000'000, 'x');
  auto other = large;
  other.back() = 'y';
  const ScriptedServer server([&](Peer& peer) {
    while (peer.hear()) peer.say(answer(peer.heard_here() % 4 == 0 ? other : large));
  });
  const auto report = run(server, 12, [&](Settings& settings) {
    settings.expectation.body = large;
    settings.depth = 4;
  });
  EXPECT_EQ(report.counts.right, 9U);
  EXPECT_EQ(report.counts.wrong_body, 3U);
}

TEST(Load, SendsRequestsThatFillTheSocket) {
  const ScriptedServer server([](Peer& peer) {
    Peer::freeze(50);  // the socket is full before anything is read
    while (peer.hear()) peer.say(kRight);
  });
  const auto report = run(server, 64, [](Settings& settings) {
    settings.request =
        "GET / HTTP/1.1\r\nHost: a\r\nX: " + std::string(1'000'000, 'x') + "\r\n\r\n";
    settings.depth = 32;
  });
  expect_all_right(report, 64);
  EXPECT_EQ(server.heard(), 64);
}

TEST(Load, GivesUpWhereConnectionsAreRefusedHalfway) {
  ScriptedServer* self = nullptr;
  ScriptedServer server([&](Peer& peer) {
    while (peer.hear()) {
      if (self->heard() >= 50) return self->stop_listening();
      peer.say(kRight);
    }
  });
  self = &server;
  const auto report = run(server, 100, [](Settings& settings) { settings.timeout_ns = 300 * kMs; });
  EXPECT_EQ(report.counts.right, 49U);
  EXPECT_EQ(report.counts.fault(Fault::kEarlyClose), 1U);
  EXPECT_GT(report.counts.fault(Fault::kConnect), 0U);
  EXPECT_EQ(report.evidence.at(Fault::kConnect), "Connection refused");
  EXPECT_TRUE(report.gave_up);
  EXPECT_FALSE(report.clean());
}

TEST(Load, GivesUpWhereANumberOfRequestsTakesTooLong) {
  ScriptedServer server([](Peer& peer) {
    for (int i = 0; i < 3 && peer.hear(); ++i) peer.say(kRight);
    while (peer.hear()) continue;  // silent from then on
  });
  const auto report = run(server, 10, [](Settings& settings) { settings.at_most_ns = 200 * kMs; });
  EXPECT_EQ(report.counts.right, 3U);
  EXPECT_EQ(report.counts.unanswered, 1U);
  EXPECT_TRUE(report.out_of_time);
  EXPECT_FALSE(report.gave_up);
  EXPECT_FALSE(report.clean());
}

TEST(Load, ANumberOfRequestsWithinItsTimeIsClean) {
  ScriptedServer server(always(kRight));
  const auto report =
      run(server, 10, [](Settings& settings) { settings.at_most_ns = 60'000 * kMs; });
  expect_all_right(report, 10);
  EXPECT_FALSE(report.out_of_time);
}

TEST(Load, RefusesWhereNobodyListens) {
  ScriptedServer server(once(kRight));
  server.stop_listening();
  try {
    run(server, 1);
    FAIL() << "measured nobody";
  } catch (const Error& error) {
    EXPECT_EQ(error.render(),
              "error: cannot connect: Connection refused\n"
              "  hint: is the server running, and is the port right?");
  }
}

TEST(Load, RefusesMoreConnectionsThanThereAreDescriptors) {
  auto settings = settings_for(1, 1);
  settings.connections = 1'000'000'000;
  EXPECT_THROW(run(settings), Error);
}

TEST(Load, ReportsStalls) {
  const ScriptedServer server([](Peer& peer) {
    while (peer.hear()) {
      if (peer.heard_here() == 20) Peer::freeze(300);
      peer.say(kRight);
    }
  });
  const auto report = run(server, 40);
  expect_all_right(report, 40);
  ASSERT_EQ(report.stalls.size(), 1U);
  EXPECT_GE(report.stalls[0].end_ns - report.stalls[0].begin_ns, 299 * kMs);
  EXPECT_GE(report.latency_ns.max(), 299 * kMs);
}

TEST(Load, ReportsAStallThatLastsToTheEnd) {
  const ScriptedServer server([](Peer& peer) {
    if (peer.hear()) peer.wait_for_the_end();
  });
  const auto report = run(server, 1, [](Settings& settings) {
    settings.requests.reset();
    settings.duration_ns = 300 * kMs;
  });
  ASSERT_EQ(report.stalls.size(), 1U);
  EXPECT_EQ(report.stalls[0].end_ns, 300 * kMs);
  EXPECT_EQ(report.duration_us, 300'000);
  EXPECT_EQ(report.counts.unanswered, 1U);
  EXPECT_EQ(report.counts.errors(), 0U);
  EXPECT_FALSE(report.clean()) << "nothing was measured";
}

TEST(Load, StopsWhenToldTo) {
  std::atomic<bool> stop{false};
  const ScriptedServer server([&](Peer& peer) {
    while (peer.hear()) {
      if (peer.heard_here() == 100) stop = true;
      peer.say(kRight);
    }
  });
  auto settings = settings_for(server.port(), 1);
  settings.requests.reset();
  settings.duration_ns = 3'600'000 * kMs;
  const auto report = run_load(settings, stop);
  EXPECT_TRUE(report.interrupted);
  EXPECT_GE(report.counts.right, 99U);
  EXPECT_GT(report.duration_us, 0);
}

TEST(OpenLoop, SendsOnScheduleAndCountsFromIt) {
  // Frozen for 400 ms once: with 1,000 requests/s, 300 of those due meanwhile wait over 100 ms.
  const ScriptedServer server([](Peer& peer) {
    while (peer.hear()) {
      if (peer.heard_here() == 200) Peer::freeze(400);
      peer.say(kRight);
    }
  });
  const auto report = run(server, 1000, [](Settings& settings) { settings.rate_per_s = 1000; });
  expect_all_right(report, 1000);
  ASSERT_TRUE(report.open_loop);
  EXPECT_EQ(report.open_loop->scheduled, 1000U);
  EXPECT_EQ(report.open_loop->sent_in_time, 1000U);
  EXPECT_EQ(report.open_loop->lag_ns.count(), 1000U);
  EXPECT_GE(report.latency_ns.count_above(100 * kMs), 250U);
  EXPECT_GE(report.latency_ns.max(), 390 * kMs);
  EXPECT_GE(report.duration_us, 998'000);
  EXPECT_EQ(report.stalls.size(), 1U);
  EXPECT_EQ(server.heard(), 1000);
}

TEST(OpenLoop, ReportsAStallWhileItGoesOnSending) {
  const ScriptedServer server([](Peer& peer) {
    while (peer.hear()) {
      if (peer.heard_here() == 1) Peer::freeze(400);
      peer.say(kRight);
    }
  });
  const auto report = run(server, 8, [](Settings& settings) {
    settings.connections = 8;
    settings.rate_per_s = 20;
  });
  expect_all_right(report, 8);
  ASSERT_FALSE(report.stalls.empty());
  EXPECT_GE(report.stalls[0].end_ns - report.stalls[0].begin_ns, 390 * kMs);
}

TEST(OpenLoop, SaysWhereTheRateWasNotSustained) {
  const ScriptedServer server([](Peer& peer) {
    while (peer.hear()) {
      Peer::freeze(10);
      peer.say(kRight);
    }
  });
  const auto report = run(server, 1, [](Settings& settings) {
    settings.requests.reset();
    settings.rate_per_s = 1000;
    settings.duration_ns = 200 * kMs;
  });
  ASSERT_TRUE(report.open_loop);
  EXPECT_EQ(report.open_loop->scheduled, 200U);
  EXPECT_LT(report.open_loop->sent_in_time, 100U);
  EXPECT_FALSE(report.open_loop->valid());
  EXPECT_FALSE(report.clean());
  EXPECT_EQ(report.counts.right + report.counts.unanswered + report.counts.unsent, 200U);
}

TEST(OpenLoop, UsesAllConnectionsAndMayPipeline) {
  for (const int depth : {1, 4}) {
    const ScriptedServer server(always(kRight));
    const auto report = run(server, 400, [&](Settings& settings) {
      settings.rate_per_s = 4000;
      settings.threads = 2;
      settings.connections = 8;
      settings.depth = depth;
    });
    expect_all_right(report, 400);
    EXPECT_EQ(report.counts.served, 8U);
  }
}

TEST(OpenLoop, SendsAgainWhatStoodBehindAnAnnouncedClose) {
  const ScriptedServer server([](Peer& peer) {
    while (peer.hear()) {
      if (peer.heard_here() == 1) Peer::freeze(5);  // so that others queue behind it
      peer.say(peer.heard_here() < 3 ? kRight : kLast);
      if (peer.heard_here() == 3) return;
    }
  });
  const auto report = run(server, 300, [](Settings& settings) {
    settings.rate_per_s = 2000;
    settings.depth = 8;
  });
  expect_all_right(report, 300);
  EXPECT_EQ(server.heard(), 300);
  EXPECT_GT(report.counts.unasked, 0U);
}

}  // namespace
}  // namespace pacer::load
