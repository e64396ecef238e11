#include "engine/probe/conversation.h"

#include <fmt/format.h>

#include "base/error.h"

namespace pacer {
namespace {

constexpr auto kAnswerLimit = std::chrono::seconds(5);

std::string in_chunks(std::string_view body, std::size_t size) {
  std::string text;
  for (; !body.empty(); body.remove_prefix(std::min(size, body.size()))) {
    const auto chunk = body.substr(0, size);
    text += fmt::format("{:x}\r\n{}\r\n", chunk.size(), chunk);
  }
  return text + "0\r\n\r\n";
}

}  // namespace

std::string Request::name() const { return method + " " + path + (note.empty() ? "" : " " + note); }

std::string bytes_of(const Request& request, const std::string& host, int port) {
  auto text =
      fmt::format("{} {} HTTP/1.1\r\nHost: {}:{}\r\n", request.method, request.path, host, port);
  if (!request.content_type.empty()) text += "Content-Type: " + request.content_type + "\r\n";
  if (!request.body) return text + "\r\n";
  if (request.chunk_bytes > 0) {
    return text + "Transfer-Encoding: chunked\r\n\r\n" +
           in_chunks(*request.body, request.chunk_bytes);
  }
  return text + fmt::format("Content-Length: {}\r\n\r\n", request.body->size()) + *request.body;
}

Response Conversation::ask(const Request& request) {
  const auto deadline = monotonic_now() + kAnswerLimit;
  send(request, deadline);
  return receive(deadline);
}

void Conversation::open_and_send(MonotonicTime deadline) {
  if (!connection_) {
    connection_.emplace(target_.address, target_.port, deadline);
    ++opened_;
    used_ = false;
  }
  connection_->send_long(bytes_of(request_, target_.address, target_.port), deadline);
}

void Conversation::send(const Request& request, MonotonicTime deadline) {
  request_ = request;
  try {
    try {
      open_and_send(deadline);
    } catch (const ProbeFailure& failure) {
      if (!used_ || failure.kind != ProbeFailure::Kind::kClosed) throw;
      connection_.reset();
      open_and_send(deadline);
    }
  } catch (const ProbeFailure& failure) {
    require(request, failure.what());
  }
}

Response Conversation::receive_once(MonotonicTime deadline) {
  auto response = connection_->receive(deadline);
  used_ = true;
  if (connection_->has_excess()) require(request_, "more bytes than the answer's length says");
  if (!response.keep_alive) connection_.reset();
  return response;
}

Response Conversation::receive(MonotonicTime deadline) {
  try {
    try {
      return receive_once(deadline);
    } catch (const ProbeFailure& failure) {
      if (!used_ || failure.kind != ProbeFailure::Kind::kClosed) throw;
      connection_.reset();
      open_and_send(deadline);
      return receive_once(deadline);
    }
  } catch (const ProbeFailure& failure) {
    throw Error(request_.name() + ": " + failure.what());
  }
}

void require(const Request& request, const std::string& wrong) {
  if (!wrong.empty()) throw Error(request.name() + ": " + wrong);
}

}  // namespace pacer
