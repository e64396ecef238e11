#include "ceiling/server.h"

#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <numeric>
#include <stdexcept>

namespace pacer::ceiling {
namespace {

constexpr int kBacklog = 4096;  // the kernel cuts it to net.core.somaxconn
constexpr int kAcceptsInARow = 64;
constexpr int kPause_ms = 10;

int open_spare() { return open("/dev/null", O_RDONLY | O_CLOEXEC); }

[[noreturn]] void fail(const std::string& host, int port, const std::string& why) {
  throw std::runtime_error("cannot listen on " + host + ":" + std::to_string(port) + ": " + why);
}

int listen_on(const std::string& host, int port) {
  addrinfo hints{};
  hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* address = nullptr;
  const int looked_up = getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &address);
  if (looked_up != 0) fail(host, port, gai_strerror(looked_up));
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> owner(address, &freeaddrinfo);
  const int fd = socket(address->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd < 0) fail(host, port, std::strerror(errno));
  const int on = 1;
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));  // accepted sockets inherit it
  if (bind(fd, address->ai_addr, address->ai_addrlen) != 0 || listen(fd, kBacklog) != 0) {
    const std::string why = std::strerror(errno);
    close(fd);
    fail(host, port, why);
  }
  return fd;
}

int port_of(int fd) {
  sockaddr_storage address{};
  socklen_t size = sizeof(address);
  getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size);
  return ntohs(address.ss_family == AF_INET6 ? reinterpret_cast<sockaddr_in6&>(address).sin6_port
                                             : reinterpret_cast<sockaddr_in&>(address).sin_port);
}

}  // namespace

Server::Server(const std::string& host, int port, int threads, int extra_work_percent)
    : listen_fd_(listen_on(host, port)), spare_fd_(open_spare()), port_(port_of(listen_fd_)) {
  const auto handled_by_all = [this] {
    return std::accumulate(
        workers_.begin(), workers_.end(), std::uint64_t{0},
        [](std::uint64_t sum, const auto& worker) { return sum + worker->handled(); });
  };
  for (int at = 0; at < threads; ++at) {
    workers_.push_back(std::make_unique<Worker>(handled_by_all, extra_work_percent));
  }
  for (const auto& worker : workers_) {
    threads_.emplace_back([running = worker.get()] { running->run(); });
  }
}

Server::~Server() {
  for (const auto& worker : workers_) worker->stop();
  for (auto& thread : threads_) thread.join();
  close(listen_fd_);
  if (spare_fd_ >= 0) close(spare_fd_);
}

std::vector<int> Server::connections() const {
  std::vector<int> counts;
  for (const auto& worker : workers_) counts.push_back(worker->connections());
  return counts;
}

void Server::run(int stop_fd) {
  std::array<pollfd, 2> waiting{{{stop_fd, POLLIN, 0}, {listen_fd_, POLLIN, 0}}};
  while (true) {
    // Where accepting is impossible for now the listener stays readable: look away for a moment.
    waiting[1].fd = cannot_accept_ ? -1 : listen_fd_;
    const int ready = poll(waiting.data(), waiting.size(), cannot_accept_ ? kPause_ms : -1);
    if (ready < 0 && errno != EINTR) return;
    if (ready > 0 && waiting[0].revents != 0) return;
    cannot_accept_ = false;
    if (ready > 0 && waiting[1].revents != 0) accept_waiting();
  }
}

void Server::accept_waiting() {
  // Another thread may have taken the spare's number while it was lent (the first strftime of the
  // process opens the time zone): take it back before a connection does.
  if (spare_fd_ < 0) spare_fd_ = open_spare();
  for (int at = 0; at < kAcceptsInARow; ++at) {
    const int fd = accept4(listen_fd_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd >= 0) {
      least_loaded().adopt(fd);
      continue;
    }
    if (errno == EAGAIN) return;
    if (errno == EINTR || errno == ECONNABORTED || errno == EPROTO) continue;
    const bool out_of_descriptors = errno == EMFILE || errno == ENFILE;
    cannot_accept_ = !out_of_descriptors || !refuse_one();
    return;
  }
}

/// Out of descriptors: takes a connection with the spare one and closes it, so that the client
/// learns at once. False where there is no spare one either.
bool Server::refuse_one() {
  const bool had_spare = spare_fd_ >= 0;
  if (had_spare) {
    close(spare_fd_);
    const int fd = accept4(listen_fd_, nullptr, nullptr, SOCK_CLOEXEC);
    if (fd >= 0) close(fd);
  }
  spare_fd_ = open_spare();
  return had_spare;
}

Worker& Server::least_loaded() {
  std::size_t best = next_;
  for (std::size_t step = 0; step < workers_.size(); ++step) {
    const auto at = (next_ + step) % workers_.size();
    if (workers_[at]->connections() < workers_[best]->connections()) best = at;
  }
  next_ = (best + 1) % workers_.size();
  return *workers_[best];
}

}  // namespace pacer::ceiling
