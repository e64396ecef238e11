#include "ceiling/server.h"

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <ctime>
#include <functional>
#include <thread>
#include <utility>

namespace pacer::ceiling {
namespace {

using namespace std::string_literals;
using namespace std::chrono_literals;

const auto kGet = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"s;
constexpr int kPatience_ms = 10'000;

bool eventually(const std::function<bool()>& happened) {
  const auto deadline = std::chrono::steady_clock::now() + 10s;
  while (!happened()) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    poll(nullptr, 0, 1);
  }
  return true;
}

class Client {
 public:
  explicit Client(int port, int receive_buffer = 0) : fd_(socket(AF_INET, SOCK_STREAM, 0)) {
    if (receive_buffer > 0) {
      setsockopt(fd_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof(receive_buffer));
    }
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    connected_ = connect(fd_, reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 0;
  }
  ~Client() {
    if (fd_ >= 0) close(fd_);
  }
  Client(Client&& other) noexcept
      : fd_(std::exchange(other.fd_, -1)), connected_(other.connected_) {}
  Client& operator=(Client&& other) noexcept {
    std::swap(fd_, other.fd_);
    std::swap(connected_, other.connected_);
    return *this;
  }

  bool connected() const { return connected_; }
  int fd() const { return fd_; }
  void say(const std::string& text) const {
    for (std::size_t sent = 0; sent < text.size();) {
      const auto size = send(fd_, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
      if (size < 0) return;
      sent += static_cast<std::size_t>(size);
    }
  }
  void finish_saying() const { shutdown(fd_, SHUT_WR); }
  /// Reads until the text holds `count` of `what`, the end of the stream, or ten silent seconds.
  std::string hear(const std::string& what, std::size_t count = 1) const {
    std::string text;
    for (std::size_t found = 0, at = 0; found < count;) {
      if (!append_more(text)) return text;
      for (auto next = text.find(what, at); next != std::string::npos; next = text.find(what, at)) {
        ++found;
        at = next + what.size();
      }
    }
    return text;
  }
  std::string hear_to_end() const {
    std::string text;
    while (append_more(text)) {
    }
    return text;
  }

 private:
  bool append_more(std::string& text) const {
    pollfd waiting{fd_, POLLIN, 0};
    char buffer[65536];
    if (poll(&waiting, 1, kPatience_ms) != 1) return false;
    const auto size = recv(fd_, buffer, sizeof(buffer), 0);
    if (size <= 0) return false;
    text.append(buffer, static_cast<std::size_t>(size));
    return true;
  }
  int fd_;
  bool connected_ = false;
};

std::size_t count_of(const std::string& text, const std::string& what) {
  std::size_t count = 0;
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + what.size())) {
    ++count;
  }
  return count;
}

class ServerTest : public ::testing::Test {
 protected:
  void start(int threads) {
    server_ = std::make_unique<Server>("127.0.0.1", 0, threads);
    acceptor_ = std::thread([this] { server_->run(stop_fd_); });
  }
  void TearDown() override {
    const std::uint64_t one = 1;
    ASSERT_EQ(write(stop_fd_, &one, sizeof(one)), static_cast<ssize_t>(sizeof(one)));
    if (acceptor_.joinable()) acceptor_.join();
    server_.reset();
    close(stop_fd_);
  }
  Client client() const { return Client(server_->port()); }

  int stop_fd_ = eventfd(0, EFD_CLOEXEC);
  std::unique_ptr<Server> server_;
  std::thread acceptor_;
};

TEST_F(ServerTest, AnswersAndKeepsTheConnection) {
  start(1);
  const auto peer = client();
  for (int at = 0; at < 3; ++at) {
    peer.say(kGet);
    const auto text = peer.hear("Hello, World!");
    EXPECT_TRUE(text.starts_with("HTTP/1.1 200 OK\r\n"));
    EXPECT_TRUE(text.ends_with("\r\n\r\nHello, World!"));
  }
}

TEST_F(ServerTest, CountsOverAllThreads) {
  start(2);
  const auto one = client();
  const auto other = client();
  for (const auto* peer : {&one, &other}) {
    peer->say(kGet + kGet + "GET /x HTTP/1.1\r\n\r\n");
    peer->hear("Content-Length: 0\r\n\r\n");
  }
  one.say("GET /count HTTP/1.1\r\n\r\n");
  const auto line = "\r\n\r\n" + std::to_string(getpid()) + " 4\n";
  EXPECT_TRUE(one.hear(line).ends_with(line));
}

TEST_F(ServerTest, SpreadsConnectionsEvenly) {
  start(4);
  std::vector<Client> clients;
  clients.reserve(64);
  for (int at = 0; at < 64; ++at) clients.push_back(client());
  EXPECT_TRUE(eventually([&] { return server_->connections() == std::vector<int>(4, 16); }));
  clients.erase(clients.begin(), clients.begin() + 13);
  ASSERT_TRUE(eventually([&] {
    const auto counts = server_->connections();
    return counts[0] + counts[1] + counts[2] + counts[3] == 51;
  }));
  for (int at = 0; at < 13; ++at) clients.push_back(client());
  EXPECT_TRUE(eventually([&] { return server_->connections() == std::vector<int>(4, 16); }));
}

TEST_F(ServerTest, AnswersPipelinedRequestsInOrder) {
  start(1);
  const auto peer = client();
  peer.say(kGet + "GET /nowhere HTTP/1.1\r\n\r\n" + kGet + "POST / HTTP/1.1\r\n\r\n" +
           "GET / HTTP/1.1\r\nConnection: close\r\n\r\n");
  const auto text = peer.hear_to_end();
  const auto first = text.find("200 OK");
  const auto second = text.find("404 Not Found");
  const auto third = text.find("200 OK", second);
  const auto fourth = text.find("405 Method Not Allowed");
  const auto fifth = text.find("200 OK", fourth);
  EXPECT_LT(first, second);
  EXPECT_LT(second, third);
  EXPECT_LT(third, fourth);
  EXPECT_LT(fourth, fifth);
  EXPECT_NE(fifth, std::string::npos);
  EXPECT_EQ(count_of(text, "Hello, World!"), 3U);
}

TEST_F(ServerTest, TakesARequestThatComesByteByByte) {
  start(1);
  const auto peer = client();
  const int on = 1;
  setsockopt(peer.fd(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
  for (const char letter : kGet + kGet) peer.say(std::string(1, letter));
  EXPECT_EQ(count_of(peer.hear("Hello, World!", 2), "HTTP/1.1 200"), 2U);
}

TEST_F(ServerTest, SkipsBodies) {
  start(1);
  const auto peer = client();
  const std::string body(300'000, 'b');
  peer.say("GET / HTTP/1.1\r\nContent-Length: 300000\r\n\r\n" + body + kGet);
  EXPECT_EQ(count_of(peer.hear("Hello, World!", 2), "HTTP/1.1 200"), 2U);
}

TEST_F(ServerTest, ClosesWhereAsked) {
  start(1);
  const auto peer = client();
  peer.say("GET / HTTP/1.1\r\nConnection: close\r\n\r\n");
  EXPECT_NE(peer.hear_to_end().find("\r\nConnection: close\r\n"), std::string::npos);
  EXPECT_TRUE(eventually([&] { return server_->connections() == std::vector<int>{0}; }));
}

TEST_F(ServerTest, AnswersAClientThatHasFinishedSending) {
  start(1);
  const auto peer = client();
  peer.say(kGet + kGet);
  peer.finish_saying();
  EXPECT_EQ(count_of(peer.hear_to_end(), "Hello, World!"), 2U);
}

TEST_F(ServerTest, RefusesGarbageAndAHeadThatIsTooLong) {
  start(1);
  for (const auto& wrong :
       {"GARBAGE\r\n\r\n"s, "GET / HTTP/1.1\r\nX: " + std::string(200'000, 'x')}) {
    const auto peer = client();
    peer.say(wrong);
    const auto text = peer.hear_to_end();
    EXPECT_TRUE(text.starts_with("HTTP/1.1 400 Bad Request\r\n"));
    EXPECT_TRUE(text.ends_with("\r\n\r\n"));
  }
  EXPECT_TRUE(eventually([&] { return server_->connections() == std::vector<int>{0}; }));
}

TEST_F(ServerTest, WaitsForAClientThatDoesNotRead) {
  start(1);
  const Client slow(server_->port(), 4096);
  constexpr std::size_t kRequests = 100'000;
  std::string requests;
  for (std::size_t at = 0; at < kRequests; ++at) requests += "GET / HTTP/1.1\r\n\r\n";
  std::thread sender([&] { slow.say(requests); });
  const auto quick = client();  // nobody else has to wait for it
  quick.say(kGet);
  EXPECT_NE(quick.hear("Hello, World!").find("200 OK"), std::string::npos);
  const auto text = slow.hear("Hello, World!", kRequests);
  sender.join();
  EXPECT_EQ(count_of(text, "HTTP/1.1 200 OK\r\n"), kRequests);
  EXPECT_TRUE(text.ends_with("Hello, World!"));
}

TEST_F(ServerTest, SendsEachAnswerAtOnce) {
  start(1);
  const auto peer = client();
  ASSERT_TRUE(eventually([&] { return server_->connections() == std::vector<int>{1}; }));
  // Accepted sockets inherit TCP_NODELAY: look at every descriptor of this process.
  bool found = false;
  for (int fd = 3; fd < 256; ++fd) {
    sockaddr_in own{};
    socklen_t size = sizeof(own);
    int listening = 0;
    socklen_t flag_size = sizeof(listening);
    if (getsockname(fd, reinterpret_cast<sockaddr*>(&own), &size) != 0) continue;
    if (ntohs(own.sin_port) != server_->port()) continue;
    getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listening, &flag_size);
    if (listening != 0) continue;
    int no_delay = 0;
    flag_size = sizeof(no_delay);
    getsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &no_delay, &flag_size);
    EXPECT_NE(no_delay, 0);
    found = true;
  }
  EXPECT_TRUE(found);
}

TEST(Server, SaysWhyItCannotListen) {
  const Server first("127.0.0.1", 0, 1);
  const auto port = std::to_string(first.port());
  try {
    const Server second("127.0.0.1", first.port(), 1);
    FAIL() << "two servers on one port";
  } catch (const std::runtime_error& error) {
    EXPECT_EQ(error.what(), "cannot listen on 127.0.0.1:" + port + ": Address already in use"s);
  }
}

TEST(Server, RefusesConnectionsBeyondItsDescriptorsWithoutSpinning) {
  int told[2];
  ASSERT_EQ(pipe(told), 0);
  const auto pid = fork();
  ASSERT_GE(pid, 0);
  if (pid == 0) {
    Server server("127.0.0.1", 0, 1);
    rlimit files{};
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = static_cast<rlim_t>(dup(told[1])) + 4;  // room for some three more
    setrlimit(RLIMIT_NOFILE, &files);
    const int port = server.port();
    [[maybe_unused]] const auto written = write(told[1], &port, sizeof(port));
    server.run(-1);
    _exit(0);
  }
  int port = 0;
  ASSERT_EQ(read(told[0], &port, sizeof(port)), static_cast<ssize_t>(sizeof(port)));
  std::vector<Client> clients;
  clients.reserve(20);
  for (int at = 0; at < 20; ++at) clients.emplace_back(port);
  int served = 0;
  for (const auto& peer : clients) {
    peer.say(kGet);
    if (!peer.hear("Hello, World!").empty()) ++served;
  }
  EXPECT_GE(served, 1);
  EXPECT_LT(served, 20);
  clockid_t clock{};
  ASSERT_EQ(clock_getcpuclockid(pid, &clock), 0);
  const auto cpu_ns = [&] {
    timespec time{};
    clock_gettime(clock, &time);
    return time.tv_sec * 1'000'000'000L + time.tv_nsec;
  };
  // A server that spins would use a CPU all the time; this one is idle while nobody asks.
  auto last = cpu_ns();
  EXPECT_TRUE(eventually([&] {
    poll(nullptr, 0, 50);
    const auto before = std::exchange(last, cpu_ns());
    return before == last;
  }));
  clients.clear();
  EXPECT_TRUE(eventually([&] {
    const Client again(port);
    again.say(kGet);
    return !again.hear("Hello, World!").empty();
  }));
  kill(pid, SIGKILL);
  waitpid(pid, nullptr, 0);
  close(told[0]);
  close(told[1]);
}

}  // namespace
}  // namespace pacer::ceiling
