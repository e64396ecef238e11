#pragma once

#include <sys/socket.h>

#include <cstdint>
#include <optional>
#include <string>

#include "load/response_parser.h"

namespace pacer::load {

struct Address {
  sockaddr_storage storage{};
  socklen_t size = 0;
  bool loopback = false;
};

/// Everything one run needs, resolved and checked.
struct Settings {
  Address address;
  std::string request;  ///< the bytes of one
  Expectation expectation;
  int threads = 1;
  int connections = 64;  ///< a multiple of `threads`
  int depth = 1;         ///< most requests on their way on one connection
  bool sliding = false;  ///< each answer is followed by a request; else batches of `depth`
  std::int64_t duration_ns = 10'000'000'000;  ///< ignored where `requests` is given
  std::optional<std::uint64_t> requests;      ///< exactly so many
  std::optional<std::int64_t> at_most_ns;     ///< how long those may take
  std::optional<std::uint64_t> rate_per_s;    ///< open loop
  bool spin = false;  ///< open loop: never sleeps, so that requests go out on time
  std::int64_t timeout_ns = 10'000'000'000;  ///< for a connection and for an answer
};

/// Open loop: how many requests all threads together are to send.
inline std::uint64_t scheduled_requests(const Settings& settings) {
  if (settings.requests) return *settings.requests;
  constexpr std::uint64_t kSecond = 1'000'000'000;
  const auto rate = *settings.rate_per_s;
  const auto ns = static_cast<std::uint64_t>(settings.duration_ns);
  return ns / kSecond * rate + ns % kSecond * rate / kSecond;
}

}  // namespace pacer::load
