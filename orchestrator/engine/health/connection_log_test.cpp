#include "engine/health/connection_log.h"

#include <gtest/gtest.h>

namespace pacer {
namespace {

constexpr double kTick_s = 0.1;

/// Makes ticks of a load, 100 ms apart.
class ConnectionLogTest : public ::testing::Test {
 protected:
  void tick(const std::vector<ServerConnection>& connections, std::uint32_t accept_queue = 0,
            bool client_alive = true) {
    log_.add({kTick_s * ticks_++, connections, accept_queue, client_alive});
  }
  /// `count` connections of which the first `served` go on being answered.
  std::vector<ServerConnection> load(int count, int served) {
    std::vector<ServerConnection> connections;
    for (int at = 0; at < count; ++at) {
      const bool answered = at < served;
      const auto acked = static_cast<std::uint64_t>(answered ? ticks_ + 1 : 0);
      connections.push_back(
          {static_cast<std::uint64_t>(at) + 1, 40000 + at, true, answered, acked});
    }
    return connections;
  }
  ConnectionFindings findings() const { return log_.finish(kTick_s * ticks_); }

  ConnectionLog log_;
  int ticks_ = 0;
};

ServerConnection frozen(std::uint64_t cookie, std::uint64_t acked = 7) {
  return {cookie, 40000, true, acked > 0, acked};
}

TEST_F(ConnectionLogTest, FindsNothingWrongWithAHealthyLoad) {
  tick({});
  for (int at = 0; at < 50; ++at) tick(load(4, 4));
  tick({}, 0, false);
  const auto found = findings();
  EXPECT_EQ(found.established_max, 4);
  EXPECT_EQ(found.unserved, 0);
  EXPECT_EQ(found.accept_queue_persisted, 0.0);
  EXPECT_EQ(found.reopened, 0U);
  EXPECT_FALSE(found.churn_is_fast);
  EXPECT_EQ(found.longest_stall_s, 0);
  EXPECT_FALSE(found.stalled_at_end);
  EXPECT_EQ(found.unconnected_at_end_s, 0);
}

TEST_F(ConnectionLogTest, CountsConnectionsThatWereNeverAnswered) {
  for (int at = 0; at < 30; ++at) tick(load(4, 1));
  tick({}, 0, false);
  EXPECT_EQ(findings().unserved, 3);
  EXPECT_EQ(findings().longest_stall_s, 0);
}

TEST_F(ConnectionLogTest, CountsThemInALoadShorterThanASecondToo) {
  for (int at = 0; at < 5; ++at) tick(load(4, 1));
  EXPECT_EQ(findings().unserved, 3);
}

TEST_F(ConnectionLogTest, DoesNotBlameAConnectionThatHasJustBeenOpened) {
  for (int at = 0; at < 30; ++at) tick(load(3, 3));
  for (int at = 0; at < 3; ++at) tick(load(4, 3));
  EXPECT_EQ(findings().unserved, 0);
}

TEST_F(ConnectionLogTest, CountsUnservedOnesThoughTheClientWasCaughtClosing) {
  for (int at = 0; at < 30; ++at) tick(load(4, 1));
  tick(load(2, 1));
  EXPECT_EQ(findings().unserved, 3);
}

TEST_F(ConnectionLogTest, CountsAHandshakeThatNeverEndsAsUnserved) {
  for (int at = 0; at < 30; ++at) {
    auto connections = load(2, 2);
    connections.push_back({99, 50000, false, false, 0});
    tick(connections);
  }
  EXPECT_EQ(findings().unserved, 1);
  EXPECT_EQ(findings().established_max, 2);
  EXPECT_EQ(findings().reopened, 0U);
}

TEST_F(ConnectionLogTest, CountsEachReopenedConnectionOnce) {
  for (int at = 0; at < 10; ++at) tick({frozen(1), frozen(2, at)});
  for (int at = 0; at < 10; ++at) tick({frozen(1), frozen(3, at)});
  for (int at = 0; at < 10; ++at) tick({frozen(4), frozen(3, at)});
  EXPECT_EQ(findings().reopened, 2U);
  EXPECT_FALSE(findings().churn_is_fast);
}

TEST_F(ConnectionLogTest, SlowOpeningIsNoReopening) {
  for (int at = 1; at <= 10; ++at) tick(load(at, at));
  EXPECT_EQ(findings().reopened, 0U);
  EXPECT_EQ(findings().established_max, 10);
}

TEST_F(ConnectionLogTest, KnowsChurnThatIsFasterThanTheTicks) {
  for (std::uint64_t at = 0; at < 10; ++at) tick({frozen(2 * at + 1), frozen(2 * at + 2)});
  EXPECT_TRUE(findings().churn_is_fast);
  EXPECT_EQ(findings().reopened, 18U);
}

TEST_F(ConnectionLogTest, OneTrialConnectionIsNoChurn) {
  tick({frozen(77)});
  for (int at = 0; at < 10; ++at) tick(load(2, 2));
  EXPECT_FALSE(findings().churn_is_fast);
}

TEST_F(ConnectionLogTest, MeasuresAStallThatEnds) {
  for (int at = 0; at < 10; ++at) tick(load(2, 2));
  for (int at = 0; at < 8; ++at) tick({frozen(1, 10), frozen(2, 10)});  // the first is still news
  for (int at = 0; at < 10; ++at) tick(load(2, 2));
  tick({}, 0, false);
  EXPECT_NEAR(findings().longest_stall_s, 0.8, 1e-9);
  EXPECT_FALSE(findings().stalled_at_end);
}

TEST_F(ConnectionLogTest, PassesOverPausesBelowAQuarterOfASecond) {
  for (int round = 0; round < 5; ++round) {
    tick(load(2, 2));
    const auto still = load(2, 2);
    for (int at = 0; at < 3; ++at) tick(still);
  }
  EXPECT_EQ(findings().longest_stall_s, 0);
}

TEST_F(ConnectionLogTest, MeasuresAStallUpToTheEnd) {
  for (int at = 0; at < 10; ++at) tick(load(2, 2));
  for (int at = 0; at < 12; ++at) tick({frozen(1, 10), frozen(2, 10)});
  EXPECT_NEAR(findings().longest_stall_s, 1.2, 1e-9);
  EXPECT_TRUE(findings().stalled_at_end);
}

TEST_F(ConnectionLogTest, TheClientsEndIsNoProgress) {
  for (int at = 0; at < 10; ++at) tick(load(2, 2));
  for (int at = 0; at < 12; ++at) tick({frozen(1, 10), frozen(2, 10)});
  tick({frozen(2, 10)}, 0, false);
  tick({}, 0, false);
  EXPECT_TRUE(findings().stalled_at_end);
  EXPECT_EQ(findings().unconnected_at_end_s, 0);
}

TEST_F(ConnectionLogTest, CountsConnectionsThatFellSilent) {
  for (int at = 0; at < 30; ++at) {
    auto connections = load(3, 3);
    if (at >= 10) connections[0].bytes_acked = connections[1].bytes_acked = 10;
    tick(connections);
  }
  tick({}, 0, false);
  EXPECT_EQ(findings().silent_at_end, 2);
  EXPECT_EQ(findings().unserved, 0);
  EXPECT_EQ(findings().longest_stall_s, 0);
}

/// It is the server's way: one of them waited 1.2 s before, and was answered.
TEST_F(ConnectionLogTest, AnUnfairServerIsGivenTwiceItsLongestWait) {
  const auto with_silence_at_end = [&](int ticks) {
    log_ = {};
    ticks_ = 0;
    const int end = 30 + ticks;
    for (int at = 0; at < end; ++at) {
      auto connections = load(3, 3);
      if (at >= 10 && at < 22) connections[0].bytes_acked = 10;
      if (at >= 30) connections[1].bytes_acked = 30;
      tick(connections);
    }
    tick({}, 0, false);
    EXPECT_NEAR(findings().longest_wait_s, 1.3, 1e-9);
    return findings().silent_at_end;
  };
  EXPECT_EQ(with_silence_at_end(15), 0);
  // A probe that was not asked has not waited; load() gives the first connection this port.
  EXPECT_EQ(log_.finish(5, {40000}).silent_at_end, 1);
  EXPECT_EQ(with_silence_at_end(30), 1);
}

TEST_F(ConnectionLogTest, AConnectionSilentForLessThanASecondIsNotCounted) {
  for (int at = 0; at < 30; ++at) {
    auto connections = load(2, 2);
    if (at >= 21) connections[0].bytes_acked = 21;
    tick(connections);
  }
  EXPECT_EQ(findings().silent_at_end, 0);
}

TEST_F(ConnectionLogTest, ConnectionsThatComeAndGoAreProgress) {
  // A server that closes after each answer: nothing is ever acked while we look.
  for (std::uint64_t at = 1; at < 30; ++at) tick({frozen(at, 0)});
  EXPECT_EQ(findings().longest_stall_s, 0);
  EXPECT_FALSE(findings().stalled_at_end);
  EXPECT_EQ(findings().unserved, 0);
}

TEST_F(ConnectionLogTest, ATimeWithoutConnectionsIsAStallWhereTheyCameBack) {
  for (int at = 0; at < 10; ++at) tick(load(2, 2));
  for (int at = 0; at < 11; ++at) tick({});
  for (std::uint64_t at = 0; at < 10; ++at) tick({frozen(50, at)});
  EXPECT_NEAR(findings().longest_stall_s, 1.0, 1e-9);
  EXPECT_FALSE(findings().stalled_at_end);
}

TEST_F(ConnectionLogTest, ATimeWithoutConnectionsAtTheEndIsToldApart) {
  for (int at = 0; at < 10; ++at) tick(load(2, 2));
  for (int at = 0; at < 15; ++at) tick({});
  EXPECT_EQ(findings().longest_stall_s, 0);
  EXPECT_FALSE(findings().stalled_at_end);
  EXPECT_NEAR(findings().unconnected_at_end_s, 1.5, 1e-9);
}

TEST_F(ConnectionLogTest, ALoadThatNeverConnectedIsStalledAllAlong) {
  for (int at = 0; at < 20; ++at) tick({});
  EXPECT_EQ(findings().established_max, 0);
  EXPECT_TRUE(findings().stalled_at_end);
  EXPECT_NEAR(findings().longest_stall_s, 2.0, 1e-9);
  EXPECT_FALSE(findings().accept_queue_persisted);
}

TEST_F(ConnectionLogTest, ForgivesAFullAcceptQueueForTheFirst200Ms) {
  tick({}, 9);
  for (int at = 0; at < 2; ++at) tick(load(2, 2), 9);
  for (int at = 0; at < 8; ++at) tick(load(2, 2), at < 2 ? 1 : 0);
  EXPECT_DOUBLE_EQ(findings().accept_queue_persisted.value(), 0.25);
}

TEST_F(ConnectionLogTest, KnowsNothingOfTheAcceptQueueOfAShortLoad) {
  for (int at = 0; at < 2; ++at) tick(load(2, 2), 9);
  EXPECT_FALSE(findings().accept_queue_persisted);
}

}  // namespace
}  // namespace pacer
