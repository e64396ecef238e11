#pragma once

#include <cstdint>
#include <span>

#include "load/response_parser.h"

namespace pacer::load {

/// One of the connections asked for, over all the sockets that serve it in turn.
struct Channel {
  enum class State : std::uint8_t { kClosed, kConnecting, kOpen };

  explicit Channel(const Expectation& expected) : parser(expected) {}

  int fd = -1;
  std::uint32_t generation = 0;  ///< counts the sockets, so that no event of an old one is taken
  State state = State::kClosed;
  bool broken = false;  ///< sending failed; what is still to be read decides what that was
  bool opened_before = false;
  bool served = false;
  bool ready = false;  ///< open loop: stands in the queue of those that can send
  std::uint32_t in_flight = 0;
  std::uint32_t oldest = 0;           ///< index into `times_ns` of the oldest on its way
  std::span<std::int64_t> times_ns;   ///< a ring of a power of two: from when latency counts
  std::uint64_t out_left = 0;         ///< bytes of requests that the socket did not take yet
  std::size_t out_at = 0;             ///< where in the request they begin
  std::uint64_t answers = 0;          ///< through this socket
  std::int64_t waiting_since_ns = 0;  ///< last progress while something is due
  std::int64_t free_since_ns = 0;     ///< when it could take another request
  std::int64_t retry_at_ns = 0;       ///< closed: when to connect again
  std::int64_t backoff_ns = 0;
  ResponseParser parser;

  void push_time(std::int64_t time_ns) {
    times_ns[(oldest + in_flight++) & (times_ns.size() - 1)] = time_ns;
  }
  std::int64_t pop_time() {
    --in_flight;
    return times_ns[oldest++ & (times_ns.size() - 1)];
  }
};

}  // namespace pacer::load
