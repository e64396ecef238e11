#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/model/summary.h"

namespace pacer {

/// How far the order of the rows may be trusted: by the number of complete rounds.
enum class Standing {
  kUnranked,     ///< fewer than 6 rounds: sorted only
  kProvisional,  ///< 6 to 9
  kRanked        ///< 10 and more
};

struct Row {
  std::optional<int> rank;  ///< none: below the line, or the table is unranked
  Summary summary;
  std::optional<double> ceiling_ratio;  ///< median throughput over the ceiling's; 0 … 1 and above
  std::optional<std::pair<double, double>> ceiling_ratio_interval;  ///< per round, from 3 rounds
};

/// Everything a table shows; formats only lay it out.
struct Ranking {
  std::string run;    ///< id of the run
  std::string title;  ///< "quick, unranked"
  Standing standing = Standing::kUnranked;
  std::vector<std::pair<std::string, std::string>> caption;  ///< label and text, in order
  std::vector<std::string> columns;  ///< metric keys with a value in any row, in the table's order
  std::vector<Row> rows;             ///< measured, best throughput first
  std::vector<Row> below;            ///< failed, invalid and skipped, with the reason
  std::optional<Row> ceiling;        ///< the control, shown apart
  std::vector<std::string> footnotes;
  Plan plan;
  Settings settings;
};

}  // namespace pacer
