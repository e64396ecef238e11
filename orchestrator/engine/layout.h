#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace pacer {

/// Where Pacer's own files lie: in a checkout, or as `cmake --install` puts them.
struct Layout {
  std::filesystem::path root;        ///< the checkout, or PREFIX/share/pacer
  std::filesystem::path programs;    ///< holds pacer-ceiling and pacer-guard
  std::filesystem::path frameworks;  ///< the built-in framework directories
  std::filesystem::path plans;
  std::filesystem::path script;   ///< pipeline.lua
  std::filesystem::path results;  ///< in the checkout; installed: ./results
};

/// Looks upwards from the running program. Throws Error where its files are missing.
Layout find_layout();

}  // namespace pacer
