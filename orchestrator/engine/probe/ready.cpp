#include "engine/probe/ready.h"

#include <poll.h>

#include <algorithm>
#include <list>
#include <utility>

#include <fmt/format.h>

#include "engine/health/port_owner.h"
#include "engine/probe/check_answer.h"
#include "engine/probe/http.h"
#include "engine/probe/listeners.h"
#include "engine/process/files.h"
#include "engine/process/interrupt.h"

namespace pacer {
namespace {

constexpr auto kPollEvery = std::chrono::milliseconds(1);
/// A connection that is accepted and not answered may have been lost while the server was starting:
/// after this long a fresh one is tried beside it. It may also be the first in the queue of a slow
/// server, so it is not given up before kPatience.
constexpr auto kFreshAfter = std::chrono::milliseconds(100);
constexpr auto kPatience = std::chrono::seconds(2);
/// Looking up who listens reads /proc; while the answer is "not yet", not more often than this.
constexpr auto kOwnerEvery = std::chrono::milliseconds(50);

struct Attempts {
  std::string last_answer;    ///< what was wrong with the last response; empty: there was none
  bool silent = false;        ///< a connection was accepted and never answered
  bool shut = false;          ///< a connection was accepted and closed without an answer
  std::string wrong_process;  ///< a right answer, but not from the process just started
};

void pause(int status_fd) {
  pollfd waits[2] = {{interrupt_fd(), POLLIN, 0}, {status_fd, POLLIN, 0}};
  poll(waits, 2, static_cast<int>(kPollEvery.count()));
}

/// Nothing of the tree is left. Asked for a while: in the moment in which a parent ends and its
/// child gets another one, a look at /proc can miss the child.
bool stays_empty(const ProcessTree& server) {
  const auto deadline = monotonic_now() + std::chrono::milliseconds(100);
  while (server.members().empty()) {
    if (monotonic_now() >= deadline) return true;
    poll(nullptr, 0, 5);
  }
  return false;
}

/// Asks a server that is starting, on at most two connections at once.
class Asking {
 public:
  explicit Asking(const Target& target)
      : target_(target), request_(request_bytes(target.workload, target.address, target.port)) {}

  /// True when a right answer has come; else notes what has. Waits for about a millisecond.
  bool answered(MonotonicTime deadline, Attempts& attempts);

 private:
  struct Question {
    ProbeConnection connection;
    MonotonicTime asked;
  };

  void ask(MonotonicTime now, MonotonicTime deadline);
  void drop_old(MonotonicTime now, Attempts& attempts);
  bool read(Question& question, MonotonicTime deadline, Attempts& attempts);

  const Target& target_;
  const std::string request_;
  std::list<Question> open_;
};

void Asking::ask(MonotonicTime now, MonotonicTime deadline) {
  try {
    const auto limit = std::min(deadline, now + kFreshAfter);
    ProbeConnection connection(target_.address, target_.port, limit);
    connection.send(request_, limit);
    open_.push_back({std::move(connection), now});
  } catch (const ProbeFailure&) {  // nobody listens yet, or the queue is full
  }
}

void Asking::drop_old(MonotonicTime now, Attempts& attempts) {
  if (open_.empty() || now - open_.back().asked < kFreshAfter) return;
  attempts.silent = true;
  if (open_.size() > 1) open_.pop_back();
  if (now - open_.front().asked > kPatience) open_.pop_front();
}

bool Asking::read(Question& question, MonotonicTime deadline, Attempts& attempts) {
  try {
    const auto response = question.connection.receive(deadline);
    attempts.last_answer = check_answer(target_.workload, response);
    return attempts.last_answer.empty();
  } catch (const ProbeFailure& failure) {
    if (failure.kind == ProbeFailure::Kind::kClosed) attempts.shut = true;
    if (failure.kind == ProbeFailure::Kind::kMalformed ||
        failure.kind == ProbeFailure::Kind::kIncomplete) {
      attempts.last_answer = failure.what();
    }
    return false;
  }
}

bool Asking::answered(MonotonicTime deadline, Attempts& attempts) {
  const auto now = monotonic_now();
  drop_old(now, attempts);
  if (open_.empty() || (open_.size() == 1 && now - open_.back().asked >= kFreshAfter)) {
    ask(now, deadline);
  }
  std::vector<pollfd> waits;
  for (const auto& question : open_) waits.push_back({question.connection.fd(), POLLIN, 0});
  if (waits.empty()) return false;
  poll(waits.data(), waits.size(), static_cast<int>(kPollEvery.count()));
  auto question = open_.begin();
  for (const auto& wait : waits) {
    if (wait.revents == 0) {
      ++question;
      continue;
    }
    if (read(*question, std::min(deadline, monotonic_now() + kPatience), attempts)) return true;
    question = open_.erase(question);
  }
  return false;
}

std::string holders(const Listening& listening) {
  std::vector<std::string> names;
  for (const auto* group : {&listening.strangers, &listening.orphans}) {
    for (const auto pid : *group) names.push_back(describe_process(pid));
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

Failed ended_early(ProcessTree& server, const Target& target, const ExitStatus& status) {
  Failed failed{Stage::kReady, fmt::format("server ended ({}) before it was ready", status.text()),
                last_words(target.log)};
  const bool in_use = std::any_of(failed.evidence.begin(), failed.evidence.end(), [](auto line) {
    std::transform(line.begin(), line.end(), line.begin(), ::tolower);
    return line.find("in use") != std::string::npos || line.find("eaddrinuse") != std::string::npos;
  });
  if (in_use) failed.why += ": address in use";
  const auto listening = who_listens(server, target.port);
  if (listening.any) {
    failed.why += fmt::format("; port {} is held by foreign {}", target.port, holders(listening));
  }
  return failed;
}

Failed timed_out(const ProcessTree& server, const Target& target, const Attempts& attempts) {
  const auto within = format_duration(target.manifest.ready_within);
  const auto evidence = last_words(target.log);
  if (!attempts.wrong_process.empty()) return {Stage::kReady, attempts.wrong_process, evidence};
  if (const auto listening = who_listens(server, target.port); !listening.strangers.empty()) {
    return {Stage::kReady,
            fmt::format("port {} is held by {}, which is not the process just started", target.port,
                        holders(listening)),
            evidence};
  }
  if (!attempts.last_answer.empty()) {
    return {
        Stage::kVerify,
        fmt::format("no right answer within {}; the last one: {}", within, attempts.last_answer),
        evidence};
  }
  if (attempts.shut) {
    return {Stage::kReady,
            fmt::format("accepts connections on port {} and closes them without an answer",
                        target.port),
            evidence};
  }
  if (attempts.silent) {
    return {Stage::kReady,
            fmt::format("accepts connections on port {} but did not answer within {}", target.port,
                        within),
            evidence};
  }
  const auto elsewhere = listens_elsewhere(server, target.address, target.port);
  return {Stage::kReady,
          fmt::format("nothing answered on {}:{} within {}; the server is alive and {}",
                      target.address, target.port, within,
                      elsewhere.empty() ? "does not listen on any port" : elsewhere),
          evidence};
}

std::vector<Note> ready_notes(ProcessTree& server, const Listening& listening) {
  std::vector<Note> notes;
  if (server.exited()) {
    notes.push_back({"daemonised", fmt::format("the started process ended ({}) and left the server "
                                               "running on its own",
                                               server.exited()->text())});
  }
  if (listening.all_addresses) {
    notes.push_back({"all-addresses", "listens on all addresses, not on loopback only"});
  }
  return notes;
}

}  // namespace

std::vector<std::string> last_words(const std::filesystem::path& log) {
  auto lines = log_tail(log);
  return lines.empty() ? log_tail(log.parent_path() / "server.stdout") : lines;
}

std::variant<Ready, Failed> wait_until_ready(ProcessTree& server, const Target& target) {
  const auto deadline = server.started() + target.manifest.ready_within;
  Attempts attempts;
  Asking asking(target);
  MonotonicTime next_owner_check = server.started();
  while (monotonic_now() < deadline) {
    check_interrupted();
    const auto status = server.exited();
    if (status && (!status->ok() || stays_empty(server))) {
      return ended_early(server, target, *status);
    }
    if (monotonic_now() >= next_owner_check && asking.answered(deadline, attempts)) {
      const auto answered = monotonic_now();
      const auto listening = who_listens(server, target.port);
      // It may have failed meanwhile: then whoever answered is not what it became.
      const auto end = server.exited();
      if (end && !end->ok()) return ended_early(server, target, *end);
      if (listening.is_the_server(end.has_value())) {
        return Ready{std::chrono::duration_cast<Duration>(answered - server.started()),
                     ready_notes(server, listening)};
      }
      attempts.wrong_process =
          fmt::format("port {} answers, but from {}, which is not the process just started",
                      target.port, holders(listening));
      if (!listening.strangers.empty() && !server.exited()) {
        // The server itself may be about to fail on the taken port: its exit says more.
        server.wait_until(std::min(deadline, monotonic_now() + kPatience));
        if (const auto late = server.exited()) return ended_early(server, target, *late);
        return Failed{Stage::kReady, attempts.wrong_process, last_words(target.log)};
      }
      next_owner_check = answered + kOwnerEvery;
    }
    pause(server.status_fd());
  }
  return timed_out(server, target, attempts);
}

}  // namespace pacer
