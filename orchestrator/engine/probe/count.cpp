#include "engine/probe/count.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "engine/probe/check_answer.h"
#include "engine/probe/http.h"

namespace pacer {
namespace {

constexpr std::uint64_t kHellos = 1000;
constexpr std::uint64_t kPipelined = 16;
constexpr int kMissing = 16;
/// Open at the same time: where workers share a listener, those that are busy leave the next
/// connection to the others.
constexpr std::size_t kLanes = 8;
constexpr auto kAnswerLimit = std::chrono::seconds(5);
constexpr auto kCalibrationLimit = std::chrono::seconds(2);
constexpr auto kSettleLimit = std::chrono::seconds(1);
/// Fresh connections in a row that show no new process: all workers have been seen. Where each
/// connection falls to one of k at random, 8 k of them miss one with a probability of 0.03 %.
constexpr std::size_t kLeastQuiet = 64;
constexpr std::size_t kQuietPerProcess = 8;
/// A server that makes a process for each connection is never seen whole.
constexpr std::size_t kMostProcesses = 512;

std::string bytes(const Target& target, const Workload& workload) {
  return request_bytes(workload, target.address, target.port);
}

PidAndCount said_in(const Response& response) {
  const auto& count = workload_named("count");
  if (const auto wrong = check_answer(count, response); !wrong.empty()) throw Error(wrong);
  return *parse_count(response.body);
}

std::uint64_t sum(const HandlerCounts& counts) {
  std::uint64_t total = 0;
  for (const auto& [pid, count] : counts) total += count;
  return total;
}

bool covers(const HandlerCounts& seen, const HandlerCounts& known) {
  return std::all_of(known.begin(), known.end(),
                     [&](const auto& entry) { return seen.contains(entry.first); });
}

}  // namespace

/// What one round of questions found.
struct HandlerCount::Look {
  HandlerCounts counts;
  bool agrees = true;  ///< each process said one count on all connections

  /// True where the process is new.
  bool add(const PidAndCount& said) {
    const auto [entry, is_new] = counts.try_emplace(said.pid, said.count);
    if (is_new) return true;
    agrees = agrees && entry->second == said.count;
    entry->second = std::max(entry->second, said.count);
    return false;
  }
};

/// Some connections that are asked at the same time, and opened again where the server closed them.
class HandlerCount::Lanes {
 public:
  explicit Lanes(const Target& target) : target_(target) {}

  /// GET /count on each; how many processes were new.
  std::size_t ask_count(Look& into) {
    const auto request = bytes(target_, workload_named("count"));
    const auto limit = monotonic_now() + kAnswerLimit;
    for (auto& lane : lanes_) send(lane, request, limit);
    std::size_t news = 0;
    for (auto& lane : lanes_)
      news += into.add(said_in(receive_again(lane, request, limit))) ? 1 : 0;
    return news;
  }

  /// `batch` hello requests on each; counts them in `into`.
  void ask_hello(std::uint64_t batch, Calibration& into) {
    const auto request = bytes(target_, target_.workload);
    std::string requests;
    for (std::uint64_t i = 0; i < batch; ++i) requests += request;
    const auto limit = monotonic_now() + kAnswerLimit;
    for (auto& lane : lanes_) send(lane, requests, limit);
    for (auto& lane : lanes_) receive_hellos(lane, batch, into);
  }

 private:
  using Lane = std::optional<ProbeConnection>;

  void open(Lane& lane, MonotonicTime limit) {
    if (!lane) lane.emplace(target_.address, target_.port, limit);
  }

  void send(Lane& lane, const std::string& requests, MonotonicTime limit) {
    open(lane, limit);
    try {
      lane->send(requests, limit);
    } catch (const ProbeFailure& failure) {
      if (failure.kind != ProbeFailure::Kind::kClosed) throw;
      lane.reset();  // closed since the last answer, as a server may
      open(lane, limit);
      lane->send(requests, limit);
    }
  }

  /// A question that may be asked twice.
  Response receive_again(Lane& lane, const std::string& request, MonotonicTime limit) {
    try {
      return receive(lane, limit);
    } catch (const ProbeFailure& failure) {
      if (failure.kind != ProbeFailure::Kind::kClosed) throw;
      lane.reset();
      send(lane, request, limit);
      return receive(lane, limit);
    }
  }

  Response receive(Lane& lane, MonotonicTime limit) {
    auto response = lane->receive(limit);
    if (!response.keep_alive) lane.reset();
    return response;
  }

  void receive_hellos(Lane& lane, std::uint64_t batch, Calibration& into) {
    const auto limit = monotonic_now() + kAnswerLimit;
    for (std::uint64_t i = 0; i < batch; ++i) {
      if (!lane) {  // closed with its last answer: the rest may have been read, or not
        into.hellos_uncertain += batch - i;
        return;
      }
      try {
        const auto wrong = check_answer(target_.workload, receive(lane, limit));
        if (!wrong.empty()) throw Error("between two counts: " + wrong);
        ++into.hellos_answered;
      } catch (const ProbeFailure& failure) {
        if (failure.kind != ProbeFailure::Kind::kClosed) throw;
        lane.reset();
        into.hellos_uncertain += batch - i;
        return;
      }
    }
  }

  const Target& target_;
  std::array<Lane, kLanes> lanes_;
};

HandlerCount::Look HandlerCount::look(const HandlerCounts& known) const {
  Look seen;
  for (std::size_t quiet = 0;;) {
    const bool is_new = Lanes(target_).ask_count(seen) > 0;
    quiet = is_new ? 0 : quiet + kLanes;
    if (one_process_ && seen.counts.size() == 1) return seen;
    if (!known.empty() && quiet > 0 && covers(seen.counts, known)) return seen;
    if (quiet >= std::max(kLeastQuiet, kQuietPerProcess * seen.counts.size())) return seen;
    if (seen.counts.size() > kMostProcesses) {
      throw Error(fmt::format("more than {} processes answer it", kMostProcesses));
    }
  }
}

HandlerCounts HandlerCount::settled() {
  const auto limit = monotonic_now() + kSettleLimit;
  for (auto last = look(known_);;) {
    auto next = look(last.counts);
    const bool same = last.agrees && next.agrees && next.counts == last.counts;
    if (same) return known_ = std::move(next.counts);
    if (monotonic_now() >= limit) throw Error("the count does not stand still after the load");
    last = std::move(next);
  }
}

Calibration HandlerCount::calibrate(bool pipelined) {
  Calibration seen;
  Lanes lanes(target_);
  Look before = look({});
  lanes.ask_count(before);
  try {
    for (; seen.missing_asked < kMissing; ++seen.missing_asked) {
      fetch(target_.address, target_.port, bytes(target_, kNoSuchPath),
            monotonic_now() + kAnswerLimit);
    }
  } catch (const ProbeFailure&) {
    // Rude, but no request of the load asks for such a path.
  }
  Look missing = look(before.counts);
  lanes.ask_count(missing);
  const auto limit = monotonic_now() + kCalibrationLimit;
  while (seen.hellos_answered < kHellos && monotonic_now() < limit) {
    const auto left = (kHellos - seen.hellos_answered + kLanes - 1) / kLanes;
    lanes.ask_hello(std::min<std::uint64_t>(left, pipelined ? kPipelined : 1), seen);
  }
  // A handler may count after it has answered.
  const auto settle = monotonic_now() + kSettleLimit;
  for (;;) {
    Look after = look(before.counts);
    lanes.ask_count(after);
    seen.agrees = before.agrees && missing.agrees && after.agrees;
    const auto least = sum(missing.counts) + seen.hellos_answered;
    const bool again = !after.agrees || sum(after.counts) < least;
    if (again && monotonic_now() < settle && seen.after != after.counts) {
      seen.after = std::move(after.counts);
      continue;
    }
    seen.before = std::move(before.counts);
    seen.after_missing = std::move(missing.counts);
    seen.after = std::move(after.counts);
    known_ = seen.after;
    return seen;
  }
}

std::string check_count(const Target& target, bool one_process) {
  try {
    const auto verdict = judge_calibration(HandlerCount(target, one_process).calibrate(false));
    if (!verdict.failed.empty()) return verdict.failed;
    // Workers that came or went prove nothing, and break no rule.
    const bool broken = verdict.note && verdict.note->code != "count-processes";
    return broken ? verdict.note->text : "";
  } catch (const ProbeFailure& failure) {
    return fmt::format("GET /count: {}", failure.what());
  } catch (const Error& error) {
    return fmt::format("GET /count: {}", error.what());
  }
}

}  // namespace pacer
