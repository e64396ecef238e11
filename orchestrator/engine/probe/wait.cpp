#include "engine/probe/wait.h"

#include <poll.h>

#include <algorithm>
#include <list>

#include <fmt/format.h>

#include "base/error.h"
#include "engine/probe/check_answer.h"
#include "engine/probe/conversation.h"
#include "engine/process/interrupt.h"

namespace pacer {
namespace {

using std::chrono::milliseconds;

/// What timers in whole milliseconds may be early by.
constexpr auto kClockStep = milliseconds(1);

constexpr int kWaits = 32;
constexpr auto kWait = milliseconds(500);
/// One after the other they would take 16 s. A server that runs them all at once has this much
/// besides, however busy the machine is.
constexpr auto kSlack = std::chrono::seconds(3);
/// Hello must be answered before the first wait ends: a server that could not is given a second
/// chance, as the machine may have held it up.
constexpr int kAttempts = 2;

Request wait_request(milliseconds time) {
  return {"GET", fmt::format("/wait?ms={}", time.count())};
}

std::string wrong_wait(const Response& response, milliseconds time, MonotonicTime asked) {
  const auto took = monotonic_now() - asked;
  auto wrong = check_response(response, 200, "text/plain",
                              check_body(response.body, fmt::format("waited {}", time.count())));
  if (wrong.empty() && took < time - kClockStep) {
    wrong =
        fmt::format("answered after {}, expected not before {} ms",
                    humanize_duration(std::chrono::duration_cast<Duration>(took)), time.count());
  }
  return wrong;
}

void check_alone(const Target& target) {
  Conversation conversation(target);
  for (const auto time : {milliseconds(0), milliseconds(1), milliseconds(50)}) {
    const auto request = wait_request(time);
    const auto asked = monotonic_now();
    require(request, wrong_wait(conversation.ask(request), time, asked));
  }
  for (const auto* query : {"", "?ms=", "?ms=-1", "?ms=abc", "?ms=5x", "?ms=5.0", "?ms=10001",
                            "?ms=99999999999999999999"}) {
    const Request request{"GET", std::string("/wait") + query};
    require(request, check_response(conversation.ask(request), 400, "", ""));
  }
}

/// Many waits at the same time, and one hello beside them.
class Crowd {
 public:
  explicit Crowd(const Target& target);
  /// False where hello was answered only after a wait had ended.
  bool hello_was_first();

 private:
  struct Asker {
    Conversation conversation;
    milliseconds time;  ///< zero: asks for hello
  };

  void poll_all();
  void read(Asker& asker);
  std::string too_slow() const;

  const Target& target_;
  MonotonicTime asked_;
  MonotonicTime deadline_;
  std::list<Asker> open_;
  std::vector<pollfd> polled_;
  bool wait_ended_ = false;
  bool hello_held_up_ = false;
};

/// Each waits for a little longer than the one before it, so that none can pass for another.
Crowd::Crowd(const Target& target)
    : target_(target), asked_(monotonic_now()), deadline_(asked_ + kWait + kSlack) {
  for (int i = 0; i < kWaits; ++i) {
    const auto time = kWait + milliseconds(i);
    open_.push_back({Conversation(target), time});
    open_.back().conversation.send(wait_request(time), deadline_);
  }
  open_.push_back({Conversation(target), milliseconds::zero()});
  open_.back().conversation.send({"GET", "/"}, deadline_);
}

std::string Crowd::too_slow() const {
  const auto waiting = std::count_if(open_.begin(), open_.end(), [](const Asker& asker) {
    return asker.time != milliseconds::zero();
  });
  const bool hello_too = waiting != static_cast<std::ptrdiff_t>(open_.size());
  return fmt::format(
      "{} requests for GET /wait?ms={} at the same time: {} answered within {}, expected all{}",
      kWaits, kWait.count(), kWaits - waiting, humanize_duration(kWait + kSlack),
      hello_too ? "; nor was GET / beside them" : "");
}

void Crowd::poll_all() {
  polled_.clear();
  for (const auto& asker : open_) polled_.push_back({asker.conversation.fd(), POLLIN, 0});
  if (interrupt_fd() >= 0) polled_.push_back({interrupt_fd(), POLLIN, 0});
  check_interrupted();
  const auto left = std::chrono::ceil<milliseconds>(deadline_ - monotonic_now()).count();
  if (left <= 0) throw Error(too_slow());
  poll(polled_.data(), polled_.size(), static_cast<int>(left));
}

void Crowd::read(Asker& asker) {
  const auto response = asker.conversation.receive(deadline_);
  if (asker.time == milliseconds::zero()) {
    require({"GET", "/", "beside waits"}, check_answer(target_.workload, response));
  } else {
    require(wait_request(asker.time), wrong_wait(response, asker.time, asked_));
  }
}

bool Crowd::hello_was_first() {
  while (!open_.empty()) {
    poll_all();
    const bool had_ended = wait_ended_;  // of two that are readable at once nobody knows the first
    auto asker = open_.begin();
    for (std::size_t i = 0, n = open_.size(); i < n; ++i) {
      if (polled_[i].revents == 0) {
        ++asker;
        continue;
      }
      read(*asker);
      const bool is_hello = asker->time == milliseconds::zero();
      if (is_hello) hello_held_up_ = had_ended;
      wait_ended_ = wait_ended_ || !is_hello;
      asker = open_.erase(asker);
    }
  }
  return !hello_held_up_;
}

}  // namespace

void check_wait(const Target& target) {
  check_alone(target);
  for (int attempt = 1; !Crowd(target).hello_was_first(); ++attempt) {
    if (attempt < kAttempts) continue;
    throw Error(
        fmt::format("GET / beside {} requests for GET /wait?ms={}: answered after the first of "
                    "them, expected before",
                    kWaits, kWait.count()));
  }
}

}  // namespace pacer
