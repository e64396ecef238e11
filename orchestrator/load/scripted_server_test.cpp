#include "load/scripted_server.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <utility>

namespace pacer::load {

bool Peer::hear() {
  constexpr std::string_view kEnd = "\r\n\r\n";
  while (true) {
    const auto end = input_.find(kEnd);
    if (end != std::string::npos) {
      input_.erase(0, end + kEnd.size());
      ++heard_;
      ++here_;
      return true;
    }
    std::array<char, 65536> buffer;
    const auto size = recv(fd_, buffer.data(), buffer.size(), 0);
    if (size <= 0) return false;
    input_.append(buffer.data(), static_cast<std::size_t>(size));
  }
}

void Peer::say(const std::string& text) const {
  for (std::size_t sent = 0; sent < text.size();) {
    const auto size = send(fd_, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
    if (size < 0) return;
    sent += static_cast<std::size_t>(size);
  }
}

void Peer::reset() const {
  const linger at_once{1, 0};
  setsockopt(fd_, SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once));
}

void Peer::freeze(int ms) { poll(nullptr, 0, ms); }

void Peer::wait_for_the_end() const {
  std::array<char, 4096> buffer;
  while (recv(fd_, buffer.data(), buffer.size(), 0) > 0) {
  }
}

ScriptedServer::ScriptedServer(std::function<void(Peer&)> serve)
    : serve_(std::move(serve)), listen_fd_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  if (bind(listen_fd_, reinterpret_cast<sockaddr*>(&address), size) != 0) std::abort();
  listen(listen_fd_, 1024);
  getsockname(listen_fd_, reinterpret_cast<sockaddr*>(&address), &size);
  port_ = ntohs(address.sin_port);
  acceptor_ = std::thread([this] { accept_all(); });
}

ScriptedServer::~ScriptedServer() {
  stop_listening();
  {
    const std::lock_guard lock(mutex_);
    for (const int fd : fds_) shutdown(fd, SHUT_RDWR);
  }
  for (auto& thread : threads_) thread.join();
}

void ScriptedServer::stop_listening() {
  if (!acceptor_.joinable()) return;
  shutdown(listen_fd_, SHUT_RDWR);
  acceptor_.join();
  close(listen_fd_);
}

void ScriptedServer::accept_all() {
  while (true) {
    const int fd = accept4(listen_fd_, nullptr, nullptr, SOCK_CLOEXEC);
    if (fd < 0) return;
    const int on = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
    ++accepted_;
    const std::lock_guard lock(mutex_);
    fds_.push_back(fd);
    threads_.emplace_back([this, fd] {
      Peer peer(fd, heard_);
      serve_(peer);
      const std::lock_guard closing(mutex_);
      std::erase(fds_, fd);
      close(fd);
    });
  }
}

}  // namespace pacer::load
