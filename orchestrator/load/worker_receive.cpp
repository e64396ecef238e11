#include <sys/socket.h>

#include <cerrno>
#include <cstring>

#include "load/clock.h"
#include "load/worker.h"

namespace pacer::load {
namespace {

constexpr std::size_t kMaxKnownBytes = std::size_t{16} * 1024;

}  // namespace

/// Reads until the socket is empty. A short read proves that it was, unless the server's end of
/// stream is known to stand behind it (`ended`): what comes later is a new event.
void Worker::receive(Channel& channel, bool ended) {
  while (true) {
    const auto size = recv(channel.fd, input_.data(), input_.size(), 0);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0 && errno == EAGAIN) return refill(channel);
    now_ns_ = now_ns();
    if (now_ns_ >= cutoff_ns_) {
      done_ = true;
      return;
    }
    if (size <= 0) return on_end(channel, size < 0 ? errno : 0);
    const auto bytes = static_cast<std::size_t>(size);
    counts_.bytes += bytes;
    if (!take(channel, {input_.data(), bytes})) return;
    if (bytes == input_.size() || ended) continue;
    return refill(channel);
  }
}

/// False where the socket is no longer that of the channel.
bool Worker::take(Channel& channel, std::string_view input) {
  take_known(channel, input);
  while (!input.empty()) {
    if (channel.in_flight == 0) {
      lose(channel, Fault::kMalformed, "bytes that no request asked for");
      return false;
    }
    const bool from_its_start = channel.parser.idle();
    const char* begin = input.data();
    const auto step = channel.parser.feed(input);
    if (step == ResponseParser::Step::kMore) return true;
    if (step == ResponseParser::Step::kMalformed) {
      lose(channel, Fault::kMalformed, channel.parser.problem());
      return false;
    }
    const auto right_before = counts_.right;
    on_answer(channel);
    if (channel.parser.response().closes) {
      end_as_announced(channel);
      return false;
    }
    const auto size = static_cast<std::size_t>(input.data() - begin);
    if (from_its_start && counts_.right > right_before && size <= kMaxKnownBytes) {
      known_.assign(begin, size);
      take_known(channel, input);
    }
  }
  return true;
}

/// Where answers are byte for byte the last that was read and found right, and keeps its
/// connection, they are right as well: what the parser makes of bytes depends on nothing else.
void Worker::take_known(Channel& channel, std::string_view& input) {
  const auto size = known_.size();
  if (size == 0 || !channel.parser.idle()) return;
  std::uint64_t number = 0;
  while (input.size() >= size && channel.in_flight > 0 &&
         std::memcmp(input.data(), known_.data(), size) == 0) {
    input.remove_prefix(size);
    latency_ns_.record(now_ns_ - channel.pop_time());
    ++number;
  }
  if (number == 0) return;
  counts_.answers += number;
  counts_.right += number;
  in_flight_ -= number;
  channel.answers += number;
  on_progress(channel);
}

void Worker::on_answer(Channel& channel) {
  const auto& response = channel.parser.response();
  const auto latency_ns = now_ns_ - channel.pop_time();
  --in_flight_;
  ++counts_.answers;
  ++channel.answers;
  if (response.status != settings_.expectation.status) {
    ++counts_.wrong_status[static_cast<std::size_t>(response.status)];
  } else if (response.body_differs) {
    ++counts_.wrong_body;
  } else {
    ++counts_.right;
    latency_ns_.record(latency_ns);
  }
  on_progress(channel);
}

/// Answers of the batch that crosses the border count to the second before.
void Worker::end_second() {
  constexpr std::int64_t kSecondNs = 1'000'000'000;
  for (; now_ns_ >= next_second_ns_; next_second_ns_ += kSecondNs) {
    right_at_second_.push_back(counts_.right);
  }
}

void Worker::on_progress(Channel& channel) {
  if (now_ns_ >= next_second_ns_) end_second();
  channel.served = true;
  channel.waiting_since_ns = now_ns_;
  last_answer_ns_ = now_ns_;
  watch_.answered(now_ns_);
}

}  // namespace pacer::load
