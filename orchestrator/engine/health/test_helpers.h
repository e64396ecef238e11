#pragma once

// Real processes and sockets for the tests of this folder.

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <ctime>
#include <functional>
#include <string>
#include <utility>

#include "engine/health/process_table.h"
#include "engine/process/process.h"

namespace pacer::testing {

/// Waits for an event, at most ten seconds.
inline bool eventually(const std::function<bool()>& happened) {
  const auto deadline = monotonic_now() + std::chrono::seconds(10);
  while (!happened()) {
    if (monotonic_now() > deadline) return false;
    poll(nullptr, 0, 1);
  }
  return true;
}

inline double own_cpu_s() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

/// Uses that much CPU time, however long it takes.
inline void burn(double cpu_s) {
  const double end_s = own_cpu_s() + cpu_s;
  while (own_cpu_s() < end_s) {
  }
}

/// Sends numbers from a child to the test.
class Channel {
 public:
  Channel() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) == 0) std::tie(read_fd_, write_fd_) = std::pair(ends[0], ends[1]);
  }
  ~Channel() {
    close(read_fd_);
    close(write_fd_);
  }
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  void put(double value) const {
    [[maybe_unused]] const auto written = write(write_fd_, &value, sizeof(value));
  }
  /// -1 where nothing comes within ten seconds.
  double get() const {
    pollfd waiting{read_fd_, POLLIN, 0};
    double value = -1;
    if (poll(&waiting, 1, 10'000) != 1 || read(read_fd_, &value, sizeof(value)) < 0) return -1;
    return value;
  }

 private:
  int read_fd_ = -1;
  int write_fd_ = -1;
};

/// Forks; the child runs `body` and ends.
inline pid_t spawn(const std::function<void()>& body) {
  const pid_t pid = fork();
  if (pid != 0) return pid;
  body();
  _exit(0);
}

[[noreturn]] inline void rest() {
  while (true) pause();
}

/// A guard as Pacer's own: subreaper of the tree below it, waits for whatever ends. `body` runs in
/// its one child. Everything is killed at the end of the scope.
class Guard {
 public:
  explicit Guard(const std::function<void()>& body) {
    pid_ = spawn([&] {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      prctl(PR_SET_CHILD_SUBREAPER, 1);
      spawn(body);
      while (true) {
        if (wait(nullptr) < 0) pause();
      }
    });
  }
  ~Guard() {
    for (auto left = descendants(pid_); !left.empty(); left = descendants(pid_)) {
      for (const auto pid : left) kill(pid, SIGKILL);
    }
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;

  pid_t pid() const { return pid_; }

 private:
  pid_t pid_ = -1;
};

/// A TCP socket that closes itself.
class Socket {
 public:
  explicit Socket(int fd = -1) : fd_(fd) {}
  ~Socket() {
    if (fd_ >= 0) close(fd_);
  }
  Socket(Socket&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Socket& operator=(Socket&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }

  int fd() const { return fd_; }
  void say(const std::string& text) const {
    [[maybe_unused]] const auto sent = send(fd_, text.data(), text.size(), MSG_NOSIGNAL);
  }
  /// What comes next; "" at the end of the stream or where nothing comes within ten seconds.
  std::string hear() const {
    pollfd waiting{fd_, POLLIN, 0};
    char buffer[256];
    if (poll(&waiting, 1, 10'000) != 1) return "";
    const auto size = recv(fd_, buffer, sizeof(buffer), 0);
    return size > 0 ? std::string(buffer, static_cast<std::size_t>(size)) : "";
  }

 private:
  int fd_;
};

struct Address {
  sockaddr_storage bytes{};
  socklen_t size = sizeof(sockaddr_storage);

  sockaddr* get() { return reinterpret_cast<sockaddr*>(&bytes); }
  int port() {
    return ntohs(bytes.ss_family == AF_INET6 ? reinterpret_cast<sockaddr_in6*>(&bytes)->sin6_port
                                             : reinterpret_cast<sockaddr_in*>(&bytes)->sin_port);
  }
};

inline Address make_address(const std::string& host, int port) {
  Address address;
  const auto wire_port = htons(static_cast<std::uint16_t>(port));
  auto* v4 = reinterpret_cast<sockaddr_in*>(&address.bytes);
  if (inet_pton(AF_INET, host.c_str(), &v4->sin_addr) == 1) {
    v4->sin_family = AF_INET;
    v4->sin_port = wire_port;
    address.size = sizeof(sockaddr_in);
    return address;
  }
  auto* v6 = reinterpret_cast<sockaddr_in6*>(&address.bytes);
  inet_pton(AF_INET6, host.c_str(), &v6->sin6_addr);
  v6->sin6_family = AF_INET6;
  v6->sin6_port = wire_port;
  address.size = sizeof(sockaddr_in6);
  return address;
}

/// Listens on a free port. fd() is -1 where this machine lacks the address family.
class TestListener : public Socket {
 public:
  explicit TestListener(const std::string& host = "127.0.0.1", int backlog = 64)
      : Socket(open(host, backlog)) {
    Address address;
    getsockname(fd(), address.get(), &address.size);
    port_ = address.port();
  }
  int port() const { return port_; }
  Socket accept_one() const { return Socket(accept4(fd(), nullptr, nullptr, SOCK_CLOEXEC)); }

 private:
  static int open(const std::string& host, int backlog) {
    auto address = make_address(host, 0);
    const int fd = socket(address.bytes.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (bind(fd, address.get(), address.size) == 0 && listen(fd, backlog) == 0) return fd;
    close(fd);
    return -1;
  }
  int port_ = 0;
};

inline Socket connect_to(int port, const std::string& host = "127.0.0.1") {
  auto address = make_address(host, port);
  Socket client(socket(address.bytes.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (connect(client.fd(), address.get(), address.size) == 0) return client;
  return Socket();
}

}  // namespace pacer::testing
