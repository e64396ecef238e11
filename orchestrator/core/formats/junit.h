#pragma once

#include <string>
#include <vector>

#include "core/model/run_record.h"
#include "core/model/sample.h"

namespace pacer {

/// One framework as a test case, in the XML that JUnit's Ant task made common and CI services read:
/// <testsuites><testsuite><testcase> with <failure type message> or <skipped message>.
struct JunitCase {
  enum class Result { kPassed, kFailed, kSkipped };

  std::string name;
  Result result = Result::kPassed;
  std::string type;                  ///< of a failure: the stage, or "invalid", "manifest", …
  std::string message;               ///< why, in one line
  std::vector<std::string> details;  ///< evidence, one a line
};

/// A failure at its stage with its evidence, a skip with its reason and remedy, an invalid trial as
/// a failure with all its reasons.
JunitCase junit_case(const std::string& framework, const Outcome& outcome);

/// One case for each framework that the run was asked for: the first of its worst trials; what has
/// not been tried counts as skipped.
std::vector<JunitCase> junit_cases(const RunRecord& record, const std::vector<Sample>& samples);

/// The whole file. Characters that XML 1.0 does not permit, and broken UTF-8, become U+FFFD.
std::string junit_xml(const std::string& suite, const std::vector<JunitCase>& cases);

}  // namespace pacer
