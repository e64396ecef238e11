#include <CLI/CLI.hpp>
#include <deque>
#include <filesystem>
#include <iostream>
#include <memory>

#include <fmt/format.h>

#include "base/error.h"
#include "commands/rows.h"
#include "core/history/history.h"
#include "engine/store.h"

namespace pacer {
namespace {

struct Options {
  std::string framework;
  std::string results;
  bool json = false;
};

int history(const Context& context, const Options& options) {
  const std::filesystem::path results =
      options.results.empty() ? context.layout.results : std::filesystem::path(options.results);
  std::deque<StoredRun> stored;  // the runs below refer to its elements
  std::vector<MeasuredRun> runs;
  for (const auto& name : run_names(results)) {
    const auto folder = results / name;
    try {
      stored.push_back(load_run(folder));
    } catch (const Error& error) {  // of another data version, say: the others still tell
      fmt::print(stderr, "left out: {}\n", error.render());
      continue;
    }
    stored.back().record.id = context.run_name(folder);
    runs.push_back({stored.back().record, stored.back().samples});
  }
  const auto found = history_of(options.framework, runs);
  std::cout << (options.json ? history_json(found) : history_text(found));
  return static_cast<int>(ExitCode::kOk);
}

}  // namespace

Action add_history(CLI::App& app, Context& context) {
  auto options = std::make_shared<Options>();
  app.add_option("FRAMEWORK", options->framework, "Its name")->required()->type_name("");
  app.add_option("--results", options->results, "Folder of the runs instead of results/")
      ->type_name("DIR");
  app.add_flag("--json", options->json, "Print as JSON");
  return [&context, options] { return history(context, *options); };
}

}  // namespace pacer
