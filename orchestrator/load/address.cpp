#include "load/address.h"

#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>

#include <cstring>
#include <memory>

#include "base/error.h"
#include "load/socket.h"

namespace pacer::load {
namespace {

constexpr std::uint32_t kLoopbackNet = 127;

bool is_loopback(const sockaddr* address) {
  if (address->sa_family == AF_INET) {
    const auto& in = *reinterpret_cast<const sockaddr_in*>(address);
    return ntohl(in.sin_addr.s_addr) >> 24 == kLoopbackNet;
  }
  const auto& in = reinterpret_cast<const sockaddr_in6*>(address)->sin6_addr;
  return IN6_IS_ADDR_LOOPBACK(&in) || (IN6_IS_ADDR_V4MAPPED(&in) && in.s6_addr[12] == kLoopbackNet);
}

}  // namespace

std::vector<Address> resolve(const Url& url, bool allow_remote) {
  addrinfo wanted{};
  wanted.ai_socktype = SOCK_STREAM;
  addrinfo* list = nullptr;
  const auto port = std::to_string(url.port);
  const int failed = getaddrinfo(url.host.c_str(), port.c_str(), &wanted, &list);
  if (failed != 0) {
    throw Error(gai_strerror(failed), url.host, "is the host's name right?");
  }
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> owner(list, freeaddrinfo);
  std::vector<Address> addresses;
  for (const auto* at = list; at != nullptr; at = at->ai_next) {
    if (at->ai_family != AF_INET && at->ai_family != AF_INET6) continue;
    if (!allow_remote && !is_loopback(at->ai_addr)) {
      throw Error("not an address of this machine's loopback", url.host,
                  "load only servers of your own, and say so: --allow-remote");
    }
    Address address;
    std::memcpy(&address.storage, at->ai_addr, at->ai_addrlen);
    address.size = at->ai_addrlen;
    addresses.push_back(address);
  }
  if (addresses.empty()) throw Error("no address found", url.host);
  return addresses;
}

Address first_answering(const std::vector<Address>& addresses, std::int64_t timeout_ns) {
  if (addresses.size() == 1) return addresses.front();
  for (const auto& address : addresses) {
    if (Socket(address, timeout_ns).error() == 0) return address;
  }
  return addresses.front();
}

}  // namespace pacer::load
