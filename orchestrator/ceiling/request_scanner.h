#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pacer::ceiling {

inline constexpr std::size_t kMaxHeadBytes = std::size_t{64} * 1024;

/// As much of a request as this server needs. The views point into the scanned text.
struct RequestHead {
  std::string_view method;
  std::string_view path;         ///< the target up to '?'
  std::uint64_t body_bytes = 0;  ///< that follow the head, by Content-Length
  bool keep_alive = true;        ///< by version and Connection
  bool http_1_0 = false;
};

enum class ScanState {
  kIncomplete,  ///< the end of the head has not come yet
  kComplete,
  kMalformed  ///< not HTTP/1, a header that is none, a chunked body, a head over kMaxHeadBytes
};

struct Scan {
  ScanState state = ScanState::kIncomplete;
  std::size_t head_bytes = 0;  ///< through the empty line, where complete
  RequestHead head;
};

/// Reads the request head at the start of `input` (RFC 9112; one empty line before it is allowed).
/// Holds no state: what is incomplete is scanned again with more bytes.
Scan scan_request(std::string_view input);

}  // namespace pacer::ceiling
