#include <sys/socket.h>

#include <algorithm>
#include <cerrno>

#include "load/clock.h"
#include "load/worker.h"

namespace pacer::load {

bool Worker::wants_more() const {
  if (settings_.rate_per_s) return !schedule_.ended() || !again_ns_.empty();
  return budget_ > 0;
}

/// The channel can take a request: the closed loop sends at once, the open loop when one is due.
void Worker::refill(Channel& channel) {
  if (settings_.rate_per_s) return make_ready(channel);
  const auto depth = static_cast<std::uint32_t>(settings_.depth);
  if (channel.in_flight > 0 && !settings_.sliding) return;
  const auto number = std::min<std::uint64_t>(depth - channel.in_flight, budget_);
  if (number == 0) {
    if (in_flight_ == 0) done_ = true;
    return;
  }
  budget_ -= number;
  send_requests(channel, number, now_ns_);
}

/// `from_ns`: from when the latency of these requests counts.
void Worker::send_requests(Channel& channel, std::uint64_t number, std::int64_t from_ns) {
  if (in_flight_ == 0) watch_.waiting(now_ns_);
  if (channel.in_flight == 0) channel.waiting_since_ns = now_ns_;
  for (std::uint64_t i = 0; i < number; ++i) channel.push_time(from_ns);
  in_flight_ += number;
  counts_.sent += number;
  channel.out_left += number * settings_.request.size();
  flush(channel);
}

void Worker::flush(Channel& channel) {
  while (channel.out_left > 0 && !channel.broken) {
    const auto size = std::min<std::uint64_t>(channel.out_left, output_.size() - channel.out_at);
    const auto sent = send(channel.fd, output_.data() + channel.out_at, size, MSG_NOSIGNAL);
    if (sent < 0) {
      if (errno == EINTR) continue;
      // Answers, and the announcement of the close, may still be waiting to be read: the event of
      // the failure leads there.
      channel.broken = errno != EAGAIN;
      return;
    }
    channel.out_left -= static_cast<std::uint64_t>(sent);
    channel.out_at = channel.out_left == 0 ? 0
                                           : (channel.out_at + static_cast<std::size_t>(sent)) %
                                                 settings_.request.size();
  }
}

std::int64_t Worker::next_due_ns() const {
  if (!again_ns_.empty()) return again_ns_.back();
  return schedule_.ended() ? kNever : start_ns_ + schedule_.due_ns();
}

void Worker::make_ready(Channel& channel) {
  if (channel.ready || channel.in_flight >= static_cast<std::uint32_t>(settings_.depth)) return;
  channel.ready = true;
  channel.free_since_ns = now_ns_;
  ready_.push(index_of(channel));
}

/// Sends what is due on the channels that can send, those first that have been waiting longest.
void Worker::send_due() {
  while (!ready_.empty() && next_due_ns() <= now_ns_) {
    auto& channel = channels_[ready_.pop()];
    channel.ready = false;
    if (channel.state != Channel::State::kOpen || channel.broken) continue;
    const auto due_ns = next_due_ns();
    if (again_ns_.empty()) {
      schedule_.advance();
    } else {
      again_ns_.pop_back();
    }
    now_ns_ = now_ns();
    lag_ns_.record(now_ns_ - std::max(due_ns, channel.free_since_ns));
    if (now_ns_ < deadline_ns_) ++sent_in_time_;
    send_requests(channel, 1, due_ns);
    if (!channel.broken && channel.in_flight < static_cast<std::uint32_t>(settings_.depth)) {
      channel.ready = true;  // it was free all the time
      ready_.push(index_of(channel));
    }
  }
}

}  // namespace pacer::load
