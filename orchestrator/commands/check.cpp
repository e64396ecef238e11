#include <unistd.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include <fmt/format.h>

#include "base/error.h"
#include "base/text.h"
#include "commands/live_matrix.h"
#include "commands/progress.h"
#include "commands/rows.h"
#include "core/formats/junit.h"
#include "engine/changed.h"
#include "engine/health/environment.h"
#include "engine/live_check.h"
#include "engine/machine_lock.h"
#include "engine/process/files.h"

namespace pacer {
namespace {

struct Options {
  Selection selection;
  bool live = false;
  bool json = false;
  bool no_install = false;
  std::optional<std::string> changed;
  std::string junit;
};

/// One framework's line.
struct Line {
  std::string name;
  Outcome outcome;  ///< Measured stands for "ok"
  std::vector<Note> notes;
  std::string problems;                        ///< of its manifest
  std::vector<WorkloadResult> workloads = {};  ///< with --live
};

std::string status_of(const Line& line) {
  if (!line.problems.empty()) return "broken";
  return std::holds_alternative<Measured>(line.outcome) ? "ok" : outcome_name(line.outcome);
}

/// Of a server that was up: what each workload that it failed at did, one a line.
std::string workload_failures(const Line& line) {
  std::string text;
  for (const auto& result : line.workloads) {
    if (result.state != WorkloadResult::State::kFailed) continue;
    if (result.workload == "hello") return "";  // it never was: the outcome says why
    text += fmt::format("    {}: {}\n", result.workload, result.why);
  }
  return text;
}

void print_line(const Line& line) {
  fmt::print("{}: {}", line.name, status_of(line));
  const auto reason = outcome_reason(line.outcome);
  if (const auto failures = workload_failures(line); !failures.empty()) {
    fmt::print("\n{}", failures);
  } else {
    fmt::print("{}\n", reason.empty() ? "" : ": " + reason);
  }
  if (!line.problems.empty()) fmt::print("{}\n", line.problems);
  if (const auto* failed = std::get_if<Failed>(&line.outcome)) {
    for (const auto& evidence : failed->evidence) fmt::print("    {}\n", evidence);
  }
  if (const auto* skipped = std::get_if<Skipped>(&line.outcome);
      skipped && !skipped->remedy.empty()) {
    fmt::print("    {}\n", skipped->remedy);
  }
  for (const auto& note : line.notes) fmt::print("    note: {}\n", note.text);
}

/// The table, and below it the frameworks of which more is to be said.
void print_live(const std::vector<Line>& lines) {
  std::vector<LiveCheck> checks;
  for (const auto& line : lines) {
    if (line.problems.empty()) checks.push_back({line.name, line.outcome, {}, line.workloads});
  }
  if (!checks.empty()) fmt::print("{}", live_matrix(checks));
  for (const auto& line : lines) {
    if (status_of(line) != "ok" || !line.notes.empty()) print_line(line);
  }
}

void print_text(const std::vector<Line>& lines) {
  for (const auto& line : lines) print_line(line);
}

void print_json(const std::vector<Line>& lines) {
  auto rows = nlohmann::ordered_json::array();
  for (const auto& line : lines) {
    nlohmann::ordered_json row{{"framework", line.name}, {"status", status_of(line)}};
    if (!line.problems.empty()) row["problems"] = line.problems;
    if (const auto reason = outcome_reason(line.outcome); !reason.empty()) row["why"] = reason;
    if (const auto* failed = std::get_if<Failed>(&line.outcome)) {
      row["stage"] = stage_name(failed->stage);
      row["evidence"] = failed->evidence;
    }
    for (const auto& result : line.workloads) {
      auto& cell = row["workloads"][result.workload];
      cell["status"] = state_name(result.state);
      if (!result.why.empty()) cell["why"] = result.why;
    }
    for (const auto& note : line.notes) {
      row["notes"].push_back({{"code", note.code}, {"text", note.text}});
    }
    rows.push_back(row);
  }
  fmt::print("{}\n", nlohmann::ordered_json{{"frameworks", rows}}.dump(
                         2, ' ', false, nlohmann::json::error_handler_t::replace));
}

void write_junit(const std::vector<Line>& lines, const std::string& file) {
  std::vector<JunitCase> cases;
  for (const auto& line : lines) {
    cases.push_back(line.problems.empty()
                        ? junit_case(line.name, line.outcome)
                        : JunitCase{line.name, JunitCase::Result::kFailed, "manifest",
                                    "its manifest cannot be used", split(line.problems, '\n')});
  }
  write_file_atomically(file, junit_xml("pacer check", cases));
}

bool is_selected_broken(const Options& options, const std::string& name) {
  if (options.selection.patterns.empty()) return true;
  return std::any_of(options.selection.patterns.begin(), options.selection.patterns.end(),
                     [&](const std::string& pattern) { return glob_match(pattern, name); });
}

int exit_code_of(const std::vector<Line>& lines, const Options& options) {
  auto code = ExitCode::kOk;
  for (const auto& line : lines) {
    const auto status = status_of(line);
    if (status == "broken") return static_cast<int>(ExitCode::kUsage);
    const bool named_skipped =
        status == "skipped" && options.live && named_exactly(options.selection, line.name);
    if (status == "failed" || named_skipped) code = ExitCode::kFailed;
  }
  return static_cast<int>(code);
}

int check_frameworks(const Context& context, const Options& options) {
  auto catalog = context.catalog();
  if (options.changed) keep_changed(catalog, *options.changed);
  std::vector<Line> lines;
  for (const auto& broken : catalog.broken) {
    if (!is_selected_broken(options, broken.name)) continue;
    lines.push_back({broken.name, Measured{}, {}, broken.problems});
  }
  catalog.broken.clear();
  std::vector<Manifest> manifests;
  // Where the only framework named is a broken one, or nothing changed, none is left to select.
  if (!catalog.manifests.empty() && (lines.empty() || options.selection.patterns.empty())) {
    manifests = select(catalog, options.selection);
  }
  if (options.live) {
    const MachineLock lock(MachineLock::Use::kBuild);
    const auto progress = make_progress(terminal_of(STDERR_FILENO));
    for (auto& result : live_check(manifests, !options.no_install, *progress)) {
      lines.push_back({result.framework, std::move(result.outcome), std::move(result.notes), "",
                       std::move(result.workloads)});
    }
  } else {
    for (const auto& manifest : manifests) lines.push_back({manifest.name, Measured{}, {}, ""});
  }
  if (!options.junit.empty()) write_junit(lines, options.junit);
  const auto print = options.json ? print_json : options.live ? print_live : print_text;
  print(lines);
  if (lines.empty() && !options.json) fmt::print("nothing to check: no directory changed\n");
  return exit_code_of(lines, options);
}

}  // namespace

Action add_check(CLI::App& app, Context& context) {
  auto options = std::make_shared<Options>();
  add_selection(app, options->selection);
  app.add_flag(
      "--live", options->live,
      "Also build, start and verify each server and every workload it serves, without load");
  app.add_option("--changed", options->changed,
                 "Only directories that changed since REF (default: where this branch left main), "
                 "uncommitted changes included")
      ->expected(0, 1)
      ->type_name("REF");
  app.add_flag("--no-install", options->no_install, "Do not install missing toolchains");
  app.add_option("--junit", options->junit, "Also write the outcomes to FILE as JUnit XML")
      ->type_name("FILE");
  app.add_flag("--json", options->json, "Print as JSON");
  return [&context, options] { return check_frameworks(context, *options); };
}

}  // namespace pacer
