#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/duration.h"

namespace pacer {

/// What `.pacer/build.json` says of the last finished build of a directory.
struct BuildRecord {
  std::string hash;      ///< content_hash at its start
  std::string built_at;  ///< UTC, ISO 8601
  Duration took{};
  std::uint64_t size_bytes = 0;                   ///< of the outputs
  std::vector<std::string> outputs;               ///< as in FolderContents
  std::map<std::string, std::string> toolchains;  ///< name → version
};

/// Nothing where there is none, or none that this version can read.
std::optional<BuildRecord> read_build_record(const std::filesystem::path& directory);
/// Throws Error where it cannot be written.
void write_build_record(const std::filesystem::path& directory, const BuildRecord& record);
/// Throws Error where it is there and cannot be removed.
void remove_build_record(const std::filesystem::path& directory);

/// The folder of a framework's directory in which Pacer keeps record, lock and log.
std::filesystem::path pacer_folder(const std::filesystem::path& directory);

}  // namespace pacer
