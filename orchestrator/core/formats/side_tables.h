#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/formats/cells.h"
#include "core/model/ranking.h"

namespace pacer {

// What text and markdown print beside the one table of a Ranking. Every string is one printable
// line.

/// A table of its own; its first column names the frameworks.
struct SideTable {
  std::string title;
  std::vector<Column> columns;
  std::size_t ranked = 0;  ///< rows above the ceiling's
};

/// One table for each open loop, where there are several or one at a share of own capacity: the
/// ranking's own table has the percentiles of one rate. Those at a rate that is the same for all
/// are sorted by their p99.
std::vector<SideTable> latency_tables(const Ranking& ranking);

/// The tables of all settings, that of `ranking` first.
std::vector<const Ranking*> tables_of(const Ranking& ranking);

/// Of a run of several settings: throughput, one row a framework, one column a setting, in the
/// order of the first setting's table.
SideTable setting_matrix(const Ranking& ranking);

using Caption = std::vector<std::pair<std::string, std::string>>;
/// The lines of a caption that hold for all settings, and those that hold for `one` of them.
Caption shared_caption(const Ranking& ranking);
Caption own_caption(const Ranking& one, const Caption& shared);

/// Of all settings, each once.
std::vector<std::string> all_footnotes(const Ranking& ranking);

}  // namespace pacer
