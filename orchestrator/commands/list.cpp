#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include <fmt/format.h>

#include "base/error.h"
#include "base/text.h"
#include "base/text_table.h"
#include "commands/rows.h"
#include "core/manifest/overview.h"
#include "core/metrics/table.h"
#include "engine/prepare.h"
#include "engine/store.h"

namespace pacer {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// Older runs are not looked into for a last result: listing must stay quick.
constexpr std::size_t kMostRuns = 20;

struct Options {
  Selection selection;
  bool json = false;
  bool markdown = false;
};

struct LastResult {
  std::string run;
  Sample sample;
};

std::map<std::string, LastResult> last_results(const fs::path& results) {
  std::vector<fs::path> runs;
  std::error_code no_results_yet;
  for (const auto& entry : fs::directory_iterator(results, no_results_yet)) {
    if (fs::exists(entry.path() / "run.json")) runs.push_back(entry.path());
  }
  std::sort(runs.rbegin(), runs.rend());  // named by date: newest first
  if (runs.size() > kMostRuns) runs.resize(kMostRuns);
  std::map<std::string, LastResult> last;
  for (const auto& folder : runs) {
    try {
      const auto run = load_run(folder);
      const auto first = setting_key(run.record.settings);
      for (const auto& sample : run.samples) {
        if (setting_key(sample.trial.settings) != first) continue;  // of several settings one
        last.try_emplace(sample.trial.framework, LastResult{folder.filename(), sample});
      }
    } catch (const Error&) {
      // A run that cannot be read is `pacer report`'s to explain; the list goes on without it.
    }
  }
  return last;
}

std::string result_text(const LastResult& last, bool brief) {
  const auto& values = last.sample.values;
  const auto found = values.find("throughput_rps");
  const bool measured = std::holds_alternative<Measured>(last.sample.outcome);
  const auto what = measured && found != values.end()
                        ? format_value(metric("throughput_rps"), found->second) + " req/s"
                        : outcome_name(last.sample.outcome);
  return brief ? what : fmt::format("{}, {}", what, last.sample.started_at.substr(0, 10));
}

struct Entry {
  Manifest manifest;
  std::string version;
  ToolState tools;
};

Json entry_json(const Entry& entry, const std::map<std::string, LastResult>& results) {
  const auto& manifest = entry.manifest;
  Json json{
      {"name", manifest.name},     {"title", manifest.title},    {"language", manifest.language},
      {"version", entry.version},  {"home", manifest.home},      {"directory", manifest.directory},
      {"serves", manifest.serves}, {"ready", entry.tools.ready}, {"runtime", entry.tools.runtime}};
  if (manifest.skip) json["skip"] = *manifest.skip;
  if (!entry.tools.why.empty()) json["missing"] = entry.tools.why;
  if (!entry.tools.remedy.empty()) json["remedy"] = entry.tools.remedy;
  if (const auto last = results.find(manifest.name); last != results.end()) {
    const auto& sample = last->second.sample;
    json["last"] = {{"run", last->second.run},
                    {"started_at", sample.started_at},
                    {"outcome", outcome_name(sample.outcome)}};
    if (sample.values.contains("throughput_rps")) {
      json["last"]["throughput_rps"] = sample.values.at("throughput_rps");
    }
  } else {
    json["last"] = nullptr;
  }
  return json;
}

std::string toolchain_text(const Entry& entry, bool brief) {
  if (entry.manifest.skip) return "skipped";
  if (!entry.tools.ready) return "missing";
  return brief || entry.tools.runtime.empty() ? "ready" : entry.tools.runtime;
}

void print_paragraph(const std::string& name, const std::string& text, int width) {
  auto lines = wrap(fmt::format("{}: {}", name, text), width - 4);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    fmt::print("{}{}\n", i == 0 ? "  " : "    ", lines[i]);
  }
}

void print_not_runnable(const std::vector<Entry>& entries, const Catalog& catalog, int width) {
  const auto runs = [](const Entry& entry) { return entry.tools.ready && !entry.manifest.skip; };
  if (std::all_of(entries.begin(), entries.end(), runs) && catalog.broken.empty()) return;
  fmt::print("\nNot runnable here\n");
  for (const auto& entry : entries) {
    if (runs(entry)) continue;
    const auto& skip = entry.manifest.skip;
    print_paragraph(entry.manifest.name, skip ? *skip : entry.tools.why, width);
    if (!skip && !entry.tools.remedy.empty()) fmt::print("      {}\n", entry.tools.remedy);
  }
  for (const auto& broken : catalog.broken) {
    print_paragraph(
        broken.name,
        fmt::format("its manifest cannot be used; `pacer check {}` says why", broken.name), width);
  }
}

TextTable make_table(const std::vector<Entry>& entries,
                     const std::map<std::string, LastResult>& results, bool brief) {
  TextTable table({{"framework", Align::kLeft},
                   {"language", Align::kLeft},
                   {"version", Align::kLeft},
                   {"last result", Align::kLeft},
                   {"toolchain", Align::kLeft}});
  for (const auto& entry : entries) {
    const auto last = results.find(entry.manifest.name);
    table.add_row({entry.manifest.name, entry.manifest.language, entry.version,
                   last == results.end() ? "-" : result_text(last->second, brief),
                   toolchain_text(entry, brief)});
  }
  return table;
}

void print_text(const std::vector<Entry>& entries, const std::map<std::string, LastResult>& results,
                const Terminal& out) {
  auto table = make_table(entries, results, false);
  if (out.is_terminal && table.width() > out.width) table = make_table(entries, results, true);
  fmt::print("{}", table.render());
}

int list(const Context& context, const Options& options) {
  auto catalog = context.catalog();
  auto usable = catalog;
  usable.broken.clear();
  if (options.markdown) {
    fmt::print("{}", overview_markdown(select(usable, options.selection)));
    return static_cast<int>(ExitCode::kOk);
  }
  ToolLookup tools;
  std::vector<Entry> entries;
  for (auto& manifest : select(usable, options.selection)) {
    auto state = tools.look_up(manifest);
    auto version = tools.version_of(manifest);
    entries.push_back({std::move(manifest), std::move(version), std::move(state)});
  }
  const auto results = last_results(context.layout.results);
  if (!options.json) {
    print_text(entries, results, context.out);
    print_not_runnable(entries, catalog, context.out.width);
    return static_cast<int>(ExitCode::kOk);
  }
  Json frameworks = Json::array();
  for (const auto& entry : entries) frameworks.push_back(entry_json(entry, results));
  Json broken = Json::array();
  for (const auto& entry : catalog.broken) {
    broken.push_back({{"name", entry.name}, {"problems", entry.problems}});
  }
  fmt::print("{}\n", Json{{"frameworks", frameworks}, {"broken", broken}}.dump(
                         2, ' ', false, Json::error_handler_t::replace));
  return static_cast<int>(ExitCode::kOk);
}

}  // namespace

Action add_list(CLI::App& app, Context& context) {
  auto options = std::make_shared<Options>();
  add_selection(app, options->selection);
  auto* json = app.add_flag("--json", options->json, "Print as JSON");
  app.add_flag("--markdown", options->markdown,
               "Print what the manifests say as a Markdown table (docs/frameworks.md)")
      ->excludes(json);
  return [&context, options] { return list(context, *options); };
}

}  // namespace pacer
