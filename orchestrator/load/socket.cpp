#include "load/socket.h"

#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <cerrno>

namespace pacer::load {

Socket::Socket(const Address& address, std::int64_t timeout_ns)
    : fd_(socket(address.storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  const timeval timeout{timeout_ns / 1'000'000'000, timeout_ns % 1'000'000'000 / 1000};
  setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof(timeout));
  setsockopt(fd_, SOL_SOCKET, SO_SNDTIMEO, &timeout, sizeof(timeout));
  const auto* to = reinterpret_cast<const sockaddr*>(&address.storage);
  if (fd_ >= 0 && connect(fd_, to, address.size) == 0) return;
  error_ = errno == EINPROGRESS ? ETIMEDOUT : errno;
}

Socket::~Socket() {
  if (fd_ >= 0) close(fd_);
}

}  // namespace pacer::load
