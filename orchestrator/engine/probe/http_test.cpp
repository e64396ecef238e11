#include "engine/probe/http.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <thread>

namespace pacer {
namespace {

constexpr auto kLimit = std::chrono::seconds(20);
/// More than the buffers of both ends hold.
constexpr std::size_t kLong = 12u << 20;

/// Answers one request at length, and only then reads it.
class AnswersFirst {
 public:
  AnswersFirst() : listener_(socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    bind(listener_, reinterpret_cast<sockaddr*>(&address), size);
    listen(listener_, 1);
    getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
    thread_ = std::jthread([this] { serve(); });
  }
  ~AnswersFirst() {
    shutdown(listener_, SHUT_RDWR);
    thread_.join();
    close(listener_);
  }
  int port() const { return port_; }

 private:
  void serve() const {
    const int connection = accept(listener_, nullptr, nullptr);
    std::string rest = "HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(kLong) + "\r\n\r\n" +
                       std::string(kLong, 'y');
    while (!rest.empty()) {
      const auto n = ::send(connection, rest.data(), rest.size(), MSG_NOSIGNAL);
      if (n <= 0) break;
      rest.erase(0, static_cast<std::size_t>(n));
    }
    char chunk[65536];
    while (recv(connection, chunk, sizeof chunk, 0) > 0) {
    }
    close(connection);
  }

  int listener_;
  int port_ = 0;
  std::jthread thread_;
};

TEST(ProbeConnection, AnAnswerMayComeBeforeALongRequestIsSent) {
  AnswersFirst server;
  ProbeConnection connection("127.0.0.1", server.port(), monotonic_now() + kLimit);
  connection.send_long(std::string(kLong, 'x'), monotonic_now() + kLimit);
  const auto response = connection.receive(monotonic_now() + kLimit);
  EXPECT_EQ(response.body, std::string(kLong, 'y'));
}

}  // namespace
}  // namespace pacer
