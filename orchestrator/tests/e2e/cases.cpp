#include "cases.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace pacer::e2e {
namespace {

/// Said of the machine, not of the server: any of them may be true while the tests run.
const std::set<std::string> kDisturbances{"steal", "foreign-cpu", "harness-bound", "not-quiet"};

std::string exit_text(const Finished& run) { return run.err + "\n" + run.out; }

Words codes_of(const Json& sample) {
  Words codes;
  for (const auto& note : sample.at("notes")) {
    const auto code = note.at("code").get<std::string>();
    const bool is_disturbance =
        kDisturbances.contains(code) || code.starts_with("latency-upper-bound");
    if (!is_disturbance) codes.push_back(code);
  }
  std::sort(codes.begin(), codes.end());
  return codes;
}

/// A figure is printed of what was measured, and of nothing else.
void check_figures(const Json& sample, const std::string& outcome) {
  const auto& values = sample.at("values");
  if (outcome == "measured") {
    EXPECT_GT(values.value("throughput_rps", 0.0), 0);
    EXPECT_GT(values.value("startup_ms", 0.0), 0);
    EXPECT_GT(values.value("memory_peak_bytes", 0.0), 0);
  } else if (outcome != "invalid") {
    EXPECT_EQ(values, Json::object());
  }
}

void check_case(const Json& sample, const Case& expected) {
  SCOPED_TRACE(expected.framework.name + ": " + sample.dump());
  EXPECT_EQ(sample.at("outcome"), expected.outcome);
  EXPECT_EQ(sample.value("stage", ""), expected.stage);
  for (const auto& words : expected.why) expect_words(reason_of(sample), words);
  if (expected.outcome == "measured") {
    auto notes = expected.notes;
    std::sort(notes.begin(), notes.end());
    EXPECT_EQ(codes_of(sample), notes);
  }
  check_figures(sample, expected.outcome);
}

/// The table that was printed holds exactly the selected frameworks, with the same outcomes, and a
/// figure of no other than a measured one.
void check_table(const Json& table, const std::vector<Case>& cases) {
  std::map<std::string, std::string> found;
  for (const auto& row : table.at("rows")) {
    found[row.at("framework")] = row.at("outcome");
    if (row.at("outcome") == "measured") continue;
    for (const auto* figure : {"throughput_rps", "latency_mean_us", "batch_cycle_us", "rank"}) {
      EXPECT_TRUE(row.at(figure).is_null()) << figure << " of " << row.at("framework");
    }
  }
  std::map<std::string, std::string> expected;
  for (const auto& one : cases) expected[one.framework.name] = one.outcome;
  EXPECT_EQ(found, expected);
}

}  // namespace

Case measured(Framework framework, Words notes) {
  return {std::move(framework), "measured", "", {}, std::move(notes)};
}

Case failed(Framework framework, const std::string& stage, Words why) {
  return {std::move(framework), "failed", stage, std::move(why), {}};
}

Case invalid(Framework framework, Words why) {
  return {std::move(framework), "invalid", "", std::move(why), {}};
}

Case skipped(Framework framework, Words why) {
  return {std::move(framework), "skipped", "", std::move(why), {}};
}

void expect_words(const std::string& text, const std::string& words) {
  EXPECT_NE(text.find(words), std::string::npos) << "'" << words << "' is not in:\n" << text;
}

void add_all(Workspace& workspace, const std::vector<Case>& cases) {
  for (const auto& one : cases) workspace.add(one.framework);
}

void run_cases(const std::vector<Case>& cases, const Words& more_options) {
  Workspace workspace;
  add_all(workspace, cases);
  const auto run = workspace.pacer(run_words(workspace, workspace.names(), more_options));
  check_cases(workspace, run, cases);
}

void check_cases(const Workspace& workspace, const Finished& run, const std::vector<Case>& cases) {
  const bool all_measured = std::all_of(cases.begin(), cases.end(),
                                        [](const Case& one) { return one.outcome == "measured"; });
  EXPECT_EQ(run.end.code, all_measured ? 0 : 1) << exit_text(run);
  for (const auto& one : cases) check_case(sample_of(workspace, one.framework.name), one);
  check_table(run.json(), cases);
}

Json sample_of(const Workspace& workspace, const std::string& framework) {
  Json found;
  for (const auto& sample : workspace.samples()) {
    if (sample.at("framework") == framework) found = sample;
  }
  EXPECT_FALSE(found.is_null()) << "no sample of " << framework;
  if (found.is_null()) {
    found = {{"outcome", "none"}, {"notes", Json::array()}, {"values", Json::object()}};
  }
  return found;
}

std::string reason_of(const Json& sample) {
  std::string reason = sample.value("why", "");
  for (const auto& part : sample.value("reasons", Json::array())) {
    reason += part.get<std::string>() + "\n";
  }
  return reason;
}

std::string note_of(const Json& sample, const std::string& code) {
  for (const auto& note : sample.at("notes")) {
    if (note.at("code") == code) return note.at("text");
  }
  return "";
}

}  // namespace pacer::e2e
