#include "engine/probe/http.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <boost/beast/http.hpp>
#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include "base/error.h"
#include "engine/process/interrupt.h"

namespace pacer {
namespace {

namespace http = boost::beast::http;
using Kind = ProbeFailure::Kind;

constexpr std::uint64_t kBodyLimit = 16u << 20;

/// IPv4 or IPv6 by the text of the address.
std::pair<sockaddr_storage, socklen_t> socket_address(const std::string& address, int port) {
  sockaddr_storage storage{};
  auto* v4 = reinterpret_cast<sockaddr_in*>(&storage);
  if (inet_pton(AF_INET, address.c_str(), &v4->sin_addr) == 1) {
    v4->sin_family = AF_INET;
    v4->sin_port = htons(static_cast<std::uint16_t>(port));
    return {storage, sizeof(sockaddr_in)};
  }
  auto* v6 = reinterpret_cast<sockaddr_in6*>(&storage);
  if (inet_pton(AF_INET6, address.c_str(), &v6->sin6_addr) == 1) {
    v6->sin6_family = AF_INET6;
    v6->sin6_port = htons(static_cast<std::uint16_t>(port));
    return {storage, sizeof(sockaddr_in6)};
  }
  throw Error("not an IP address: '" + address + "'");
}

Response to_response(const http::response<http::string_body>& message, std::size_t wire_bytes) {
  Response response;
  response.status = static_cast<int>(message.result_int());
  response.http_minor = static_cast<int>(message.version() % 10);
  for (const auto& field : message) {
    response.headers.emplace_back(field.name_string(), field.value());
  }
  response.body = message.body();
  response.chunked = message.chunked();
  response.has_length = message.has_content_length();
  response.keep_alive = message.keep_alive();
  response.wire_bytes = wire_bytes;
  return response;
}

}  // namespace

std::string Response::header(std::string_view name) const {
  const auto same = [&](const auto& field) {
    return boost::beast::iequals(field.first, {name.data(), name.size()});
  };
  const auto found = std::find_if(headers.begin(), headers.end(), same);
  return found == headers.end() ? "" : found->second;
}

ProbeConnection::ProbeConnection(const std::string& address, int port, MonotonicTime deadline) {
  const auto [target, size] = socket_address(address, port);
  fd_ = socket(target.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd_ < 0) throw Error(fmt::format("cannot make a socket: {}", std::strerror(errno)));
  const int on = 1;
  setsockopt(fd_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  try {
    int code = 0;
    if (connect(fd_, reinterpret_cast<const sockaddr*>(&target), size) != 0) {
      code = errno;
      if (code == EINPROGRESS) {
        wait_for(POLLOUT, deadline);
        socklen_t length = sizeof code;
        getsockopt(fd_, SOL_SOCKET, SO_ERROR, &code, &length);
      }
    }
    if (code != 0) throw ProbeFailure(Kind::kRefused, std::strerror(code));
  } catch (...) {
    close(fd_);
    throw;
  }
}

ProbeConnection::~ProbeConnection() {
  if (fd_ >= 0) close(fd_);
}

ProbeConnection::ProbeConnection(ProbeConnection&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)), buffer_(std::move(other.buffer_)) {}

int ProbeConnection::local_port() const {
  sockaddr_storage storage{};
  socklen_t size = sizeof storage;
  getsockname(fd_, reinterpret_cast<sockaddr*>(&storage), &size);
  const auto port = storage.ss_family == AF_INET6
                        ? reinterpret_cast<sockaddr_in6*>(&storage)->sin6_port
                        : reinterpret_cast<sockaddr_in*>(&storage)->sin_port;
  return ntohs(port);
}

void ProbeConnection::wait_for(short events, MonotonicTime deadline) {
  for (;;) {
    check_interrupted();
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(deadline - monotonic_now()).count();
    if (left <= 0) throw ProbeFailure(Kind::kTimeout, "no answer in time");
    pollfd waits[2] = {{fd_, events, 0}, {interrupt_fd(), POLLIN, 0}};
    poll(waits, interrupt_fd() < 0 ? 1 : 2, static_cast<int>(std::min<long>(left, 3'600'000)));
    if (waits[0].revents != 0) return;
  }
}

void ProbeConnection::send(std::string_view bytes, MonotonicTime deadline) {
  while (!bytes.empty()) {
    const auto n = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (n >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(n));
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      wait_for(POLLOUT, deadline);
    } else if (errno != EINTR) {
      throw ProbeFailure(Kind::kClosed, fmt::format("connection closed: {}", std::strerror(errno)));
    }
  }
}

bool ProbeConnection::read_available() {
  char chunk[16384];
  for (;;) {
    const auto n = recv(fd_, chunk, sizeof chunk, 0);
    if (n > 0) {
      buffer_.append(chunk, static_cast<std::size_t>(n));
    } else if (n == 0) {
      return false;
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      return true;
    } else if (errno != EINTR) {
      throw ProbeFailure(Kind::kClosed, fmt::format("connection closed: {}", std::strerror(errno)));
    }
  }
}

void ProbeConnection::send_long(std::string_view bytes, MonotonicTime deadline) {
  while (!bytes.empty()) {
    const auto n = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (n >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(n));
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      wait_for(POLLIN | POLLOUT, deadline);
      if (!read_available()) return;  // receive() says what became of the answer
    } else if (errno != EINTR) {
      if (!buffer_.empty()) return;  // refused before its end, with an answer
      throw ProbeFailure(Kind::kClosed, fmt::format("connection closed: {}", std::strerror(errno)));
    }
  }
}

bool ProbeConnection::read_some(MonotonicTime deadline) {
  char chunk[16384];
  for (;;) {
    const auto n = recv(fd_, chunk, sizeof chunk, 0);
    if (n > 0) {
      buffer_.append(chunk, static_cast<std::size_t>(n));
      return true;
    }
    if (n == 0) return false;
    if (errno == EAGAIN || errno == EWOULDBLOCK) {
      wait_for(POLLIN, deadline);
    } else if (errno != EINTR) {
      throw ProbeFailure(Kind::kClosed, fmt::format("connection closed: {}", std::strerror(errno)));
    }
  }
}

bool ProbeConnection::read_rest(MonotonicTime deadline) {
  try {
    return read_some(deadline);
  } catch (const ProbeFailure& failure) {
    if (failure.kind != Kind::kTimeout) throw;
    throw ProbeFailure(
        Kind::kIncomplete,
        fmt::format("nothing came after {} bytes, in the middle of an answer", buffer_.size()));
  }
}

Response ProbeConnection::receive(MonotonicTime deadline) {
  // A fresh parser over the whole buffer at each arrival: answers here are small, and the number
  // of bytes that belong to this response is then known exactly.
  for (bool open = true; open;) {
    if (buffer_.empty() && !read_some(deadline)) {
      throw ProbeFailure(Kind::kClosed, "connection closed without an answer");
    }
    http::response_parser<http::string_body> parser;
    parser.body_limit(kBodyLimit);
    parser.eager(true);
    boost::system::error_code error;
    std::size_t used = 0;
    while (used < buffer_.size() && !parser.is_done()) {
      const auto n = parser.put(
          boost::asio::const_buffer(buffer_.data() + used, buffer_.size() - used), error);
      used += n;
      if (error || n == 0) break;
    }
    if (error && error != http::error::need_more) {
      throw ProbeFailure(Kind::kMalformed, "malformed HTTP: " + error.message());
    }
    if (!parser.is_done()) {
      open = read_rest(deadline);
      if (open) continue;
      parser.put_eof(error);  // a body without length or chunks ends with the connection
      if (error || !parser.is_done()) {
        throw ProbeFailure(Kind::kIncomplete,
                           fmt::format("connection closed after {} bytes, in the middle of an "
                                       "answer",
                                       buffer_.size()));
      }
    }
    buffer_.erase(0, used);
    return to_response(parser.get(), used);
  }
  throw ProbeFailure(Kind::kClosed, "connection closed");
}

Response fetch(const std::string& address, int port, std::string_view request,
               MonotonicTime deadline) {
  ProbeConnection connection(address, port, deadline);
  connection.send(request, deadline);
  return connection.receive(deadline);
}

}  // namespace pacer
