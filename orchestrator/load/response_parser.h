#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pacer::load {

/// What a right answer is: shared by all connections, never changed while they run.
struct Expectation {
  int status = 200;
  std::string body;
  bool to_head = false;  ///< the request is a HEAD: answers have no body, whatever they announce
};

/// One final answer (1xx ones before it are read over).
struct Response {
  int status = 0;
  std::uint64_t body_bytes = 0;
  bool body_differs = false;
  /// The connection ends after it: said so by "Connection: close", by HTTP/1.0 without
  /// "keep-alive", or by a body that only the end delimits.
  bool closes = false;
};

/// Reads HTTP/1.1 answers (RFC 9112) in pieces of any size and compares each body with the expected
/// one on the way, so that no body is stored. Strict where framing is concerned, since whoever
/// guesses a length measures the wrong thing: a bare LF, a folded or doubtful framing header, both
/// Content-Length and Transfer-Encoding, and any coding but "chunked" are malformed.
class ResponseParser {
 public:
  enum class Step {
    kMore,       ///< everything was consumed and the answer is not whole
    kComplete,   ///< response() is whole; the next feed() begins another
    kMalformed,  ///< problem() says why; the connection is of no further use
  };

  explicit ResponseParser(const Expectation& expected) : expected_(&expected) {}

  /// Takes what it consumes off the front of `input`.
  Step feed(std::string_view& input);
  /// The connection has ended: kComplete where that is the end of the answer, else kMore.
  Step end();
  /// Forgets what it has read in part: for a new connection.
  void reset();

  /// Whether no part of an answer has been read.
  bool idle() const { return state_ == State::kStatusLine && carry_.empty() && head_bytes_ == 0; }
  const Response& response() const { return response_; }
  std::string_view problem() const { return problem_; }
  /// Bodies are also appended to `body`; nullptr ends that.
  void collect(std::string* body) { collected_ = body; }

 private:
  enum class State : std::uint8_t {
    kStatusLine,
    kHeaders,
    kBody,
    kChunkSize,
    kChunkData,
    kChunkEnd,
    kTrailers,
    kUntilClose,
    kMalformed
  };

  Step malformed(std::string_view why);
  Step feed_line(std::string_view& input);
  Step feed_bytes(std::string_view& input);
  Step on_line(std::string_view line);
  Step on_status_line(std::string_view line);
  Step on_header(std::string_view line);
  Step on_framing_header(std::string_view name, std::string_view value);
  Step on_content_length(std::string_view value);
  Step on_head_end();
  Step on_chunk_size(std::string_view line);
  void on_body(std::string_view bytes);
  void begin();
  Step complete();

  const Expectation* expected_;
  std::string* collected_ = nullptr;
  std::string carry_;  ///< the line that has come in part
  std::string_view problem_;
  Response response_;
  State state_ = State::kStatusLine;
  bool http_1_0_ = false;
  bool chunked_ = false;
  bool says_close_ = false;
  bool says_keep_alive_ = false;
  bool last_header_frames_ = false;
  std::optional<std::uint64_t> content_length_;
  std::uint64_t left_ = 0;        ///< of the body or chunk
  std::uint64_t head_bytes_ = 0;  ///< of the lines so far, 1xx answers and trailers included
};

}  // namespace pacer::load
