#pragma once

#include <string>
#include <variant>
#include <vector>

namespace pacer {

/// The stages of a trial, in order. Each has a timeout and this name in the outcome.
enum class Stage {
  kBuild,
  kGate,
  kStart,
  kReady,
  kVerify,
  kWarm,
  kMeasure,
  kLatency,
  kCheck,
  kStop
};
std::string stage_name(Stage stage);
Stage stage_named(const std::string& name);  ///< throws Error

struct Measured {};

struct Skipped {
  std::string why;
  std::string remedy;  ///< the command that would help; may be empty
};

/// The framework (or the client) failed at a stage: nothing of it is printed as a figure.
struct Failed {
  Stage stage = Stage::kBuild;
  std::string why;
  std::vector<std::string> evidence;  ///< last lines of the log that shows it
};

/// It ran to the end, but the figures cannot be defended.
struct Invalid {
  std::vector<std::string> reasons;
};

using Outcome = std::variant<Measured, Skipped, Failed, Invalid>;

/// "measured", "skipped", "failed" or "invalid".
std::string outcome_name(const Outcome& outcome);
/// One sentence: why it is not measured; empty where it is.
std::string outcome_reason(const Outcome& outcome);

/// To find the worst of several: measured < skipped < invalid < failed.
int severity(const Outcome& outcome);

/// Something the reader of a row should know. `code` is stable (for scripts and --explain), `text`
/// is the sentence fragment that stands in the table's notes.
struct Note {
  std::string code;
  std::string text;
  friend bool operator==(const Note&, const Note&) = default;
};

}  // namespace pacer
