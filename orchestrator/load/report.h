#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "load/histogram.h"
#include "load/stalls.h"

namespace pacer::load {

/// What can be wrong with a connection. Each occurrence counts one, however many requests it cost.
enum class Fault {
  kConnect,     ///< an attempt to open a connection failed
  kReset,       ///< the connection was reset
  kTimeout,     ///< an answer did not come in time; the connection is given up
  kEarlyClose,  ///< closed, without announcing it, while an answer was due or half read
  kMalformed,   ///< the bytes are no HTTP/1.1 answer; the connection is given up
};
constexpr std::size_t kFaults = 5;

/// Exact counts; those of the threads are added up.
struct Counts {
  std::uint64_t sent = 0;     ///< requests handed to the kernel, at least in part
  std::uint64_t answers = 0;  ///< whole answers, of any status and body
  std::uint64_t right = 0;    ///< those of the expected status and body
  std::uint64_t bytes = 0;    ///< received
  std::array<std::uint64_t, kFaults> faults{};
  std::array<std::uint64_t, 1000> wrong_status{};  ///< answers by their status
  std::uint64_t wrong_body = 0;                    ///< of the expected status
  std::uint64_t lost = 0;                          ///< requests that a fault left without an answer
  std::uint64_t unasked = 0;  ///< sent, but behind an announced close; sent again where it matters
  std::uint64_t unanswered = 0;  ///< still on their way when the time was over
  std::uint64_t unsent = 0;      ///< open loop: due, but never sent

  std::uint64_t opened = 0;  ///< connections, the reopened ones included
  std::uint64_t reopened = 0;
  std::uint64_t served = 0;  ///< of the connections asked for: got at least one answer
  std::uint64_t announced_closes = 0;
  std::uint64_t idle_closes = 0;  ///< unannounced, but nothing was due

  std::uint64_t fault(Fault kind) const { return faults[static_cast<std::size_t>(kind)]; }
  std::uint64_t wrong_statuses() const;
  /// Faults, wrong answers and nothing else.
  std::uint64_t errors() const;
  void add(const Counts& other);
};

/// The first fault of each kind in words, as evidence.
using Evidence = std::map<Fault, std::string>;

struct OpenLoop {
  std::uint64_t rate_per_s = 0;
  std::uint64_t scheduled = 0;
  std::uint64_t sent_in_time = 0;  ///< before the schedule's own end
  Histogram lag_ns;  ///< send time minus the later of intended time and a connection becoming free

  /// Under 99 % sent: the rate was not sustained, and no percentile describes it.
  bool valid() const;
  /// The client's own lag is so large a part of the latency that this is only an upper bound.
  bool upper_bound(const Histogram& latency_ns) const;
};

/// What one run yields. Times in the histograms are nanoseconds.
struct Report {
  Counts counts;
  /// Of right answers. Closed loop: from send to receipt; open loop: from the intended send time.
  Histogram latency_ns;
  std::optional<OpenLoop> open_loop;
  std::vector<Stall> stalls;  ///< after the start
  Evidence evidence;
  std::int64_t opening_us = 0;  ///< until all connections were open, before the time began
  std::int64_t duration_us = 0;
  std::int64_t started_us = 0;                 ///< when the time began, by CLOCK_MONOTONIC
  std::vector<std::uint64_t> right_by_second;  ///< right answers in each whole second
  std::int64_t cpu_user_us = 0;                ///< of this client
  std::int64_t cpu_system_us = 0;
  bool interrupted = false;
  bool gave_up =
      false;  ///< an exact number of requests, and no connection could be opened any more
  bool out_of_time = false;  ///< an exact number of requests, and their limit came first

  /// Everything asked for was measured and every answer was right.
  bool clean() const;
};

}  // namespace pacer::load
