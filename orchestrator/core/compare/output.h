#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/compare/comparison.h"

namespace pacer {

// How a RunComparison is printed. Every text ends with a line end.

struct CompareLook {
  int width = 80;
  bool color = false;
};

std::string comparison_text(const RunComparison& comparison, const CompareLook& look);
/// For a comment on a pull request or a job's summary: the verdict first, then one table a
/// framework; what was compared stands folded below.
std::string comparison_markdown(const RunComparison& comparison, const CompareLook& look);
/// docs/compare.schema.json has its shape.
std::string comparison_json(const RunComparison& comparison, const CompareLook& look);

struct CompareFormat {
  std::string_view name;
  std::string (*write)(const RunComparison&, const CompareLook&);
};
/// text, markdown and json. Throws Error (with "did you mean") where there is none of that name.
const CompareFormat& compare_format_named(std::string_view name);

/// "regressed: go-http (req/s, CPU/req)": the answer in one line.
std::string comparison_headline(const RunComparison& comparison);

/// What text and markdown print of one metric.
struct ChangeCells {
  std::string metric;     ///< "req/s"
  std::string old_value;  ///< "72,626"
  std::string new_value;
  std::string change;      ///< "-9.0 %"
  std::string interval;    ///< "-12.1 to -5.8 %"
  std::string new_better;  ///< "3 %"
  std::string verdict;     ///< "regressed"
};
ChangeCells change_cells(const MetricChange& change);
/// "go-http 1.26.8, then 1.27.0: undecided"
std::string row_head(const FrameworkChange& row);
/// "not decided: p99 (14 more rounds would), startup (over 1,000)"; empty where all is.
std::string open_questions(const FrameworkChange& row, bool is_paired);
/// What the figures are: one sentence each.
std::vector<std::string> how_to_read(const RunComparison& comparison);

}  // namespace pacer
