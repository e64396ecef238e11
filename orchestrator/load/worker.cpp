#include "load/worker.h"

#include <sys/epoll.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstring>

#include "base/error.h"
#include "load/clock.h"

namespace pacer::load {
namespace {

/// Large enough for the answers of a deep pipeline, small enough to stay in the cache.
constexpr std::size_t kInputBytes = std::size_t{64} * 1024;
constexpr int kEvents = 256;
/// How often timeouts, lost connections and the wish to stop are looked at.
constexpr std::int64_t kTickNs = 20'000'000;
/// Open loop: what is overdue when the schedule ends is still sent and answered for so long, since
/// leaving it out would hide a stall at the end.
constexpr std::int64_t kDrainNs = 1'000'000'000;
constexpr std::int64_t kSecondNs = 1'000'000'000;

std::uint64_t share(std::uint64_t all, int index, int threads) {
  const auto parts = static_cast<std::uint64_t>(threads);
  return all / parts + (static_cast<std::uint64_t>(index) < all % parts ? 1 : 0);
}

std::size_t per_thread(const Settings& settings) {
  return static_cast<std::size_t>(settings.connections / settings.threads);
}

}  // namespace

Worker::Worker(const Settings& settings, int index, const std::atomic<bool>& stop)
    : settings_(settings),
      stop_(stop),
      epoll_fd_(epoll_create1(EPOLL_CLOEXEC)),
      input_(kInputBytes),
      ready_(per_thread(settings)) {
  if (epoll_fd_ < 0) throw Error(std::strerror(errno), "epoll");
  for (int i = 0; i < settings.depth; ++i) output_ += settings.request;
  const auto ring = std::bit_ceil(static_cast<std::size_t>(settings.depth));
  times_ns_.resize(per_thread(settings) * ring);
  channels_.assign(per_thread(settings), Channel(settings.expectation));
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    channels_[i].times_ns = std::span(times_ns_).subspan(i * ring, ring);
  }
  budget_ = settings.requests ? share(*settings.requests, index, settings.threads)
                              : std::numeric_limits<std::uint64_t>::max();
  if (settings.rate_per_s) {
    schedule_ =
        Schedule(*settings.rate_per_s, scheduled_requests(settings), index, settings.threads);
    prctl(PR_SET_TIMERSLACK, 1);  // else sleeps may end 50 µs late
  }
}

Worker::~Worker() {
  for (auto& channel : channels_) {
    if (channel.fd >= 0) close(channel.fd);
  }
  close(epoll_fd_);
}

int Worker::open_all() {
  last_tick_ns_ = now_ns_ = now_ns();
  for (auto& channel : channels_) connect(channel);
  const auto resolved = [](const Channel& c) { return c.state != Channel::State::kConnecting; };
  while (!stop_.load(std::memory_order_relaxed) &&
         !std::all_of(channels_.begin(), channels_.end(), resolved)) {
    step(kTickNs);
  }
  return open_;
}

void Worker::run(std::int64_t start_ns) {
  started_ = true;
  start_ns_ = last_answer_ns_ = last_open_ns_ = last_tick_ns_ = start_ns;
  next_second_ns_ = start_ns + 1'000'000'000;
  if (!settings_.requests) deadline_ns_ = cutoff_ns_ = start_ns + settings_.duration_ns;
  if (settings_.rate_per_s && !settings_.requests) cutoff_ns_ += kDrainNs;
  if (settings_.at_most_ns) deadline_ns_ = cutoff_ns_ = start_ns + *settings_.at_most_ns;
  for (auto& channel : channels_) {
    now_ns_ = now_ns();
    if (channel.state == Channel::State::kOpen) refill(channel);
  }
  while (!done_) step(pause_ns());
  finish();
}

void Worker::step(std::int64_t timeout_ns) {
  std::array<epoll_event, kEvents> events;
  const int count = wait(events, timeout_ns);
  for (int i = 0; i < count && !done_; ++i) {
    const auto& event = events[static_cast<std::size_t>(i)];
    auto& channel = channels_[event.data.u64 & 0xffffffff];
    if (channel.generation == event.data.u64 >> 32) on_event(channel, event.events);
  }
  // A busy closed loop has just read the clock with the last answer.
  if (count <= 0 || settings_.rate_per_s) now_ns_ = now_ns();
  if (started_ && settings_.rate_per_s) send_due();
  if (now_ns_ - last_tick_ns_ >= kTickNs) tick();
}

int Worker::wait(std::span<epoll_event> events, std::int64_t timeout_ns) {
  const auto size = static_cast<int>(events.size());
  if (settings_.rate_per_s && timeout_ns > 0) {
    const timespec timeout{timeout_ns / kSecondNs, timeout_ns % kSecondNs};
    const int count = epoll_pwait2(epoll_fd_, events.data(), size, &timeout, nullptr);
    // Before Linux 5.11 there is none; then whole milliseconds are slept and the rest is spun.
    if (count >= 0 || errno != ENOSYS) return count;
    return epoll_wait(epoll_fd_, events.data(), size, static_cast<int>(timeout_ns / 1'000'000));
  }
  return epoll_wait(epoll_fd_, events.data(), size,
                    static_cast<int>((timeout_ns + 999'999) / 1'000'000));
}

/// How long there is nothing to do but to wait for the server.
std::int64_t Worker::pause_ns() const {
  if (settings_.spin) return 0;
  auto until_ns = std::min(now_ns_ + kTickNs, cutoff_ns_);
  if (settings_.rate_per_s && !ready_.empty()) until_ns = std::min(until_ns, next_due_ns());
  return std::max<std::int64_t>(0, until_ns - now_ns_);
}

void Worker::on_event(Channel& channel, std::uint32_t events) {
  constexpr std::uint32_t kGone = EPOLLRDHUP | EPOLLHUP | EPOLLERR;
  if (channel.state == Channel::State::kConnecting) {
    on_connected(channel);
    if (channel.state != Channel::State::kOpen) return;
  }
  if (channel.out_left > 0) flush(channel);
  if (events & (EPOLLIN | kGone)) receive(channel, (events & kGone) != 0);
}

void Worker::tick() {
  last_tick_ns_ = now_ns_;
  if (stop_.load(std::memory_order_relaxed) || (started_ && now_ns_ >= cutoff_ns_)) done_ = true;
  for (auto& channel : channels_) {
    if (done_) return;
    if (channel.state == Channel::State::kClosed) {
      if (started_ && now_ns_ >= channel.retry_at_ns && wants_more()) connect(channel);
      continue;
    }
    const bool connecting = channel.state == Channel::State::kConnecting;
    const bool late = now_ns_ - channel.waiting_since_ns >= settings_.timeout_ns;
    if (late && connecting) connect_failed(channel, ETIMEDOUT);
    if (late && !connecting && channel.in_flight > 0) {
      lose(channel, Fault::kTimeout, "no answer within the timeout");
    }
    // Requests that came back from a connection that closed find one that has nothing to do.
    if (started_ && channel.state == Channel::State::kOpen && channel.in_flight == 0) {
      refill(channel);
    }
  }
  if (started_) look_for_the_end();
}

void Worker::look_for_the_end() {
  if (in_flight_ > 0) return;
  if (!wants_more()) {
    done_ = true;
  } else if (settings_.requests && open_ == 0) {
    gave_up_ = now_ns_ - last_open_ns_ >= settings_.timeout_ns;
    done_ = gave_up_;
  }
}

void Worker::finish() {
  const bool by_time = deadline_ns_ != kNever && now_ns_ >= deadline_ns_;
  out_of_time_ = by_time && settings_.requests && (in_flight_ > 0 || wants_more());
  end_ns_ = by_time ? std::max(deadline_ns_, std::min(now_ns_, last_answer_ns_)) : now_ns_;
  if (!by_time && !stop_.load(std::memory_order_relaxed) && !gave_up_) end_ns_ = last_answer_ns_;
  if (in_flight_ > 0) watch_.answered(end_ns_);
  counts_.unanswered += in_flight_;
  if (settings_.rate_per_s) counts_.unsent += schedule_.left() + again_ns_.size();
  for (const auto& channel : channels_) counts_.served += channel.served ? 1 : 0;
}

}  // namespace pacer::load
