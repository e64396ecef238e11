#pragma once

#include <optional>
#include <string>

#include "engine/probe/http.h"
#include "engine/probe/ready.h"

namespace pacer {

/// A request of a check.
struct Request {
  std::string method = "GET";
  std::string path = "/";
  std::string note = {};                 ///< tells it from its like: "with 1 byte"
  std::optional<std::string> body = {};  ///< none: neither a body nor its length is sent
  std::string content_type = {};         ///< empty: no such header
  std::size_t chunk_bytes = 0;           ///< over 0: sent in chunks of this size, without a length

  std::string name() const;  ///< for messages: "POST /echo with 1 byte"
};

std::string bytes_of(const Request& request, const std::string& host, int port);

/// Requests one after the other on one keep-alive connection. Where the server has closed it, as
/// HTTP allows, a new one is opened. Every failure is an Error that names the request.
class Conversation {
 public:
  explicit Conversation(const Target& target) : target_(target) {}

  /// The answer, within 5 s.
  Response ask(const Request& request);

  /// The two halves of it, for requests at the same time on several connections.
  void send(const Request& request, MonotonicTime deadline);
  Response receive(MonotonicTime deadline);

  int fd() const { return connection_->fd(); }  ///< after send()
  bool was_reopened() const { return opened_ > 1; }

 private:
  void open_and_send(MonotonicTime deadline);
  Response receive_once(MonotonicTime deadline);

  Target target_;
  Request request_;
  std::optional<ProbeConnection> connection_;
  int opened_ = 0;
  bool used_ = false;  ///< an answer has come on this connection: its end is the server's right
};

/// Throws Error "NAME: WRONG" where `wrong` is not empty.
void require(const Request& request, const std::string& wrong);

}  // namespace pacer
