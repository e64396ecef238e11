#include "engine/port.h"

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/error.h"

namespace pacer {
namespace {

constexpr int kFirst = 8080;
constexpr int kStep = 4;
constexpr int kCount = 500;  // up to 10,079

bool can_bind(int family, int port) {
  const int fd = socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return true;  // no IPv6 here: nobody can hold the port there
  const int on = 1;
  if (family == AF_INET6) setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
  sockaddr_storage any{};
  any.ss_family = static_cast<sa_family_t>(family);
  // The port lies at the same place in sockaddr_in and sockaddr_in6; all zeros is "any address".
  reinterpret_cast<sockaddr_in*>(&any)->sin_port = htons(static_cast<std::uint16_t>(port));
  const socklen_t size = family == AF_INET ? sizeof(sockaddr_in) : sizeof(sockaddr_in6);
  const bool bound = bind(fd, reinterpret_cast<const sockaddr*>(&any), size) == 0;
  close(fd);
  return bound;
}

}  // namespace

bool port_is_free(int port) { return can_bind(AF_INET, port) && can_bind(AF_INET6, port); }

int choose_port() {
  static int next = 0;
  for (int tried = 0; tried < kCount; ++tried) {
    const int port = kFirst + kStep * (next++ % kCount);
    bool free = true;
    for (int i = 0; i < kStep && free; ++i) free = port_is_free(port + i);
    if (free) return port;
  }
  throw Error("no free port from 8080 to 10079");
}

}  // namespace pacer
