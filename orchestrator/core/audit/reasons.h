#pragma once

#include <string_view>
#include <vector>

#include "core/audit/report.h"

namespace pacer::audit {

/// Whether a figure can be true.
enum class Weight {
  kImpossible,  ///< what is printed cannot be true
  kUndecided,   ///< it may be true, but not as it stands, or not from this text
  kPlain,       ///< true, and says that the run is not what a ranking may use
};

/// One reason code: what it does to the verdict on the throughput, and to the latency.
struct Reason {
  std::string_view code;
  Verdict verdict;
  bool spoils_latency;
  Weight weight;
  std::string_view help;
};

/// Every code that a reader or a rule may give, in the order in which they are shown.
const std::vector<Reason>& reasons();

/// Throws Error on an unknown code: a mistake of the program.
const Reason& reason(std::string_view code);

std::string_view verdict_word(Verdict verdict);  ///< "ok", "suspect", "failed"

}  // namespace pacer::audit
