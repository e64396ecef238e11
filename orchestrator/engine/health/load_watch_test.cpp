#include "engine/health/load_watch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "engine/health/environment.h"
#include "engine/health/memory_group.h"
#include "engine/health/socket_diag.h"
#include "engine/health/test_helpers.h"

namespace pacer {
namespace {

using testing::burn;
using testing::Channel;
using testing::connect_to;
using testing::eventually;
using testing::Guard;
using testing::own_cpu_s;
using testing::rest;
using testing::Socket;
using testing::spawn;
using testing::TestListener;

/// Answers "pong" to whatever comes on the first `served` connections.
void serve(const TestListener& listener, int served) {
  std::vector<Socket> accepted;
  while (true) {
    std::vector<pollfd> waiting{{listener.fd(), POLLIN, 0}};
    for (const auto& peer : accepted) waiting.push_back({peer.fd(), POLLIN, 0});
    poll(waiting.data(), waiting.size(), -1);
    for (std::size_t at = 1; at < waiting.size(); ++at) {
      if (waiting[at].revents == 0) continue;
      if (accepted[at - 1].hear().empty()) {
        accepted.erase(accepted.begin() + static_cast<std::ptrdiff_t>(at) - 1);
        break;
      }
      accepted[at - 1].say("pong");
    }
    if (waiting[0].revents == 0) continue;
    auto peer = listener.accept_one();
    if (static_cast<int>(accepted.size()) < served) {
      accepted.push_back(std::move(peer));
    } else {
      new Socket(std::move(peer));  // held open and never looked at again
    }
  }
}

/// A watch over two guards whose server listens; the test itself plays the client, and a resting
/// process stands for it.
class LoadWatchTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!SocketDiag().listeners()) GTEST_SKIP() << "this machine has no NETLINK_SOCK_DIAG";
  }
  void start(const std::function<void()>& server, int connections) {
    client_guard_ = std::make_unique<Guard>([] { rest(); });
    server_guard_ = std::make_unique<Guard>(server);
    ASSERT_TRUE(eventually([&] {
      return !descendants(client_guard_->pid()).empty() &&
             !descendants(server_guard_->pid()).empty();
    }));
    watch_ = std::make_unique<LoadWatch>(WatchedLoad{
        server_guard_->pid(), client_guard_->pid(), listener_.port(), connections, {}, {}});
  }
  /// Keeps the load going until the watch has looked so many times more.
  void load_for_ticks(const std::vector<Socket*>& clients, int ticks) {
    const int enough = watch_->ticks() + ticks;
    EXPECT_TRUE(eventually([&] {
      for (const auto* client : clients) {
        client->say("ping");
        EXPECT_EQ(client->hear(), "pong");
      }
      return watch_->ticks() >= enough;
    }));
  }

  TestListener listener_{"127.0.0.1", 4};
  std::unique_ptr<Guard> client_guard_;
  std::unique_ptr<Guard> server_guard_;
  std::unique_ptr<LoadWatch> watch_;
};

TEST_F(LoadWatchTest, SeesAHealthyLoad) {
  start([&] { serve(listener_, 4); }, 2);
  auto first = connect_to(listener_.port());
  auto second = connect_to(listener_.port());
  load_for_ticks({&first, &second}, 10);
  const auto seen = watch_->finish();
  EXPECT_EQ(seen.established_max, 2);
  EXPECT_EQ(seen.unserved, 0);
  EXPECT_EQ(seen.connections_reopened, 0U);
  EXPECT_TRUE(seen.reopened_is_exact);
  EXPECT_EQ(seen.stalled_at_end, false);
  EXPECT_EQ(seen.longest_stall_s, 0.0);
  EXPECT_EQ(seen.accept_queue_persisted, 0.0);
  EXPECT_GT(seen.server_cpu_s.value(), 0);
  EXPECT_FALSE(seen.server_cpu_is_lower_bound);
  const auto& track = seen.server_cpu_track;
  ASSERT_EQ(track.size(), static_cast<std::size_t>(seen.ticks));
  EXPECT_TRUE(std::is_sorted(track.begin(), track.end(), [](const auto& a, const auto& b) {
    return a.at_s < b.at_s || a.cpu_s < b.cpu_s;
  }));
  EXPECT_LE(track.back().cpu_s - track.front().cpu_s, seen.server_cpu_s.value() + 1e-3);
  EXPECT_EQ(seen.server_processes_max, 1);
  EXPECT_GT(seen.server_rss_peak_bytes, 0U);
  EXPECT_GT(seen.server_pss_bytes.value(), 0U);
  EXPECT_EQ(seen.server_stray_cpus, CpuSet{});
  EXPECT_GT(seen.wall_s, 0);
  EXPECT_GE(seen.ticks, 10);
}

TEST(LoadWatchMemory, WeighsTheServersGroupAndNotAnEmptyOne) {
  const auto group = MemoryGroup::make();
  if (!group) GTEST_SKIP() << "no control group can be made here";
  Command command;
  command.argv = {"sleep", "1000"};
  command.group_entrance = group->entrance();
  const ProcessTree tree(command);
  const auto weighed = [&](MemoryGroup* memory) {
    WatchedLoad load;
    load.server_guard = tree.guard_pid();
    load.server_memory = memory;
    return LoadWatch(load).finish();
  };
  const auto seen = weighed(group.get());
  EXPECT_EQ(seen.server_group_version, group->version());
  EXPECT_GT(seen.server_group_peak_bytes.value(), 0U);
  EXPECT_GT(seen.server_rss_peak_bytes, 0U);
  // A server that could not enter its group is not said to need nothing.
  const auto empty = MemoryGroup::make();
  EXPECT_FALSE(weighed(empty.get()).server_group_peak_bytes);
  EXPECT_FALSE(weighed(nullptr).server_group_peak_bytes);
}

TEST_F(LoadWatchTest, FindsConnectionsThatAreNeverServed) {
  start([&] { serve(listener_, 1); }, 4);
  auto served = connect_to(listener_.port());
  load_for_ticks({&served}, 1);  // it is the first
  std::vector<Socket> unserved;
  for (int at = 0; at < 3; ++at) {
    unserved.push_back(connect_to(listener_.port()));
    unserved.back().say("ping");
  }
  load_for_ticks({&served}, 12);
  const auto seen = watch_->finish();
  EXPECT_EQ(seen.established_max, 4);
  EXPECT_EQ(seen.unserved, 3);
  EXPECT_EQ(seen.longest_stall_s, 0.0);
}

TEST_F(LoadWatchTest, FindsAnAcceptQueueThatStaysFull) {
  start([] { rest(); }, 3);
  std::vector<Socket> clients;
  clients.reserve(3);
  for (int at = 0; at < 3; ++at) clients.push_back(connect_to(listener_.port()));
  load_for_ticks({}, 14);
  const auto seen = watch_->finish();
  EXPECT_EQ(seen.accept_queue_persisted, 1.0);
  EXPECT_EQ(seen.established_max, 3);
  EXPECT_EQ(seen.unserved, 3);
  EXPECT_EQ(seen.stalled_at_end, true);
}

TEST_F(LoadWatchTest, CountsTheOneConnectionThatWasReopened) {
  start([&] { serve(listener_, 4); }, 2);
  auto first = connect_to(listener_.port());
  auto second = connect_to(listener_.port());
  load_for_ticks({&first, &second}, 3);
  second = Socket();
  load_for_ticks({&first}, 2);
  second = connect_to(listener_.port());
  load_for_ticks({&first, &second}, 3);
  const auto seen = watch_->finish();
  EXPECT_EQ(seen.connections_reopened, 1U);
  EXPECT_TRUE(seen.reopened_is_exact);
}

TEST_F(LoadWatchTest, CountsFastChurnByTheMachinesCounter) {
  start([&] { serve(listener_, 4); }, 1);
  std::uint64_t opened = 0;
  Socket last;  // one is always open, none for long
  const int enough = watch_->ticks() + 10;
  EXPECT_TRUE(eventually([&] {
    auto client = connect_to(listener_.port());
    ++opened;
    client.say("ping");
    EXPECT_EQ(client.hear(), "pong");
    last = std::move(client);
    return watch_->ticks() >= enough;
  }));
  const auto seen = watch_->finish();
  EXPECT_FALSE(seen.reopened_is_exact);
  EXPECT_GE(seen.connections_reopened.value(), opened - 1);
}

TEST_F(LoadWatchTest, MeasuresAStallThatLastsToTheEnd) {
  start([&] { serve(listener_, 4); }, 1);
  auto client = connect_to(listener_.port());
  load_for_ticks({&client}, 3);
  kill(descendants(server_guard_->pid()).front(), SIGSTOP);
  client.say("ping");
  load_for_ticks({}, 15);
  kill(descendants(client_guard_->pid()).front(), SIGKILL);
  ASSERT_TRUE(eventually([&] { return descendants(client_guard_->pid()).empty(); }));
  client = Socket();  // as the client's end would do
  load_for_ticks({}, 2);
  const auto seen = watch_->finish();
  EXPECT_EQ(seen.stalled_at_end, true);
  EXPECT_GE(seen.longest_stall_s.value(), 1.0);
  EXPECT_LE(seen.longest_stall_s.value(), seen.wall_s);
  EXPECT_EQ(seen.unserved, 0);
}

TEST_F(LoadWatchTest, CountsTheCpuOfTheWholeTreeAndOfTheClientApart) {
  const Channel start_burning;
  const Channel used;
  client_guard_ = std::make_unique<Guard>([&] {
    burn(0.05);
    rest();
  });
  server_guard_ = std::make_unique<Guard>([&] {
    used.put(getpid());
    start_burning.get();
    spawn([&] {
      burn(0.15);
      used.put(own_cpu_s());
    });
    wait(nullptr);
    burn(0.05);
    used.put(own_cpu_s());
    rest();
  });
  used.get();
  LoadWatch watch({server_guard_->pid(), client_guard_->pid(), listener_.port(), 1, {}, {}});
  start_burning.put(1);
  const double used_s = used.get() + used.get();
  const auto seen = watch.finish();
  EXPECT_NEAR(seen.server_cpu_s.value(), used_s, 0.025);
  EXPECT_LE(seen.client_cpu_s.value(), 0.06);
  EXPECT_FALSE(seen.server_cpu_is_lower_bound);
  const double offered_s = seen.wall_s * static_cast<double>(allowed_cpus().size());
  EXPECT_GE(seen.server_cpus.busy_share * offered_s, used_s - 0.05);
}

TEST_F(LoadWatchTest, CountsAllThatAClientUsesWhichIsStartedLater) {
  const Channel used;
  const Guard server([] { rest(); });
  LoadWatch watch({server.pid(), 0, listener_.port(), 1, {}, {}});
  const Guard client([&] {
    burn(0.1);
    used.put(own_cpu_s());
    rest();
  });
  const double used_s = used.get();
  watch.client_started(client.pid());
  const auto seen = watch.finish();
  EXPECT_NEAR(seen.client_cpu_s.value(), used_s, 0.01);
  EXPECT_GE(seen.client_cpu_s.value(), 0.1);
}

TEST_F(LoadWatchTest, SaysNothingOfAClientThatNeverStarted) {
  const Guard server([] { rest(); });
  LoadWatch watch({server.pid(), 0, listener_.port(), 1, {}, {}});
  EXPECT_FALSE(watch.finish().client_cpu_s);
}

TEST_F(LoadWatchTest, NamesProcessesThatCameAndWent) {
  const Channel go;
  const Channel told;
  start(
      [&] {
        go.get();
        const auto child = spawn([&] { go.get(); });
        told.put(child);
        waitpid(child, nullptr, 0);
        told.put(0);
        rest();
      },
      1);
  go.put(1);
  const auto child = static_cast<pid_t>(told.get());
  load_for_ticks({}, 12);  // a new process is noticed within a second
  go.put(1);
  EXPECT_EQ(told.get(), 0);
  const auto seen = watch_->finish();
  EXPECT_EQ(seen.server_appeared, std::vector<pid_t>{child});
  EXPECT_EQ(seen.server_vanished, std::vector<pid_t>{child});
  EXPECT_EQ(seen.server_processes_max, 2);
}

TEST_F(LoadWatchTest, NoticesAServerThatLeavesItsCpus) {
  const auto cpus = allowed_cpus();
  if (cpus.size() < 2) GTEST_SKIP() << "one CPU only";
  const Guard client([] { rest(); });
  const Guard server([] { rest(); });
  ASSERT_TRUE(eventually([&] { return !descendants(server.pid()).empty(); }));
  LoadWatch watch({server.pid(), client.pid(), listener_.port(), 1, {cpus[0]}, {cpus[1]}});
  EXPECT_EQ(watch.finish().server_stray_cpus, CpuSet(cpus.begin() + 1, cpus.end()));
}

TEST_F(LoadWatchTest, LeavesOutWhatAMissingGuardWouldHaveTold) {
  const auto gone = spawn([] {});
  waitpid(gone, nullptr, 0);
  LoadWatch watch({gone, gone, listener_.port(), 1, {}, {}});
  const auto seen = watch.finish();
  EXPECT_FALSE(seen.server_cpu_s);
  EXPECT_FALSE(seen.client_cpu_s);
  EXPECT_FALSE(seen.server_cpus.foreign_share);
  EXPECT_EQ(seen.server_processes_max, 0);
  EXPECT_EQ(seen.established_max, 0);
}

TEST_F(LoadWatchTest, EndsItsThreadWithoutFinish) {
  start([] { rest(); }, 1);
  watch_.reset();
  SUCCEED();
}

}  // namespace
}  // namespace pacer
