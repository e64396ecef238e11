#include "ceiling/worker.h"

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <ctime>
#include <utility>

namespace pacer::ceiling {
namespace {

constexpr std::size_t kInputBytes = std::size_t{64} * 1024;
constexpr int kEvents = 256;
/// After so many full buffers of one connection the others get their turn.
constexpr int kReadsInARow = 16;
/// How much of what a wrong client still sends is thrown away before the connection is cut.
constexpr std::uint64_t kMaxDrainedBytes = 1 << 20;
// Edge-triggered, for reading and writing at once: no epoll_ctl is needed after the first, and a
// socket is not polled again while nothing has changed.
constexpr std::uint32_t kInterest = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET;

/// Reading the CPU clock is a system call: a tenth of one answer would be lost in its cost.
constexpr int kRoundsBetweenWork = 16;

std::int64_t thread_cpu_ns() {
  timespec used{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return used.tv_sec * std::int64_t{1'000'000'000} + used.tv_nsec;
}

std::time_t coarse_now() {
  timespec now{};
  clock_gettime(CLOCK_REALTIME_COARSE, &now);
  return now.tv_sec;
}

}  // namespace

Worker::Worker(std::function<std::uint64_t()> handled_by_all, int extra_work_percent)
    : handled_by_all_(std::move(handled_by_all)),
      epoll_fd_(epoll_create1(EPOLL_CLOEXEC)),
      stop_fd_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      input_(kInputBytes),
      extra_work_(extra_work_percent) {
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.fd = stop_fd_;
  epoll_ctl(epoll_fd_, EPOLL_CTL_ADD, stop_fd_, &event);
}

Worker::~Worker() {
  for (std::size_t fd = 0; fd < by_fd_.size(); ++fd) {
    if (by_fd_[fd] && by_fd_[fd]->open) close(static_cast<int>(fd));
  }
  close(epoll_fd_);
  close(stop_fd_);
}

void Worker::adopt(int fd) {
  connections_.fetch_add(1, std::memory_order_relaxed);
  epoll_event event{};
  event.events = kInterest;
  event.data.fd = fd;
  if (epoll_ctl(epoll_fd_, EPOLL_CTL_ADD, fd, &event) == 0) return;
  connections_.fetch_sub(1, std::memory_order_relaxed);
  close(fd);
}

void Worker::stop() {
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto written = write(stop_fd_, &one, sizeof(one));
}

void Worker::work_more() {
  const auto until_ns = extra_work_.burn_until_ns(thread_cpu_ns());
  auto now_ns = thread_cpu_ns();
  while (now_ns < until_ns) now_ns = thread_cpu_ns();
  extra_work_.burned(now_ns);
}

void Worker::run() {
  std::array<epoll_event, kEvents> events;
  for (int round = 1;; ++round) {
    if (extra_work_.wanted() && round % kRoundsBetweenWork == 0) work_more();
    const int count = epoll_wait(epoll_fd_, events.data(), kEvents, -1);
    if (count < 0 && errno != EINTR) return;
    answers_.set_time(coarse_now());
    for (int at = 0; at < count; ++at) {
      const auto& event = events[static_cast<std::size_t>(at)];
      if (event.data.fd == stop_fd_) return;
      on_event(event.data.fd, event.events);
    }
  }
}

Worker::Connection& Worker::connection(int fd) {
  const auto index = static_cast<std::size_t>(fd);
  if (index >= by_fd_.size()) by_fd_.resize(2 * index + 1);
  auto& slot = by_fd_[index];
  if (!slot) slot = std::make_unique<Connection>();
  slot->open = true;
  return *slot;
}

void Worker::on_event(int fd, std::uint32_t events) {
  auto& peer = connection(fd);
  if (!peer.pending.empty()) {
    const auto waiting = std::exchange(peer.pending, {});
    if (!send_out(fd, peer, waiting) || !peer.pending.empty()) return;
    if (!end_if_closing(fd, peer)) return;
    // Reading was held back while the client did not read.
    read_all(fd, peer, true);
    return;
  }
  constexpr std::uint32_t kGone = EPOLLRDHUP | EPOLLHUP | EPOLLERR;
  if (events & (EPOLLIN | kGone)) read_all(fd, peer, (events & kGone) != 0);
}

/// Reads until the socket is empty. A short read proves that it was, unless the client's end of
/// stream is known to stand behind it (`until_empty`): what comes later is a new event.
void Worker::read_all(int fd, Connection& peer, bool until_empty) {
  for (int reads = 0; reads < kReadsInARow; ++reads) {
    const auto size = recv(fd, input_.data(), input_.size(), 0);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0 && errno == EAGAIN) return;
    if (size <= 0) return drop(fd, peer);
    const std::string_view received(input_.data(), static_cast<std::size_t>(size));
    if (!take(fd, peer, received) || !peer.pending.empty()) return;
    if (received.size() < input_.size() && !until_empty && !peer.lingering) return;
  }
  epoll_event event{};
  event.events = kInterest;
  event.data.fd = fd;
  epoll_ctl(epoll_fd_, EPOLL_CTL_MOD, fd, &event);  // raises the event again if there is more
}

/// False where the connection is gone.
bool Worker::take(int fd, Connection& peer, std::string_view received) {
  if (peer.lingering) {
    peer.drained += received.size();
    if (peer.drained <= kMaxDrainedBytes) return true;
    drop(fd, peer);
    return false;
  }
  output_.clear();
  if (peer.carry.empty()) {
    peer.carry = serve(peer, received);
  } else {
    peer.carry.append(received);
    peer.carry = std::string(serve(peer, peer.carry));
  }
  if (!output_.empty() && !send_out(fd, peer, output_)) return false;
  return end_if_closing(fd, peer);
}

/// Answers every whole request into output_ and returns what is left.
std::string_view Worker::serve(Connection& peer, std::string_view input) {
  while (!input.empty() && !peer.closing) {
    const auto skipped = std::min<std::uint64_t>(peer.body_left, input.size());
    peer.body_left -= skipped;
    input.remove_prefix(skipped);
    if (input.empty()) break;
    const auto scan = scan_request(input);
    if (scan.state == ScanState::kIncomplete) break;
    if (scan.state == ScanState::kMalformed) {
      RequestHead wrong;
      wrong.keep_alive = false;
      output_ += answers_.text(Answer::kBadRequest, wrong);
      peer.closing = true;
      break;
    }
    answer(peer, scan.head);
    input.remove_prefix(scan.head_bytes);
  }
  return input;
}

void Worker::answer(Connection& peer, const RequestHead& head) {
  peer.body_left = head.body_bytes;
  peer.closing = !head.keep_alive;
  const bool hello = head.path == "/";
  if (!hello && head.path != "/count") {
    output_ += answers_.text(Answer::kNotFound, head);
  } else if (head.method != "GET") {
    output_ += answers_.text(Answer::kNotAllowed, head);
  } else if (hello) {
    // The only writer is this thread: no locked instruction is needed.
    handled_.store(handled() + 1, std::memory_order_relaxed);
    output_ += answers_.text(Answer::kHello, head);
  } else {
    output_ += answers_.count(getpid(), handled_by_all_(), head);
  }
}

/// False where the connection is gone. What the socket does not take waits in `pending`.
bool Worker::send_out(int fd, Connection& peer, std::string_view answers) {
  while (!answers.empty()) {
    const auto size = send(fd, answers.data(), answers.size(), MSG_NOSIGNAL);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0 && errno == EAGAIN) {
      peer.pending = answers;
      return true;
    }
    if (size < 0) {
      drop(fd, peer);
      return false;
    }
    answers.remove_prefix(static_cast<std::size_t>(size));
  }
  return true;
}

/// Ends a connection whose last answer is out. Closing while unread bytes wait would reset it and
/// may destroy the answer on its way, so with such bytes only our side is shut down first.
/// False where the connection is gone.
bool Worker::end_if_closing(int fd, Connection& peer) {
  if (!peer.closing || peer.lingering || !peer.pending.empty()) return true;
  if (peer.carry.empty() && peer.body_left == 0) {
    drop(fd, peer);
    return false;
  }
  shutdown(fd, SHUT_WR);
  peer.lingering = true;
  return true;
}

void Worker::drop(int fd, Connection& peer) {
  peer = Connection{};
  connections_.fetch_sub(1, std::memory_order_relaxed);
  close(fd);
}

}  // namespace pacer::ceiling
