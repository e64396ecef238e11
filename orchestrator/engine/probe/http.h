#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/process/process.h"

namespace pacer {

/// One HTTP/1.x response as it came over the wire.
struct Response {
  int status = 0;
  int http_minor = 1;  ///< 1 for HTTP/1.1
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;  ///< decoded from chunks where it was chunked
  bool chunked = false;
  bool has_length = false;
  bool keep_alive = true;      ///< the server is willing to go on with this connection
  std::size_t wire_bytes = 0;  ///< head and framing included

  /// The first header of that name, case-insensitive; "" where there is none.
  std::string header(std::string_view name) const;
};

/// Why no valid response came.
struct ProbeFailure : std::runtime_error {
  enum class Kind {
    kRefused,
    kTimeout,     ///< no byte of an answer in time
    kClosed,      ///< closed without a byte of an answer
    kIncomplete,  ///< an answer began and did not go on
    kMalformed
  };
  ProbeFailure(Kind kind_in, const std::string& what) : std::runtime_error(what), kind(kind_in) {}
  Kind kind;
};

/// A client connection for probing. Every operation ends by its deadline and throws ProbeFailure
/// (Interrupted on Ctrl-C).
class ProbeConnection {
 public:
  ProbeConnection(const std::string& address, int port, MonotonicTime deadline);
  ~ProbeConnection();
  ProbeConnection(ProbeConnection&& other) noexcept;
  ProbeConnection& operator=(ProbeConnection&&) = delete;

  void send(std::string_view bytes, MonotonicTime deadline);
  /// The same for a long request, to which a server may begin its answer before it has read the
  /// end: what comes meanwhile is kept for receive().
  void send_long(std::string_view bytes, MonotonicTime deadline);
  /// The next response. Bytes beyond it are kept for the next call.
  Response receive(MonotonicTime deadline);
  /// True where bytes are left that belong to no response asked for.
  bool has_excess() const { return !buffer_.empty(); }
  int local_port() const;
  /// Readable when an answer arrives; for poll(2).
  int fd() const { return fd_; }

 private:
  /// Appends what arrives; false at the end of the stream.
  bool read_some(MonotonicTime deadline);
  /// The same for an answer that has begun.
  bool read_rest(MonotonicTime deadline);
  /// Appends what is here already; false at the end of the stream.
  bool read_available();
  void wait_for(short events, MonotonicTime deadline);

  int fd_ = -1;
  std::string buffer_;
};

/// Connects, sends `request`, reads one response, closes.
Response fetch(const std::string& address, int port, std::string_view request,
               MonotonicTime deadline);

}  // namespace pacer
