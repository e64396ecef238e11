#include "engine/probe/verify.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "core/judge/told_version.h"
#include "engine/probe/check_answer.h"
#include "engine/probe/http.h"
#include "engine/probe/nagle.h"
#include "engine/process/files.h"

namespace pacer {
namespace {

constexpr int kFreshConnections = 32;
constexpr int kPipelined = 16;
constexpr auto kAnswerLimit = std::chrono::seconds(5);
/// Answering fewer requests than were pipelined shows only as silence; no right answer takes
/// longer.
constexpr auto kPipelineLimit = std::chrono::seconds(2);

/// One verification in progress.
class Verification {
 public:
  Verification(const Target& target, int depth)
      : target_(target),
        depth_(depth),
        request_(request_bytes(target.workload, target.address, target.port)) {}

  std::variant<Verified, Failed> run();

 private:
  /// Each step returns what is wrong, or "".
  std::string fresh_connections();
  std::string keep_alive();
  std::string pipelining();
  std::string pipelined_order();
  void missing_path();
  void ack_delay();

  void note(std::string code, std::string text) {
    verified_.notes.push_back({std::move(code), std::move(text)});
  }

  const Target& target_;
  const int depth_;
  const std::string request_;
  std::optional<Response> first_;
  bool answers_missing_path_ = false;
  bool closes_after_missing_path_ = true;
  Verified verified_;
};

std::string Verification::fresh_connections() {
  for (int i = 1; i <= kFreshConnections; ++i) {
    const auto place = fmt::format("connection {} of {}: ", i, kFreshConnections);
    try {
      ProbeConnection connection(target_.address, target_.port, monotonic_now() + kAnswerLimit);
      connection.send(request_, monotonic_now() + kAnswerLimit);
      const auto response = connection.receive(monotonic_now() + kAnswerLimit);
      if (const auto wrong = check_answer(target_.workload, response); !wrong.empty()) {
        return place + wrong;
      }
      if (connection.has_excess()) return place + "more bytes than the answer's length says";
      if (!first_) {
        first_ = response;
        verified_.smallest_bytes = verified_.largest_bytes = response.wire_bytes;
      }
      verified_.smallest_bytes = std::min(verified_.smallest_bytes, response.wire_bytes);
      verified_.largest_bytes = std::max(verified_.largest_bytes, response.wire_bytes);
    } catch (const ProbeFailure& failure) {
      return place + failure.what();
    }
  }
  return "";
}

std::string Verification::keep_alive() {
  ProbeConnection connection(target_.address, target_.port, monotonic_now() + kAnswerLimit);
  for (int i = 0; i < 3; ++i) {
    try {
      connection.send(request_, monotonic_now() + kAnswerLimit);
      const auto response = connection.receive(monotonic_now() + kAnswerLimit);
      const auto wrong = check_answer(target_.workload, response);
      if (!wrong.empty()) return fmt::format("request {} on one connection: {}", i + 1, wrong);
      if (!response.keep_alive) {
        verified_.keep_alive = false;
        return "";
      }
    } catch (const ProbeFailure& failure) {
      // Only a close is a server's right: one that stays silent would hold up every connection.
      if (failure.kind != ProbeFailure::Kind::kClosed) {
        return fmt::format("request {} on one connection: {}", i + 1, failure.what());
      }
      verified_.keep_alive = false;
      return "";
    }
  }
  return "";
}

std::string Verification::pipelining() {
  std::string batch;
  for (int i = 0; i < kPipelined; ++i) batch += request_;
  ProbeConnection connection(target_.address, target_.port, monotonic_now() + kAnswerLimit);
  connection.send(batch, monotonic_now() + kPipelineLimit);
  for (int i = 1; i <= kPipelined; ++i) {
    const auto wrong =
        check_answer(target_.workload, connection.receive(monotonic_now() + kPipelineLimit));
    if (!wrong.empty()) return fmt::format("answer {} of {} pipelined: {}", i, kPipelined, wrong);
  }
  return pipelined_order();
}

/// Equal answers show no order, so requests for a path that does not exist go among them: two, at
/// places that no reversal maps onto each other, or the last one where the server closes after it.
std::string Verification::pipelined_order() {
  if (answers_missing_path_) return "";
  const auto missing = request_bytes(kNoSuchPath, target_.address, target_.port);
  const auto is_missing = [&](int i) {
    return closes_after_missing_path_ ? i == kPipelined - 1 : i == 2 || i == 11;
  };
  std::string batch;
  for (int i = 0; i < kPipelined; ++i) batch += is_missing(i) ? missing : request_;
  ProbeConnection connection(target_.address, target_.port, monotonic_now() + kAnswerLimit);
  connection.send(batch, monotonic_now() + kPipelineLimit);
  for (int i = 0; i < kPipelined; ++i) {
    const auto response = connection.receive(monotonic_now() + kPipelineLimit);
    const bool is_hello = check_answer(target_.workload, response).empty();
    if (is_hello == is_missing(i)) {
      return fmt::format("answer {} of {} pipelined is out of order", i + 1, kPipelined);
    }
  }
  return "";
}

void Verification::missing_path() {
  const auto request = request_bytes(kNoSuchPath, target_.address, target_.port);
  try {
    const auto limit = monotonic_now() + kAnswerLimit;
    ProbeConnection connection(target_.address, target_.port, limit);
    connection.send(request, limit);
    const auto response = connection.receive(limit);
    answers_missing_path_ = response.status == 200 && response.body == first_->body;
    closes_after_missing_path_ = !response.keep_alive;
    if (answers_missing_path_) note("every-path", "answers every path");
  } catch (const ProbeFailure&) {
    closes_after_missing_path_ = true;  // rude, but no request of the load asks for such a path
  }
}

void Verification::ack_delay() {
  const auto found = find_ack_delay(target_);
  if (!found) return;
  note("nagle", fmt::format("answers wait for a delayed acknowledgement: {:.0f} ms, {:.1f} ms "
                            "without",
                            found->usual_ms, found->quick_ack_ms));
}

std::variant<Verified, Failed> Verification::run() {
  const auto failed = [&](const std::string& why) {
    return Failed{Stage::kVerify, why, last_words(target_.log)};
  };
  if (const auto wrong = fresh_connections(); !wrong.empty()) return failed(wrong);
  if (const auto wrong = version_contradiction(target_.manifest, first_->header("Server"));
      !wrong.empty()) {
    return failed(wrong);
  }
  if (first_->chunked) note("chunked", "answers chunked");
  if (!verified_.size_is_fixed()) {
    note("size-varies", fmt::format("answers vary from {} to {} bytes", verified_.smallest_bytes,
                                    verified_.largest_bytes));
  }
  try {
    if (const auto wrong = keep_alive(); !wrong.empty()) return failed(wrong);
  } catch (const ProbeFailure& failure) {
    return failed(failure.what());
  }
  missing_path();
  std::string unpipelined;
  try {
    unpipelined = pipelining();
  } catch (const ProbeFailure& failure) {
    unpipelined = failure.what();
  }
  verified_.pipelining = unpipelined.empty();
  if (verified_.keep_alive) ack_delay();
  if (!verified_.keep_alive) note("no-keep-alive", "closes each connection after its answer");
  if (depth_ > 1 && !verified_.keep_alive) return failed("no keep-alive, which pipelining needs");
  if (depth_ > 1 && !verified_.pipelining) return failed("no pipelining: " + unpipelined);
  if (verified_.keep_alive && !verified_.pipelining) {
    note("no-pipelining", "does not pipeline: " + unpipelined);
  }
  return verified_;
}

}  // namespace

std::variant<Verified, Failed> verify(const Target& target, int pipeline_depth) {
  return Verification(target, pipeline_depth).run();
}

std::string probe_once(const Target& target, Duration limit) {
  try {
    const auto request = request_bytes(target.workload, target.address, target.port);
    return check_answer(target.workload,
                        fetch(target.address, target.port, request, monotonic_now() + limit));
  } catch (const ProbeFailure& failure) {
    return failure.what();
  }
}

}  // namespace pacer
