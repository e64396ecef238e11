#include "engine/health/connection_log.h"

#include <algorithm>

namespace pacer {
namespace {

constexpr double kQueueGrace_s = 0.2;
constexpr double kShortestStall_s = 0.25;
constexpr double kStalledAtEnd_s = 1.0;
constexpr double kServedWithin_s = 1.0;
/// An unfair server lets some connections wait and comes back to them: one that has waited no
/// longer than this many times the longest wait that ended may still be served.
constexpr double kPatience = 2;
constexpr double kLongWait_s = 0.5;  ///< shorter ones do not matter to that
// wrk opens one connection only to try the address; it is not a sign of churn.
constexpr int kTrialConnections = 1;

}  // namespace

/// Takes the tick's connections in. True where one is new or had an answer confirmed.
bool ConnectionLog::follow(const ConnectionTick& tick) {
  bool progress = false;
  for (const auto& connection : tick.connections) {
    auto& seen = seen_[connection.cookie];
    if (seen.ticks > 0 && seen.last_s == tick.at_s) continue;  // the kernel listed it twice
    progress |= seen.ticks == 0 || connection.bytes_acked > seen.bytes_acked;
    if (seen.ticks == 0 || connection.bytes_acked > seen.bytes_acked) {
      const double wait_s = seen.ticks > 0 ? tick.at_s - seen.progress_s : 0;
      if (wait_s >= kLongWait_s) {
        auto& longest_s = waits_s_[connection.peer_port];
        longest_s = std::max(longest_s, wait_s);
      }
      seen.progress_s = tick.at_s;
    }
    if (seen.ticks++ == 0) seen.first_s = tick.at_s;
    seen.last_s = tick.at_s;
    seen.bytes_acked = connection.bytes_acked;
    seen.answered |= connection.answered;
    if (connection.established && !seen.established) ++distinct_;
    seen.established |= connection.established;
  }
  return progress;
}

/// Forgets connections that were last seen before `before_s`.
void ConnectionLog::drop_gone(double before_s) {
  std::erase_if(seen_, [&](const auto& entry) {
    const Seen& seen = entry.second;
    if (seen.last_s >= before_s) return false;
    if (seen.ticks == 1) ++short_lived_;
    return true;
  });
}

void ConnectionLog::add(const ConnectionTick& tick) {
  if (!tick.client_alive) return;
  const double previous_tick_s = last_tick_s_;
  last_tick_s_ = tick.at_s;
  const auto known = std::count_if(seen_.begin(), seen_.end(), [&](const auto& entry) {
    return entry.second.last_s == previous_tick_s;
  });
  const auto size_before = static_cast<std::ptrdiff_t>(seen_.size());
  bool progress = follow(tick);
  const auto fresh = static_cast<std::ptrdiff_t>(seen_.size()) - size_before;
  const auto now = std::count_if(seen_.begin(), seen_.end(), [&](const auto& entry) {
    return entry.second.last_s == tick.at_s;
  });
  progress |= now - fresh < known;  // some have gone
  if (progress) {
    if (first_connected_s_) longest_s_ = std::max(longest_s_, previous_tick_s - last_progress_s_);
    last_progress_s_ = tick.at_s;
  }
  if (tick.connections.empty()) return;
  if (!first_connected_s_) first_connected_s_ = tick.at_s;
  connected_before_s_ = last_connected_s_;
  last_connected_s_ = tick.at_s;
  drop_gone(connected_before_s_);
  const auto established =
      std::count_if(tick.connections.begin(), tick.connections.end(),
                    [](const ServerConnection& connection) { return connection.established; });
  established_max_ = std::max(established_max_, static_cast<int>(established));
  if (tick.at_s - *first_connected_s_ >= kQueueGrace_s) {
    ++queue_ticks_;
    if (tick.accept_queue > 0) ++queue_held_;
  }
}

double ConnectionLog::longest_wait_s(const std::vector<int>& probe_ports) const {
  double longest_s = 0;
  for (const auto& [port, wait_s] : waits_s_) {
    const bool is_probe =
        std::find(probe_ports.begin(), probe_ports.end(), port) != probe_ports.end();
    if (!is_probe) longest_s = std::max(longest_s, wait_s);
  }
  return longest_s;
}

int ConnectionLog::count_unserved(double longest_wait_s) const {
  const double connected_s = last_connected_s_ - first_connected_s_.value_or(0);
  const double patience_s =
      std::max(std::min(kServedWithin_s, connected_s / 2), kPatience * longest_wait_s);
  // The last look may have caught the client closing one after another: take the two last ones.
  return static_cast<int>(std::count_if(seen_.begin(), seen_.end(), [&](const auto& entry) {
    const Seen& seen = entry.second;
    return !seen.answered && seen.last_s >= connected_before_s_ &&
           seen.last_s - seen.first_s >= patience_s && seen.ticks > 1;
  }));
}

int ConnectionLog::count_silent(double longest_wait_s) const {
  const double patience_s = std::max(kStalledAtEnd_s, kPatience * longest_wait_s);
  return static_cast<int>(std::count_if(seen_.begin(), seen_.end(), [&](const auto& entry) {
    const Seen& seen = entry.second;
    return seen.answered && seen.last_s >= connected_before_s_ &&
           seen.last_s - seen.progress_s >= patience_s;
  }));
}

ConnectionFindings ConnectionLog::finish(double window_s,
                                         const std::vector<int>& probe_ports) const {
  ConnectionFindings findings;
  findings.established_max = established_max_;
  findings.longest_wait_s = longest_wait_s(probe_ports);
  findings.unserved = count_unserved(findings.longest_wait_s);
  findings.silent_at_end = count_silent(findings.longest_wait_s);
  if (queue_ticks_ > 0) {
    findings.accept_queue_persisted = static_cast<double>(queue_held_) / queue_ticks_;
  }
  const auto at_once = static_cast<std::uint64_t>(established_max_);
  findings.reopened = distinct_ > at_once ? distinct_ - at_once : 0;
  findings.churn_is_fast = short_lived_ > kTrialConnections;
  double trailing_s = last_tick_s_ - last_progress_s_;
  if (!first_connected_s_) {
    trailing_s = window_s;
  } else if (last_tick_s_ > last_connected_s_) {
    findings.unconnected_at_end_s = last_tick_s_ - last_connected_s_;
    trailing_s = 0;
  }
  const double longest_s = std::max(longest_s_, trailing_s);
  findings.longest_stall_s = longest_s >= kShortestStall_s ? longest_s : 0;
  findings.stalled_at_end = trailing_s >= kStalledAtEnd_s;
  return findings;
}

}  // namespace pacer
