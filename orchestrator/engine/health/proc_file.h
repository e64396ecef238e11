#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace pacer {

/// A file of /proc held open and read again and again: one system call a reading. A file under
/// /proc/PID stays bound to that very process, so a reused pid cannot be mistaken for it.
class ProcFile {
 public:
  ProcFile() = default;
  explicit ProcFile(const std::string& path);
  ~ProcFile();
  ProcFile(ProcFile&& other) noexcept;
  ProcFile& operator=(ProcFile&& other) noexcept;

  bool is_open() const { return fd_ >= 0; }
  /// What the file holds now, at most the buffer's size; empty where it cannot be read (its process
  /// has ended).
  std::string_view read(std::span<char> buffer) const;

 private:
  int fd_ = -1;
};

/// The whole of a small file; nothing where it cannot be read.
std::optional<std::string> read_small_file(const std::string& path);
/// Writes to a file of the kernel's; false where it is refused.
bool write_small_file(const std::string& path, std::string_view text);

/// The whole number that a text begins with.
std::optional<std::uint64_t> leading_number(std::string_view text);
/// The one behind the first occurrence of a label and blanks: of "VmHWM:" in "VmHWM:  4096 kB".
std::optional<std::uint64_t> labelled_number(std::string_view text, std::string_view label);

}  // namespace pacer
