#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "load/worker.h"

namespace pacer::load {
namespace {

// Edge-triggered, for reading and writing at once: no epoll_ctl is needed after the first, and a
// socket is not polled again while nothing has changed.
constexpr std::uint32_t kInterest = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET;
constexpr std::int64_t kFirstBackoffNs = 10'000'000;
constexpr std::int64_t kLongestBackoffNs = 320'000'000;

}  // namespace

void Worker::connect(Channel& channel) {
  const auto& address = settings_.address;
  const int type = SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC;
  channel.fd = socket(address.storage.ss_family, type, 0);
  if (channel.fd < 0) return connect_failed(channel, errno);
  const int on = 1;
  setsockopt(channel.fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
  channel.state = Channel::State::kConnecting;
  channel.waiting_since_ns = now_ns_;
  ++channel.generation;
  const auto* to = reinterpret_cast<const sockaddr*>(&address.storage);
  if (::connect(channel.fd, to, address.size) != 0 && errno != EINPROGRESS) {
    return connect_failed(channel, errno);
  }
  epoll_event event{};
  event.events = kInterest;
  event.data.u64 = std::uint64_t{channel.generation} << 32 | index_of(channel);
  if (epoll_ctl(epoll_fd_, EPOLL_CTL_ADD, channel.fd, &event) != 0) connect_failed(channel, errno);
}

void Worker::on_connected(Channel& channel) {
  int error = 0;
  socklen_t size = sizeof(error);
  getsockopt(channel.fd, SOL_SOCKET, SO_ERROR, &error, &size);
  if (error != 0) return connect_failed(channel, error);
  channel.state = Channel::State::kOpen;
  ++open_;
  ++counts_.opened;
  if (channel.opened_before) ++counts_.reopened;
  channel.opened_before = true;
  if (started_) refill(channel);
}

void Worker::connect_failed(Channel& channel, int error) {
  ++counts_.faults[static_cast<std::size_t>(Fault::kConnect)];
  note(Fault::kConnect, std::strerror(error));
  close_socket(channel);
  channel.backoff_ns = std::clamp(2 * channel.backoff_ns, kFirstBackoffNs, kLongestBackoffNs);
  channel.retry_at_ns = now_ns_ + channel.backoff_ns;
}

void Worker::on_end(Channel& channel, int error) {
  if (error != 0) return lose(channel, Fault::kReset, std::strerror(error));
  if (channel.parser.end() == ResponseParser::Step::kComplete) {
    on_answer(channel);
    return end_as_announced(channel);
  }
  if (channel.in_flight > 0) {
    const bool begun = !channel.parser.idle();
    return lose(channel, Fault::kEarlyClose,
                begun ? "closed in the middle of an answer" : "closed before an answer");
  }
  ++counts_.idle_closes;
  reopen(channel);
}

/// What was sent behind the last answer was never asked for; it is sent again.
void Worker::end_as_announced(Channel& channel) {
  ++counts_.announced_closes;
  counts_.unasked += channel.in_flight;
  if (settings_.rate_per_s) {
    for (auto left = channel.in_flight; left > 0; --left) {
      again_ns_.push_back(
          channel.times_ns[(channel.oldest + left - 1) & (channel.times_ns.size() - 1)]);
    }
  } else if (settings_.requests) {
    budget_ += channel.in_flight;
  }
  reopen(channel);
}

void Worker::lose(Channel& channel, Fault fault, std::string_view why) {
  ++counts_.faults[static_cast<std::size_t>(fault)];
  counts_.lost += channel.in_flight;
  note(fault, why);
  reopen(channel);
}

void Worker::reopen(Channel& channel) {
  // A server that closes before it has answered anything must not be hammered with connections.
  const bool wait = channel.answers == 0;
  close_socket(channel);
  if (wait) {
    channel.backoff_ns = std::clamp(2 * channel.backoff_ns, kFirstBackoffNs, kLongestBackoffNs);
    channel.retry_at_ns = now_ns_ + channel.backoff_ns;
  } else {
    channel.backoff_ns = 0;
    if (wants_more()) connect(channel);
  }
}

void Worker::close_socket(Channel& channel) {
  if (channel.state == Channel::State::kOpen) {
    --open_;
    last_open_ns_ = now_ns_;
  }
  if (channel.fd >= 0) close(channel.fd);
  in_flight_ -= channel.in_flight;
  channel.fd = -1;
  ++channel.generation;
  channel.state = Channel::State::kClosed;
  channel.broken = false;
  channel.in_flight = 0;
  channel.out_left = 0;
  channel.out_at = 0;
  channel.answers = 0;
  channel.parser.reset();
}

void Worker::note(Fault fault, std::string_view why) { evidence_.emplace(fault, why); }

}  // namespace pacer::load
