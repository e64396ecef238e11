#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/model/manifest.h"

namespace pacer {

/// A framework directory whose manifest cannot be used, with all its problems as text.
struct BrokenManifest {
  std::string name;
  std::string directory;
  std::string problems;
};

struct Catalog {
  std::vector<Manifest> manifests;     ///< sorted by name
  std::vector<BrokenManifest> broken;  ///< likewise
};

/// Reads every framework directory in `folders`; a folder may also be a framework directory
/// itself. Where two folders hold the same name, the later one counts: a checkout of one's own
/// stands in for the built-in entry. Throws Error where a folder does not exist.
Catalog load_catalog(const std::vector<std::filesystem::path>& folders);

/// What the user asked for: names and globs ('spring-*'), and a language; all where both are empty.
struct Selection {
  std::vector<std::string> patterns;
  std::string language;
};

/// Sorted by name. Throws Error for a pattern that matches nothing (with "did you mean") and for a
/// selected framework whose manifest is broken (with its problems).
std::vector<Manifest> select(const Catalog& catalog, const Selection& selection);

/// True where the selection names this framework itself, not by a glob or a language.
bool named_exactly(const Selection& selection, const std::string& name);

}  // namespace pacer
