#include "engine/health/socket_diag.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/health/proc_file.h"
#include "engine/health/test_helpers.h"

namespace pacer {
namespace {

using testing::connect_to;
using testing::eventually;
using testing::Socket;
using testing::TestListener;

int peer_port(const Socket& client) {
  testing::Address address;
  getsockname(client.fd(), address.get(), &address.size);
  return address.port();
}

class SocketDiagTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!diag_.listeners()) GTEST_SKIP() << "this machine has no NETLINK_SOCK_DIAG";
  }
  std::vector<ServerConnection> connections(int port, int family = AF_INET) {
    std::vector<ServerConnection> found;
    EXPECT_TRUE(diag_.add_connections(family, port, found));
    return found;
  }
  SocketDiag diag_;
};

TEST_F(SocketDiagTest, FindsAListenerWithItsAcceptQueue) {
  const TestListener listener;
  auto found = diag_.listeners(listener.port());
  ASSERT_EQ(found->size(), 1U);
  EXPECT_EQ(found->front().address, "127.0.0.1");
  EXPECT_EQ(found->front().port, listener.port());
  EXPECT_FALSE(found->front().ipv6);
  EXPECT_EQ(found->front().uid, getuid());
  EXPECT_GT(found->front().inode, 0U);
  EXPECT_EQ(found->front().accept_queue, 0U);

  const auto first = connect_to(listener.port());
  const auto second = connect_to(listener.port());
  ASSERT_TRUE(
      eventually([&] { return diag_.listeners(listener.port())->front().accept_queue == 2; }));
  const auto accepted = listener.accept_one();
  EXPECT_EQ(diag_.listeners(listener.port())->front().accept_queue, 1U);
}

TEST_F(SocketDiagTest, TellsWhichConnectionWasAnswered) {
  const TestListener listener;
  const auto quiet = connect_to(listener.port());
  const auto served = connect_to(listener.port());
  const auto quiet_server = listener.accept_one();
  const auto served_server = listener.accept_one();
  served.say("ask");
  const auto before = connections(listener.port());
  ASSERT_EQ(before.size(), 2U);
  for (const auto& connection : before) {
    EXPECT_TRUE(connection.established);
    EXPECT_FALSE(connection.answered);
    EXPECT_EQ(connection.bytes_acked, 0U);
  }
  served_server.say("hello");
  EXPECT_EQ(served.hear(), "hello");
  ASSERT_TRUE(eventually([&] {
    const auto now = connections(listener.port());
    return std::any_of(now.begin(), now.end(), [&](const ServerConnection& connection) {
      return connection.peer_port == peer_port(served) && connection.answered &&
             connection.bytes_acked == 5;
    });
  }));
  for (const auto& connection : connections(listener.port())) {
    EXPECT_EQ(connection.answered, connection.peer_port == peer_port(served));
  }
}

TEST_F(SocketDiagTest, CookiesNameAConnectionForAllItsLife) {
  const TestListener listener;
  const auto client = connect_to(listener.port());
  const auto waiting = connections(listener.port());
  const auto server = listener.accept_one();
  const auto accepted = connections(listener.port());
  ASSERT_EQ(waiting.size(), 1U);
  ASSERT_EQ(accepted.size(), 1U);
  EXPECT_EQ(waiting[0].cookie, accepted[0].cookie);
  const auto other = connect_to(listener.port());
  const auto both = connections(listener.port());
  ASSERT_EQ(both.size(), 2U);
  EXPECT_NE(both[0].cookie, both[1].cookie);
}

TEST_F(SocketDiagTest, ListsNeitherTheClientsEndNorClosedConnections) {
  const TestListener listener;
  {
    const auto client = connect_to(listener.port());
    const auto server = listener.accept_one();
    EXPECT_TRUE(connections(peer_port(client)).size() == 1);  // the client's end is under its port
    EXPECT_EQ(connections(listener.port()).size(), 1U);
  }
  EXPECT_TRUE(eventually([&] { return connections(listener.port()).empty(); }));
}

TEST_F(SocketDiagTest, SeesIpv4ClientsOfADualStackListener) {
  const TestListener listener("::");
  if (listener.fd() < 0) GTEST_SKIP() << "no IPv6 here";
  const auto found = diag_.listeners(listener.port());
  ASSERT_EQ(found->size(), 1U);
  EXPECT_EQ(found->front().address, "::");
  EXPECT_TRUE(found->front().ipv6);
  EXPECT_FALSE(found->front().v6_only);
  const auto client = connect_to(listener.port(), "127.0.0.1");
  EXPECT_EQ(connections(listener.port(), AF_INET6).size(), 1U);
  EXPECT_EQ(connections(listener.port(), AF_INET).size(), 0U);
}

TEST_F(SocketDiagTest, ShowsAMappedAddressAsIpv4) {
  const TestListener listener("::ffff:127.0.0.1");
  if (listener.fd() < 0) GTEST_SKIP() << "no IPv6 here";
  const auto found = diag_.listeners(listener.port());
  ASSERT_EQ(found->size(), 1U);
  EXPECT_EQ(found->front().address, "127.0.0.1");
  EXPECT_TRUE(found->front().ipv6);
}

TEST_F(SocketDiagTest, AgreesWithProcNetTcp) {
  const TestListener listener;
  const auto client = connect_to(listener.port());
  const auto by_kernel = diag_.listeners(listener.port())->front();
  const auto by_text =
      parse_proc_net_tcp(read_small_file("/proc/net/tcp").value(), false, listener.port());
  ASSERT_EQ(by_text.size(), 1U);
  EXPECT_EQ(by_text[0].address, by_kernel.address);
  EXPECT_EQ(by_text[0].port, by_kernel.port);
  EXPECT_EQ(by_text[0].inode, by_kernel.inode);
  EXPECT_EQ(by_text[0].uid, by_kernel.uid);
  EXPECT_EQ(by_text[0].accept_queue, 1U);
}

TEST_F(SocketDiagTest, ReadsMoreConnectionsThanOneAnswerHolds) {
  const TestListener listener("127.0.0.1", 512);
  std::vector<Socket> clients;
  clients.reserve(300);
  for (int at = 0; at < 300; ++at) clients.push_back(connect_to(listener.port()));
  EXPECT_EQ(connections(listener.port()).size(), 300U);
}

TEST(ParseProcNetTcp, ReadsListenersOnly) {
  constexpr const char* kText =
      "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout "
      "inode\n"
      "   0: 0100007F:1F90 00000000:0000 0A 00000000:00000003 00:00000000 00000000  1000        0 "
      "4711 1 ffff 100 0 0 10 0\n"
      "   1: 0100007F:1F90 0100007F:9C40 01 00000000:00000000 00:00000000 00000000  1000        0 "
      "4712 1 ffff 100 0 0 10 0\n"
      "   2: 00000000:0050 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 "
      "99 1 ffff 100 0 0 10 0\n";
  const auto all = parse_proc_net_tcp(kText, false);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].address, "127.0.0.1");
  EXPECT_EQ(all[0].port, 8080);
  EXPECT_EQ(all[0].uid, 1000U);
  EXPECT_EQ(all[0].inode, 4711U);
  EXPECT_EQ(all[0].accept_queue, 3U);
  EXPECT_EQ(all[1].address, "0.0.0.0");
  EXPECT_EQ(parse_proc_net_tcp(kText, false, 80).size(), 1U);
  const auto v6 = parse_proc_net_tcp(
      "   0: 00000000000000000000000001000000:1F90 00000000000000000000000000000000:0000 0A "
      "00000000:00000000 00:00000000 00000000     0        0 12 1 ffff 100 0 0 10 0\n",
      true);
  ASSERT_EQ(v6.size(), 1U);
  EXPECT_EQ(v6[0].address, "::1");
}

TEST(ParsePassiveOpens, FindsItsColumnByName) {
  EXPECT_EQ(parse_passive_opens("Ip: Forwarding DefaultTTL\nIp: 1 64\n"
                                "Tcp: RtoAlgorithm ActiveOpens PassiveOpens\nTcp: 1 20 7\n")
                .value(),
            7U);
  EXPECT_EQ(parse_passive_opens("Tcp: RtoAlgorithm PassiveOpens ActiveOpens\nTcp: 1 30 20\n"), 30U);
  EXPECT_FALSE(parse_passive_opens("Tcp: RtoAlgorithm ActiveOpens\nTcp: 1 20\n"));
  EXPECT_FALSE(parse_passive_opens(""));
}

TEST(ReadPassiveOpens, CountsAConnectionThatWasOpened) {
  const TestListener listener;
  const auto before = read_passive_opens().value();
  const auto client = connect_to(listener.port());
  EXPECT_TRUE(eventually([&] { return read_passive_opens().value() > before; }));
}

}  // namespace
}  // namespace pacer
