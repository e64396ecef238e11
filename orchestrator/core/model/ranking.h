#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/model/summary.h"
#include "core/stats/rank_interval.h"

namespace pacer {

/// How far the order of the rows may be trusted: by the number of complete rounds.
enum class Standing {
  kUnranked,     ///< fewer than 6 rounds: sorted only
  kProvisional,  ///< 6 to 9
  kRanked        ///< 10 and more
};

struct Row {
  std::optional<RankInterval> rank;  ///< by throughput; none: below the line, or not ranked
  Summary summary;
  std::optional<double> ceiling_ratio;  ///< median throughput over the ceiling's; 0 … 1 and above
  std::optional<std::pair<double, double>> ceiling_ratio_interval;  ///< per round, from 3 rounds
  std::optional<RankInterval> cost_rank;                            ///< by server CPU per request
};

/// Two rows by one metric.
struct RowRatio {
  std::string first;  ///< frameworks
  std::string second;
  double ratio = 1;  ///< value of the first over value of the second
  double low = 1;    ///< all intervals of a resolution hold together (core/stats/pairwise.h)
  double high = 1;
  bool differs = false;
};

/// How fine a difference of one metric the run can show (core/stats/pairwise.h).
struct Resolution {
  double noise_floor = 1;  ///< the smallest ratio that a typical pair must have to be told apart
  double permutation_p = 1;
  bool overruled = false;        ///< the permutation check took every difference for chance
  std::optional<double> spread;  ///< relative, of the trials of one framework: 0.1 = 10 %
  std::optional<double> normalised_spread;  ///< of their shares of the ceiling in the same round
  /// How the machine changed: the ceiling from the first round to the last, along the slope, 0.1 =
  /// +10 %. Nothing where it held still (core/stats/drift.h).
  std::optional<double> ceiling_drift;
  std::vector<RowRatio> pairs;  ///< of all rows that were compared
};

/// Everything a table shows; formats only lay it out.
struct Ranking {
  std::string run;    ///< id of the run
  std::string title;  ///< "quick, unranked"
  Standing standing = Standing::kUnranked;
  std::vector<std::pair<std::string, std::string>> caption;  ///< label and text, in order
  std::vector<std::string> columns;  ///< metric keys with a value in any row, in the table's order
  /// Key of the memory figure that is shown: the best method that every trial has.
  std::string memory_key;
  std::vector<Row> rows;             ///< measured, best throughput first
  std::vector<Row> below;            ///< failed, invalid and skipped, with the reason
  std::optional<Row> ceiling;        ///< the control, shown apart
  std::vector<Row> controls;         ///< those of rule 10, shown apart too
  std::vector<std::string> control_findings;  ///< one for each comparison with the ceiling
  std::string budget;                         ///< of a run under a time budget: which look ended it
  bool controls_failed = false;               ///< then nothing is ranked
  std::vector<std::string> footnotes;
  std::optional<Resolution> throughput;  ///< none where rows were not compared
  std::optional<Resolution> cost;
  Plan plan;
  Settings settings;
  std::string setting;           ///< what it is called among the run's settings
  std::vector<Ranking> further;  ///< of a run of several settings: the tables of the others
};

}  // namespace pacer
