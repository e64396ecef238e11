#include "engine/catalog.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/edit_distance.h"
#include "base/error.h"
#include "base/text.h"
#include "core/manifest/reader.h"
#include "engine/process/files.h"

namespace pacer {
namespace {

namespace fs = std::filesystem;

constexpr const char* kManifestFile = "framework.yaml";

struct Entries {
  std::map<std::string, Manifest> manifests;
  std::map<std::string, BrokenManifest> broken;
};

void read_entry(const fs::path& directory, Entries& entries) {
  const auto name = directory.filename().string();
  const auto file = directory / kManifestFile;
  entries.manifests.erase(name);
  entries.broken.erase(name);
  try {
    const auto text = read_file(file);
    entries.manifests[name] = read_manifest(text, file.string(), name, directory.string());
  } catch (const Error& error) {
    entries.broken[name] = {name, directory.string(), error.render()};
  }
}

void read_folder(const fs::path& folder, Entries& entries) {
  if (!fs::is_directory(folder)) {
    throw Error("no such folder", folder.string(), "check --frameworks and PACER_FRAMEWORKS");
  }
  const auto absolute = fs::canonical(folder);
  if (fs::exists(absolute / kManifestFile)) return read_entry(absolute, entries);
  for (const auto& entry : fs::directory_iterator(absolute)) {
    const auto name = entry.path().filename().string();
    if (entry.is_directory() && !name.starts_with('.')) read_entry(entry.path(), entries);
  }
}

std::vector<std::string> all_names(const Catalog& catalog) {
  std::vector<std::string> names;
  for (const auto& manifest : catalog.manifests) names.push_back(manifest.name);
  for (const auto& broken : catalog.broken) names.push_back(broken.name);
  return names;
}

bool is_glob(const std::string& pattern) {
  return pattern.find_first_of("*?[") != std::string::npos;
}

void refuse_unknown(const Catalog& catalog, const Selection& selection) {
  const auto names = all_names(catalog);
  for (const auto& pattern : selection.patterns) {
    const bool found = std::any_of(names.begin(), names.end(), [&](const std::string& name) {
      return glob_match(pattern, name);
    });
    if (found) continue;
    throw Error(is_glob(pattern) ? fmt::format("no framework matches '{}'", pattern)
                                 : unknown_word("framework", pattern, names),
                "", "`pacer list` shows all");
  }
  if (selection.language.empty()) return;
  std::vector<std::string> languages;
  for (const auto& manifest : catalog.manifests) languages.push_back(manifest.language);
  if (std::find(languages.begin(), languages.end(), selection.language) == languages.end()) {
    throw Error(unknown_word("language", selection.language, languages), "--language",
                "`pacer list` shows all");
  }
}

bool is_selected(const Selection& selection, const std::string& name, const std::string& language) {
  if (!selection.language.empty() && language != selection.language) return false;
  return selection.patterns.empty() ||
         std::any_of(selection.patterns.begin(), selection.patterns.end(),
                     [&](const std::string& pattern) { return glob_match(pattern, name); });
}

}  // namespace

Catalog load_catalog(const std::vector<fs::path>& folders) {
  Entries entries;
  for (const auto& folder : folders) read_folder(folder, entries);
  Catalog catalog;
  for (auto& [name, manifest] : entries.manifests) catalog.manifests.push_back(std::move(manifest));
  for (auto& [name, broken] : entries.broken) catalog.broken.push_back(std::move(broken));
  return catalog;
}

std::vector<Manifest> select(const Catalog& catalog, const Selection& selection) {
  refuse_unknown(catalog, selection);
  std::string problems;
  for (const auto& broken : catalog.broken) {
    // A broken manifest has no language to ask for, so --language alone never selects it.
    if (is_selected(selection, broken.name, "")) problems += broken.problems + "\n";
  }
  if (!problems.empty()) {
    throw Error(fmt::format("these manifests cannot be used:\n{}", trim(problems)), "",
                "`pacer check` explains; name other frameworks to run without them");
  }
  std::vector<Manifest> selected;
  for (const auto& manifest : catalog.manifests) {
    if (is_selected(selection, manifest.name, manifest.language)) selected.push_back(manifest);
  }
  if (selected.empty()) throw Error("no framework is selected", "", "`pacer list` shows all");
  return selected;
}

bool named_exactly(const Selection& selection, const std::string& name) {
  return std::find(selection.patterns.begin(), selection.patterns.end(), name) !=
         selection.patterns.end();
}

}  // namespace pacer
