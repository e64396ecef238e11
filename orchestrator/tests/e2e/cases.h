#pragma once

#include <string>
#include <vector>

#include "workspace.h"

namespace pacer::e2e {

/// One server and what must be said of it.
struct Case {
  Framework framework;
  std::string outcome;  ///< measured, failed, invalid or skipped
  std::string stage;    ///< of a failure
  Words why;            ///< what its reason must contain, each
  Words notes;          ///< codes of a measured one, all; those of a busy machine may come besides
};

Case measured(Framework framework, Words notes = {});
Case failed(Framework framework, const std::string& stage, Words why);
Case invalid(Framework framework, Words why);
Case skipped(Framework framework, Words why);

/// Adds every case's framework to the workspace.
void add_all(Workspace& workspace, const std::vector<Case>& cases);

/// Runs them all in one `pacer run` and checks each row, the exit code, and that nothing is left.
void run_cases(const std::vector<Case>& cases, const Words& more_options = {});
void check_cases(const Workspace& workspace, const Finished& run, const std::vector<Case>& cases);

void expect_words(const std::string& text, const std::string& words);

/// The newest sample of that framework; fails the test where there is none.
Json sample_of(const Workspace& workspace, const std::string& framework);
/// What stands in its row: the reason of a failure, or all reasons of an invalid one.
std::string reason_of(const Json& sample);
/// The text of that note; empty where there is none.
std::string note_of(const Json& sample, const std::string& code);

}  // namespace pacer::e2e
