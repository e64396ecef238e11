#include "engine/health/port_owner.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/health/test_helpers.h"

namespace pacer {
namespace {

using testing::Channel;
using testing::eventually;
using testing::Guard;
using testing::rest;
using testing::spawn;
using testing::TestListener;

TEST(ListenersOn, NamesALikelyOwner) {
  const TestListener listener;
  const auto found = listeners_on(listener.port(), {getpid()});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].address, "127.0.0.1");
  EXPECT_EQ(found[0].port, listener.port());
  EXPECT_EQ(found[0].pids, std::vector<pid_t>{getpid()});
  EXPECT_FALSE(found[0].all_addresses);
  EXPECT_FALSE(found[0].ipv6_only);
}

TEST(ListenersOn, FindsAStrangerInTheWholeOfProc) {
  const Channel told;
  const Guard guard([&] {
    const TestListener listener;
    told.put(getpid());
    told.put(listener.port());
    rest();
  });
  const auto stranger = static_cast<pid_t>(told.get());
  const auto found = listeners_on(static_cast<int>(told.get()), {getpid()});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].pids, std::vector<pid_t>{stranger});
}

TEST(ListenersOn, NamesEveryProcessThatSharesTheSocket) {
  const Channel told;
  const TestListener listener;
  const Guard guard([&] {
    spawn([&] {
      told.put(getpid());
      rest();
    });
    told.put(getpid());
    rest();
  });
  std::vector<pid_t> holders{getpid(), static_cast<pid_t>(told.get()),
                             static_cast<pid_t>(told.get()), guard.pid()};
  std::sort(holders.begin(), holders.end());
  const auto found = listeners_on(listener.port(), holders);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].pids, holders);
}

TEST(ListenersOn, IsEmptyWhereNobodyListens) {
  int port = 0;
  {
    const TestListener listener;
    port = listener.port();
  }
  EXPECT_TRUE(listeners_on(port, {}).empty());
}

TEST(ListenersOn, TellsWhoCanBeReached) {
  const TestListener all("0.0.0.0");
  EXPECT_TRUE(listeners_on(all.port(), {getpid()}).at(0).all_addresses);
  const TestListener dual("::");
  if (dual.fd() < 0) GTEST_SKIP() << "no IPv6 here";
  EXPECT_TRUE(listeners_on(dual.port(), {getpid()}).at(0).all_addresses);
  EXPECT_FALSE(listeners_on(dual.port(), {getpid()}).at(0).ipv6_only);
  const TestListener loopback6("::1");
  if (loopback6.fd() < 0) GTEST_SKIP() << "no IPv6 loopback here";
  EXPECT_EQ(listeners_on(loopback6.port(), {getpid()}).at(0).address, "::1");
  EXPECT_TRUE(listeners_on(loopback6.port(), {getpid()}).at(0).ipv6_only);
  EXPECT_FALSE(listeners_on(loopback6.port(), {getpid()}).at(0).all_addresses);
}

TEST(ListenersOf, FindsEveryPortOfATreeAndNoOther) {
  const TestListener own;
  const Channel told;
  const Guard guard([&] {
    close(own.fd());
    const TestListener one;
    const TestListener two;
    told.put(getpid());
    told.put(one.port());
    told.put(two.port());
    rest();
  });
  const auto pid = static_cast<pid_t>(told.get());
  std::vector<int> wanted{static_cast<int>(told.get()), static_cast<int>(told.get())};
  std::vector<int> ports;
  for (const auto& listener : listeners_of({pid})) {
    ports.push_back(listener.port);
    EXPECT_EQ(listener.pids, std::vector<pid_t>{pid});
  }
  std::sort(wanted.begin(), wanted.end());
  std::sort(ports.begin(), ports.end());
  EXPECT_EQ(ports, wanted);
  EXPECT_TRUE(listeners_of({}).empty());
}

TEST(DescribeProcess, ShowsTheCommand) {
  const Channel told;
  const Guard guard([&] {
    told.put(getpid());
    execl("/bin/sh", "sh", "-c", "kill -STOP $$", "two\nlines", std::string(200, 'x').c_str(),
          nullptr);
  });
  const auto pid = static_cast<pid_t>(told.get());
  ASSERT_TRUE(eventually([&] { return read_stat(pid)->state == 'T'; }));
  const auto text = describe_process(pid);
  EXPECT_EQ(text, "pid " + std::to_string(pid) + " (sh -c kill -STOP $$ two?lines " +
                      std::string(47, 'x') + "...)");
}

TEST(DescribeProcess, SaysWhereItHasEnded) {
  const auto pid = spawn([] {});
  waitpid(pid, nullptr, 0);
  EXPECT_EQ(describe_process(pid), "pid " + std::to_string(pid) + " (ended)");
}

}  // namespace
}  // namespace pacer
