#pragma once

#include <variant>
#include <vector>

#include "core/model/outcome.h"
#include "engine/probe/ready.h"

namespace pacer {

/// What the answers look like before any load.
struct Verified {
  std::size_t smallest_bytes = 0;  ///< of one response, head included
  std::size_t largest_bytes = 0;
  bool keep_alive = true;
  bool pipelining = true;
  std::vector<Note> notes;
  bool size_is_fixed() const { return smallest_bytes == largest_bytes; }
};

/// Status, headers and body over 32 fresh connections, keep-alive, 16 pipelined requests in one
/// segment, and a path that does not exist. Keep-alive and pipelining fail the trial only where
/// `pipeline_depth` is over 1.
std::variant<Verified, Failed> verify(const Target& target, int pipeline_depth);

/// One right answer on a fresh connection within `limit`; else what is wrong.
std::string probe_once(const Target& target, Duration limit);

}  // namespace pacer
