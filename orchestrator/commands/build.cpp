#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include <fmt/format.h>

#include "base/bytes.h"
#include "base/error.h"
#include "base/text_table.h"
#include "commands/progress.h"
#include "commands/rows.h"
#include "core/formats/json_document.h"
#include "engine/health/environment.h"
#include "engine/machine_lock.h"
#include "engine/prepare.h"

namespace pacer {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
  Selection selection;
  int jobs = 0;
  bool force = false;
  bool offline = false;
  bool no_install = false;
  bool json = false;
};

using Preparations = std::map<std::string, Preparation>;

std::string state_of(const Preparation& preparation) {
  if (std::holds_alternative<Skipped>(preparation)) return "skipped";
  if (std::holds_alternative<Failed>(preparation)) return "failed";
  return std::get<Prepared>(preparation).was_up_to_date ? "up to date" : "built";
}

/// What was done, with its time and size; what was up to date has no row.
void print_table(const Preparations& preparations) {
  TextTable table({{"framework", Align::kLeft},
                   {"build", Align::kLeft},
                   {"time", Align::kRight},
                   {"size", Align::kRight}});
  bool has_rows = false;
  for (const auto& [name, preparation] : preparations) {
    const auto state = state_of(preparation);
    if (state == "up to date" || state == "skipped") continue;
    has_rows = true;
    const auto* built = std::get_if<Prepared>(&preparation);
    table.add_row({name, state, built ? humanize_duration(built->took) : "-",
                   built ? humanize_bytes(static_cast<double>(built->size_bytes)) : "-"});
  }
  if (has_rows) fmt::print("{}", table.render());
}

void print_reasons(const Preparations& preparations) {
  for (const auto& [name, preparation] : preparations) {
    if (const auto* failed = std::get_if<Failed>(&preparation)) {
      fmt::print("{}: failed: {}\n", name, failed->why);
      for (const auto& line : failed->evidence) fmt::print("    {}\n", line);
    } else if (const auto* skipped = std::get_if<Skipped>(&preparation)) {
      fmt::print("{}: skipped: {}\n", name, skipped->why);
      if (!skipped->remedy.empty()) fmt::print("    {}\n", skipped->remedy);
    }
  }
}

Json to_json(const Preparations& preparations) {
  Json frameworks = Json::array();
  for (const auto& [name, preparation] : preparations) {
    Json one{{"framework", name}, {"state", state_of(preparation)}};
    if (const auto* built = std::get_if<Prepared>(&preparation)) {
      one["build_s"] = to_seconds(built->took);
      one["size_bytes"] = built->size_bytes;
      one["runtime"] = built->runtime;
    } else if (const auto* failed = std::get_if<Failed>(&preparation)) {
      one["why"] = failed->why;
      one["evidence"] = failed->evidence;
    } else {
      one["why"] = std::get<Skipped>(preparation).why;
    }
    frameworks.push_back(std::move(one));
  }
  return {{"frameworks", std::move(frameworks)}};
}

void print_text(const Preparations& preparations) {
  std::map<std::string, int> count;
  for (const auto& [name, preparation] : preparations) ++count[state_of(preparation)];
  print_table(preparations);
  print_reasons(preparations);
  fmt::print("{} built, {} up to date, {} failed, {} skipped\n", count["built"],
             count["up to date"], count["failed"], count["skipped"]);
}

int build(const Context& context, const Options& options) {
  const auto manifests = select(context.catalog(), options.selection);
  const MachineLock lock(MachineLock::Use::kBuild);
  Preparations preparations;
  {
    const auto progress = make_progress(terminal_of(STDERR_FILENO));
    Preparer preparer(
        {.install_missing = !options.no_install && !options.offline,
         .force = options.force,
         .offline = options.offline,
         .jobs = options.jobs > 0 ? options.jobs : static_cast<int>(allowed_cpus().size())},
        *progress);
    preparations = preparer.prepare(manifests);
  }
  if (options.json) {
    fmt::print("{}", json_document(to_json(preparations)));
  } else {
    print_text(preparations);
  }
  const auto fails = [&](const auto& entry) {
    const auto& [name, preparation] = entry;
    return std::holds_alternative<Failed>(preparation) ||
           (std::holds_alternative<Skipped>(preparation) && named_exactly(options.selection, name));
  };
  const bool failed = std::any_of(preparations.begin(), preparations.end(), fails);
  return static_cast<int>(failed ? ExitCode::kFailed : ExitCode::kOk);
}

}  // namespace

Action add_build(CLI::App& app, Context& context) {
  auto options = std::make_shared<Options>();
  add_selection(app, options->selection);
  app.add_option("-j,--jobs", options->jobs, "Builds at the same time; one per CPU without it")
      ->check(CLI::Range(1, 256));
  app.add_flag("--force", options->force, "Build although it is up to date");
  app.add_flag("--offline", options->offline,
               "Build again, without a network: proves that the last build left all it needs");
  app.add_flag("--no-install", options->no_install, "Do not install missing toolchains");
  app.add_flag("--json", options->json, "Print as JSON");
  return [&context, options] { return build(context, *options); };
}

}  // namespace pacer
