#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace pacer {

/// An empty file of a unique name, removed with this object.
class TemporaryFile {
 public:
  TemporaryFile();
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// Likewise a folder, removed with all that is in it.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// The whole file. Throws Error where it cannot be read or is larger than `most_bytes`.
std::string read_file(const std::filesystem::path& path, std::size_t most_bytes = 64u << 20);
/// The first / last bytes of it; "" where there is none.
std::string read_head(const std::filesystem::path& path, std::size_t most_bytes);
std::string read_tail(const std::filesystem::path& path, std::size_t most_bytes);
/// The last non-empty lines of a log, for evidence.
std::vector<std::string> log_tail(const std::filesystem::path& path, int max_lines = 5);

/// Writes beside the target and renames over it, so that a reader never sees half a file.
/// Throws Error (with the reason: disk full, read-only, …).
void write_file_atomically(const std::filesystem::path& path, std::string_view content);

}  // namespace pacer
