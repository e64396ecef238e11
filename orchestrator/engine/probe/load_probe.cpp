#include "engine/probe/load_probe.h"

#include <array>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

#include "base/error.h"
#include "engine/probe/check_answer.h"
#include "engine/probe/http.h"
#include "engine/process/interrupt.h"

namespace pacer {
namespace {

constexpr auto kEvery = std::chrono::milliseconds(40);
/// Above the time an overloaded but healthy server needs with its queue full.
constexpr auto kAnswerLimit = std::chrono::seconds(2);
}  // namespace

struct LoadProbe::State {
  struct Slot {
    std::optional<ProbeConnection> connection;
    bool used = false;
  };

  const Workload& workload;
  std::string address;
  int port;
  std::string request;
  Result result;
  std::vector<int> ports;  ///< guarded by `mutex`
  std::mutex mutex;
  std::condition_variable_any changed;
  std::array<Slot, kConnections> slots;
  std::jthread thread;  // last: it uses all the others

  explicit State(const Target& target)
      : workload(target.workload),
        address(target.address),
        port(target.port),
        request(request_bytes(target.workload, target.address, target.port)) {
    for (auto& slot : slots) open(slot, monotonic_now() + kAnswerLimit);
    result.reopened = 0;
    thread = std::jthread([this](const std::stop_token& stop) { run(stop); });
  }

  void open(Slot& slot, MonotonicTime limit) {
    try {
      slot.connection.emplace(address, port, limit);
      {
        const std::lock_guard lock(mutex);
        ports.push_back(slot.connection->local_port());
      }
      slot.used = false;
      ++result.reopened;
    } catch (const ProbeFailure&) {
      slot.connection.reset();
    }
  }

  void count_wrong(const std::string& wrong) {
    ++result.wrong;
    if (result.first_wrong.empty()) result.first_wrong = wrong;
  }

  void probe(Slot& slot) {
    const auto limit = monotonic_now() + kAnswerLimit;
    if (!slot.connection) open(slot, limit);
    if (!slot.connection) {
      ++result.unanswered;
      return;
    }
    try {
      ++result.asked;
      slot.connection->send(request, limit);
      const auto response = slot.connection->receive(limit);
      ++result.answered;
      slot.used = true;
      const auto wrong = check_answer(workload, response);
      wrong.empty() ? void(++result.right) : count_wrong(wrong);
      if (!response.keep_alive) slot.connection.reset();
    } catch (const ProbeFailure& failure) {
      slot.connection.reset();
      // A kept connection may be closed between two requests; that is the server's right.
      if (failure.kind == ProbeFailure::Kind::kClosed && slot.used) return;
      failure.kind == ProbeFailure::Kind::kMalformed ? count_wrong(failure.what())
                                                     : void(++result.unanswered);
    }
  }

  /// A connection that stood through the load and answers no more is one of a server that hangs for
  /// some, or for all of those that were there.
  void ask_once_more(Slot& slot) {
    if (!slot.connection || !slot.used) return;
    try {
      const auto limit = monotonic_now() + kAnswerLimit;
      ++result.asked;
      slot.connection->send(request, limit);
      slot.connection->receive(limit);
      ++result.answered;
    } catch (const ProbeFailure& failure) {
      if (failure.kind == ProbeFailure::Kind::kTimeout) ++result.silent_at_end;
    }
  }

  void run(const std::stop_token& stop) {
    auto next = monotonic_now();
    std::size_t turn = 0;
    try {
      while (!stop.stop_requested()) {
        probe(slots[turn++ % slots.size()]);
        next = std::max(next + kEvery, monotonic_now());
        std::unique_lock lock(mutex);
        changed.wait_until(lock, stop, next, [] { return false; });
      }
    } catch (const Interrupted&) {
      // The trial's own wait sees the same interrupt and ends the trial.
    } catch (const Error&) {
      ++result.unanswered;  // no socket could be made
    }
  }
};

LoadProbe::LoadProbe(const Target& target) : state_(std::make_unique<State>(target)) {}

LoadProbe::~LoadProbe() = default;

std::vector<int> LoadProbe::ports() const {
  const std::lock_guard lock(state_->mutex);
  return state_->ports;
}

LoadProbe::Result LoadProbe::finish() {
  state_->thread.request_stop();
  state_->thread.join();
  for (auto& slot : state_->slots) {
    state_->ask_once_more(slot);
    slot.connection.reset();
  }
  return state_->result;
}

}  // namespace pacer
