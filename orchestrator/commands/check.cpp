#include <unistd.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include <fmt/format.h>

#include "base/error.h"
#include "base/text.h"
#include "commands/progress.h"
#include "commands/rows.h"
#include "engine/changed.h"
#include "engine/health/environment.h"
#include "engine/live_check.h"
#include "engine/machine_lock.h"

namespace pacer {
namespace {

struct Options {
  Selection selection;
  bool live = false;
  bool json = false;
  bool no_install = false;
  std::optional<std::string> changed;
};

/// One framework's line.
struct Line {
  std::string name;
  Outcome outcome;  ///< Measured stands for "ok"
  std::vector<Note> notes;
  std::string problems;  ///< of its manifest
};

std::string status_of(const Line& line) {
  if (!line.problems.empty()) return "broken";
  return std::holds_alternative<Measured>(line.outcome) ? "ok" : outcome_name(line.outcome);
}

void print_text(const std::vector<Line>& lines) {
  for (const auto& line : lines) {
    fmt::print("{}: {}", line.name, status_of(line));
    const auto reason = outcome_reason(line.outcome);
    fmt::print("{}\n", reason.empty() ? "" : ": " + reason);
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
    for (const auto& note : line.notes) {
      row["notes"].push_back({{"code", note.code}, {"text", note.text}});
    }
    rows.push_back(row);
  }
  fmt::print("{}\n", nlohmann::ordered_json{{"frameworks", rows}}.dump(
                         2, ' ', false, nlohmann::json::error_handler_t::replace));
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
      lines.push_back({result.framework, std::move(result.outcome), std::move(result.notes), ""});
    }
  } else {
    for (const auto& manifest : manifests) lines.push_back({manifest.name, Measured{}, {}, ""});
  }
  options.json ? print_json(lines) : print_text(lines);
  if (lines.empty() && !options.json) fmt::print("nothing to check: no directory changed\n");
  return exit_code_of(lines, options);
}

}  // namespace

Action add_check(CLI::App& app, Context& context) {
  auto options = std::make_shared<Options>();
  add_selection(app, options->selection);
  app.add_flag("--live", options->live, "Also build, start and verify each server, without load");
  app.add_option("--changed", options->changed,
                 "Only directories that changed since REF (default: where this branch left main), "
                 "uncommitted changes included")
      ->expected(0, 1)
      ->type_name("REF");
  app.add_flag("--no-install", options->no_install, "Do not install missing toolchains");
  app.add_flag("--json", options->json, "Print as JSON");
  return [&context, options] { return check_frameworks(context, *options); };
}

}  // namespace pacer
