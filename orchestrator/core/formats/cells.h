#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text_table.h"
#include "core/model/ranking.h"

namespace pacer {

// What text and markdown print of a Ranking. Every string is one printable line.

inline constexpr const char* kNoValue = "—";

/// The rows of the table: the measured ones in order, then the ceiling and the controls
/// where they were measured.
std::vector<const Row*> printed_rows(const Ranking& ranking);
/// What stands below the table: ceiling and controls where they were not measured, then `below`.
std::vector<const Row*> unmeasured_rows(const Ranking& ranking);

struct Column {
  std::string key;  ///< a metric's, or "rank", "framework", "language", "verified_by", …
  std::string head;
  Align align = Align::kLeft;
  std::vector<std::string> cells;  ///< one per printed row
};

/// rank (where there are ranks) · framework · version · language · verified by · the metrics of the
/// table, with the share of the ceiling after the throughput and the rank by cost after the CPU per
/// request · valid trials of those that were run.
std::vector<Column> printed_columns(const Ranking& ranking);
/// Framework and version in one column: "go-http@1.26.8".
std::vector<Column> with_version_joined(std::vector<Column> columns);

/// Whom a note concerns, and all it says. What every measured row carries stands once, in front.
struct PrintedNote {
  std::string who;
  std::string text;
};
std::vector<PrintedNote> printed_notes(const Ranking& ranking, bool with_codes);

/// Why rows have no figures: "javalin@6.7.0, vertx@5.1.0: skipped: jdk>=17 is not installed".
struct Verdict {
  std::string who;      ///< all frameworks that it holds for, with their versions
  std::string outcome;  ///< "failed at ready"; empty where it was not even tried
  std::string reason;
  std::string remedy;                 ///< a command; may be empty
  std::vector<std::string> evidence;  ///< the last lines, at most 3
  std::string notes;                  ///< may be empty
  bool is_failure = false;            ///< failed or invalid
};
/// Of the unmeasured rows; those that say the same stand together at the place of the first.
std::vector<Verdict> printed_verdicts(const Ranking& ranking);

}  // namespace pacer
