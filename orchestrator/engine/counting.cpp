#include "engine/counting.h"

#include <poll.h>

#include <algorithm>

#include "base/error.h"
#include "engine/health/process_table.h"
#include "engine/health/socket_diag.h"
#include "engine/probe/http.h"
#include "engine/process/interrupt.h"

namespace pacer {
namespace {

constexpr auto kCloseLimit = std::chrono::milliseconds(200);
/// Of the CPU time that the whole tree used: less is no answering of requests.
constexpr double kServesShare = 0.02;

}  // namespace

Counting::Counting(const Target& target, const ProcessTree& server)
    : server_(server), port_(target.port), count_(target, server.members().size() == 1) {}

CalibrationVerdict Counting::calibrate(bool pipelined) {
  const auto unanswered = [](const std::string& why) {
    return CalibrationVerdict{"", Note{"count-unanswered", "handlers not counted: " + why}};
  };
  try {
    return judge_calibration(count_.calibrate(pipelined));
  } catch (const ProbeFailure& failure) {
    return unanswered(std::string("GET /count: ") + failure.what());
  } catch (const Error& error) {
    return unanswered(std::string("GET /count: ") + error.what());
  }
}

HandlerCounts Counting::read() {
  try {
    return count_.settled();
  } catch (const ProbeFailure& failure) {
    reading_.trouble = std::string("GET /count: ") + failure.what();
  } catch (const Error& error) {
    reading_.trouble = std::string("GET /count: ") + error.what();
  }
  return {};
}

std::map<pid_t, double> Counting::cpu_of_members() const {
  std::map<pid_t, double> used_s;
  for (const auto pid : server_.members()) {
    if (const auto cpu_s = process_cpu_s(pid)) used_s[pid] = *cpu_s;
  }
  return used_s;
}

/// A worker that the questions never fell to, or something else that answers.
bool Counting::unreached() const {
  double all_s = 0;
  double most_s = 0;
  for (const auto& [pid, cpu_s] : cpu_of_members()) {
    const auto before = cpu_before_s_.find(pid);
    const double used_s = cpu_s - (before == cpu_before_s_.end() ? 0 : before->second);
    all_s += used_s;
    if (!reading_.after.contains(pid)) most_s = std::max(most_s, used_s);
  }
  return most_s > kServesShare * all_s;
}

void Counting::wait_for_closes() const {
  SocketDiag diag;
  for (const auto limit = monotonic_now() + kCloseLimit; monotonic_now() < limit;) {
    if (!diag.has_open_connections(port_).value_or(false)) return;
    pollfd interrupt{interrupt_fd(), POLLIN, 0};
    poll(&interrupt, 1, 1);
    check_interrupted();
  }
}

void Counting::begin() {
  reading_ = {};
  cpu_before_s_ = cpu_of_members();
  reading_.before = read();
}

CountReading Counting::end() {
  if (!reading_.trouble.empty()) return reading_;
  wait_for_closes();
  reading_.after = read();
  reading_.unreached = unreached();
  return reading_;
}

}  // namespace pacer
