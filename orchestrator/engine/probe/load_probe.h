#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/probe/ready.h"

namespace pacer {

/// Checks whole answers while the load runs. The load client counts answers but cannot look at
/// bodies without slowing down, so a server that answers wrongly only under load, or only to some
/// connections, is caught here: one request at a time, 25 times a second, by turns on a few
/// connections of its own, byte for byte like those of the load.
class LoadProbe {
 public:
  /// Kept open over the load, so that they can be told from connections that the load reopens.
  static constexpr int kConnections = 4;

  /// The connections are open when this returns, or the server does not accept them.
  explicit LoadProbe(const Target& target);
  ~LoadProbe();

  /// Local ports of its connections, closed ones too.
  std::vector<int> ports() const;

  struct Result {
    std::uint64_t right = 0;
    std::uint64_t wrong = 0;
    std::uint64_t unanswered = 0;  ///< timed out, refused or cut off
    std::uint64_t asked = 0;       ///< requests sent, those of finish() too
    std::uint64_t answered = 0;    ///< whole answers, right or wrong
    std::uint64_t reopened = 0;    ///< connections that had to be opened again
    int silent_at_end = 0;         ///< of its connections, those that get no answer after the load
    std::string first_wrong;
  };
  /// Call it when the load has ended: asks each connection that stands once more, and tells what
  /// was seen, and closes them. At once where they answer; two seconds at most for each that does
  /// not.
  Result finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace pacer
