#pragma once

#include <optional>

#include "engine/probe/ready.h"

namespace pacer {

/// Rule 15: answers that wait for an acknowledgement. A server that writes an answer in parts and
/// leaves Nagle's algorithm on holds the second part back until the first is acknowledged, and the
/// client's kernel delays that by some 40 ms (RFC 896, RFC 1122 4.2.3.2).
struct AckDelay {
  double usual_ms = 0;      ///< median of sequential requests on one connection
  double quick_ack_ms = 0;  ///< the same where each segment is acknowledged at once
};

/// Proven where sequential requests take 25 to 250 ms and less than half as long with TCP_QUICKACK.
/// Asks at most 24 requests where they are quick; half a second longer where they are not. Nothing
/// where it is not so, or where the connection does not last. Throws no ProbeFailure.
std::optional<AckDelay> find_ack_delay(const Target& target);

}  // namespace pacer
