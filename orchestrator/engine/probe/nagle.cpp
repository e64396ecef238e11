#include "engine/probe/nagle.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <algorithm>
#include <chrono>
#include <vector>

#include "core/stats/median.h"
#include "engine/probe/http.h"

namespace pacer {
namespace {

/// A new connection is acknowledged quickly for its first 16 segments at most (Linux,
/// TCP_MAX_QUICKACKS): only what comes after them shows the delay.
constexpr int kRequests = 24;
constexpr std::size_t kLast = 6;
constexpr auto kLongest = std::chrono::milliseconds(500);
constexpr auto kAnswerLimit = std::chrono::seconds(5);
constexpr double kLeastDelay_ms = 25;
constexpr double kMostDelay_ms = 250;

/// One request and its answer.
double ask_ms(ProbeConnection& connection, const std::string& request, bool quick_ack) {
  const auto begin = monotonic_now();
  connection.send(request, begin + kAnswerLimit);
  const int on = 1;
  // Not kept by the kernel: it must be asked for before each answer.
  if (quick_ack) setsockopt(connection.fd(), IPPROTO_TCP, TCP_QUICKACK, &on, sizeof on);
  connection.receive(begin + kAnswerLimit);
  return std::chrono::duration<double, std::milli>(monotonic_now() - begin).count();
}

/// Median of the last of them.
double usual_ms(ProbeConnection& connection, const std::string& request) {
  std::vector<double> took_ms;
  const auto limit = monotonic_now() + kLongest;
  while (took_ms.size() < kRequests && monotonic_now() < limit) {
    took_ms.push_back(ask_ms(connection, request, false));
  }
  const auto last = std::min(kLast, took_ms.size());
  return median({took_ms.end() - static_cast<std::ptrdiff_t>(last), took_ms.end()});
}

}  // namespace

std::optional<AckDelay> find_ack_delay(const Target& target) {
  try {
    const auto request = request_bytes(target.workload, target.address, target.port);
    ProbeConnection connection(target.address, target.port, monotonic_now() + kAnswerLimit);
    AckDelay found{usual_ms(connection, request), 0};
    if (found.usual_ms < kLeastDelay_ms || found.usual_ms > kMostDelay_ms) return std::nullopt;
    std::vector<double> quick_ms;
    for (std::size_t i = 0; i < kLast; ++i) quick_ms.push_back(ask_ms(connection, request, true));
    found.quick_ack_ms = median(quick_ms);
    if (found.quick_ack_ms * 2 >= found.usual_ms) return std::nullopt;
    return found;
  } catch (const ProbeFailure&) {
    return std::nullopt;  // it closes connections: what that means is said elsewhere
  }
}

}  // namespace pacer
