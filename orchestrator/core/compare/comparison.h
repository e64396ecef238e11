#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pacer {

/// What became of one figure from the old to the new version.
enum class Change {
  kBetter,
  kSame,           ///< surely within the tolerance, either way
  kNotWorse,       ///< surely not worse by more than the tolerance; perhaps better
  kSlightlyWorse,  ///< surely worse, by less than the tolerance
  kRegressed,      ///< surely worse, by more than the tolerance
  kUndecided,      ///< a regression is neither shown nor ruled out
  kTooFew,         ///< there are too few rounds for any answer
  kNotMeasured
};
std::string change_name(Change change);  ///< "better", "a bit worse", "too few", …

/// One metric of one framework. What could not be computed is absent.
struct MetricChange {
  std::string metric;  ///< key of core/metrics/table.h
  int old_n = 0;       ///< values compared; of pairs only the complete ones
  int new_n = 0;
  std::optional<double> old_median;
  std::optional<double> new_median;
  std::optional<double> ratio;  ///< new over old
  std::optional<double> low;    ///< its 95 % interval; none where there are too few rounds
  std::optional<double> high;
  /// Effect size: of all pairs of an old and a new trial (of the rounds, where they are pairs), the
  /// share in which the new one is better, equal ones half. 0.5 is no effect.
  std::optional<double> new_better_share;
  std::optional<double> p;
  std::optional<double> p_holm;  ///< together with all others of the comparison
  Change change = Change::kNotMeasured;
  std::optional<int> more_rounds;  ///< that would decide at the spread seen, where undecided
  bool client_bound = false;       ///< the client was the limit on both sides
};

/// One framework in both versions.
struct FrameworkChange {
  std::string framework;
  std::string old_version;
  std::string new_version;
  std::vector<MetricChange> metrics;  ///< in a fixed order; of unmeasured ones none
  Change change = Change::kNotMeasured;
  std::string why;  ///< where it was not measured
};

enum class CompareVerdict {
  kPassed,        ///< same or better
  kUndecided,     ///< nothing shown to be worse, but not all of it decided
  kRegressed,     ///< some figure is surely worse by more than the tolerance
  kNotComparable  ///< the figures cannot answer the question
};
std::string verdict_name(CompareVerdict verdict);  ///< "passed", "undecided", …

/// Everything that the answer of `pacer compare` shows; formats only lay it out.
struct RunComparison {
  std::string old_run;  ///< ids; equal where one run holds pairs of both
  std::string new_run;
  bool is_paired = false;  ///< old and new were measured in turns
  double tolerance = 0;    ///< 0.05: worse by 5 % is no regression yet
  CompareVerdict verdict = CompareVerdict::kNotComparable;
  std::vector<std::string> reasons;                          ///< why it is not comparable
  std::vector<std::pair<std::string, std::string>> caption;  ///< label and text, in order
  std::vector<FrameworkChange> rows;
  std::vector<std::string> notes;
};

}  // namespace pacer
