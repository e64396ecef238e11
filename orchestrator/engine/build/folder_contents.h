#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace pacer {

/// What lies in a framework's directory, split by its .gitignore. Paths are relative to it. Neither
/// list has `.pacer` or `.git`.
struct FolderContents {
  std::vector<std::string> sources;  ///< files and links that are not ignored, sorted
  std::vector<std::string>
      outputs;  ///< what is ignored, the topmost folder or file of each; sorted
};

/// Throws Error where it cannot be read.
FolderContents contents_of(const std::filesystem::path& folder);

/// Bytes of the files at and below these paths; links are not followed.
std::uint64_t size_of(const std::filesystem::path& folder, const std::vector<std::string>& paths);

}  // namespace pacer
