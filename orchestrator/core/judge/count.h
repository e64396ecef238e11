#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "core/model/outcome.h"

namespace pacer {

/// How often the hello handler ran, by the id of the process that says so (GET /count).
using HandlerCounts = std::map<long, std::uint64_t>;

/// By how much the sum over all processes rose.
std::int64_t counted_between(const HandlerCounts& before, const HandlerCounts& after);

/// Known numbers of requests, and what GET /count made of them.
struct Calibration {
  HandlerCounts before;
  HandlerCounts after_missing;  ///< after requests for a path that does not exist
  HandlerCounts after;          ///< and after the hello requests
  int missing_asked = 0;
  std::uint64_t hellos_answered = 0;
  std::uint64_t hellos_uncertain = 0;  ///< sent on connections that closed before an answer
  /// While nothing else was asked, each process said one count on all connections.
  bool agrees = true;
};

/// Where `failed` is set, some right answer came from elsewhere than the counted handler: the trial
/// fails. A `note` says why nothing can be proven by this count. Neither: it counts exactly.
struct CalibrationVerdict {
  std::string failed;
  std::optional<Note> note;
};
CalibrationVerdict judge_calibration(const Calibration& seen);

/// What GET /count said before and after a load.
struct CountReading {
  HandlerCounts before;
  HandlerCounts after;
  /// A process of the server that it never reached used CPU time meanwhile.
  bool unreached = false;
  std::string trouble;  ///< why it could not be read; empty: it was
};

/// What is known of the hello requests of that time.
struct CountedLoad {
  std::string when;            ///< "under load", for messages
  std::uint64_t answered = 0;  ///< right answers that the client and Pacer have read
  /// Requests that may have run the handler besides: in flight at the end, cut off, timed out.
  /// None: not known, and no upper bound is checked.
  std::optional<double> unanswered_most;
};

/// Rule 5: 0 <= rise of the count - answers <= requests without an answer. Where handlers ran less
/// often than answers came, something else answered: `invalid`. Whatever cannot be told is a note,
/// and proves nothing.
struct CountVerdict {
  bool proven = false;
  std::string invalid;
  std::optional<Note> note;
};
CountVerdict judge_count(const CountReading& reading, const CountedLoad& load);

}  // namespace pacer
