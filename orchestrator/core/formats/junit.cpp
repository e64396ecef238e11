#include "core/formats/junit.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "core/formats/markup_text.h"

namespace pacer {
namespace {

using Result = JunitCase::Result;

std::string body_of(const JunitCase& one) {
  if (one.result == Result::kSkipped) {
    return fmt::format("      <skipped message=\"{}\"/>\n", markup_escaped(one.message));
  }
  auto text = fmt::format("      <failure type=\"{}\" message=\"{}\">", markup_escaped(one.type),
                          markup_escaped(one.message));
  for (std::size_t i = 0; i < one.details.size(); ++i) {
    text += (i == 0 ? "" : "\n") + markup_escaped(one.details[i]);
  }
  return text + "</failure>\n";
}

}  // namespace

JunitCase junit_case(const std::string& framework, const Outcome& outcome) {
  JunitCase one{framework, Result::kPassed, "", "", {}};
  if (const auto* skipped = std::get_if<Skipped>(&outcome)) {
    one.result = Result::kSkipped;
    one.message = skipped->why + (skipped->remedy.empty() ? "" : "; try: " + skipped->remedy);
  } else if (const auto* failed = std::get_if<Failed>(&outcome)) {
    one.result = Result::kFailed;
    one.type = stage_name(failed->stage);
    one.message = failed->why;
    one.details = failed->evidence;
  } else if (const auto* invalid = std::get_if<Invalid>(&outcome)) {
    one.result = Result::kFailed;
    one.type = "invalid";
    one.message = join(invalid->reasons, "; ");
    one.details = invalid->reasons;
  }
  return one;
}

std::vector<JunitCase> junit_cases(const RunRecord& record, const std::vector<Sample>& samples) {
  std::vector<JunitCase> cases;
  for (const auto& framework : record.frameworks) {
    const Sample* worst = nullptr;
    for (const auto& sample : samples) {
      if (sample.trial.framework != framework) continue;
      if (worst == nullptr || severity(sample.outcome) > severity(worst->outcome)) worst = &sample;
    }
    cases.push_back(junit_case(
        framework, worst == nullptr ? Outcome(Skipped{"not run yet", ""}) : worst->outcome));
  }
  return cases;
}

std::string junit_xml(const std::string& suite, const std::vector<JunitCase>& cases) {
  const auto count = [&](Result result) {
    return std::count_if(cases.begin(), cases.end(),
                         [&](const JunitCase& one) { return one.result == result; });
  };
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n";
  text += fmt::format("  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" skipped=\"{}\">\n",
                      markup_escaped(suite), cases.size(), count(Result::kFailed),
                      count(Result::kSkipped));
  for (const auto& one : cases) {
    const auto head = fmt::format("    <testcase classname=\"{}\" name=\"{}\"",
                                  markup_escaped(suite), markup_escaped(one.name));
    text += one.result == Result::kPassed ? head + "/>\n"
                                          : head + ">\n" + body_of(one) + "    </testcase>\n";
  }
  return text + "  </testsuite>\n</testsuites>\n";
}

}  // namespace pacer
