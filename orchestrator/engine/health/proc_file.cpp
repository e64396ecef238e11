#include "engine/health/proc_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <utility>

namespace pacer {

ProcFile::ProcFile(const std::string& path) : fd_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}

ProcFile::~ProcFile() {
  if (fd_ >= 0) close(fd_);
}

ProcFile::ProcFile(ProcFile&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}

ProcFile& ProcFile::operator=(ProcFile&& other) noexcept {
  std::swap(fd_, other.fd_);
  return *this;
}

std::string_view ProcFile::read(std::span<char> buffer) const {
  if (fd_ < 0) return {};
  const auto size = pread(fd_, buffer.data(), buffer.size(), 0);
  return size > 0 ? std::string_view(buffer.data(), static_cast<std::size_t>(size))
                  : std::string_view();
}

std::optional<std::string> read_small_file(const std::string& path) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return std::nullopt;
  std::string text;
  std::array<char, 16384> buffer;
  ssize_t size = 0;
  while ((size = read(fd, buffer.data(), buffer.size())) > 0) {
    text.append(buffer.data(), static_cast<std::size_t>(size));
  }
  close(fd);
  if (size < 0) return std::nullopt;
  return text;
}

bool write_small_file(const std::string& path, std::string_view text) {
  const int fd = open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (fd < 0) return false;
  const bool written = write(fd, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  close(fd);
  return written;
}

std::optional<std::uint64_t> leading_number(std::string_view text) {
  std::uint64_t value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  return read.ec == std::errc() ? std::optional(value) : std::nullopt;
}

std::optional<std::uint64_t> labelled_number(std::string_view text, std::string_view label) {
  const auto at = text.find(label);
  if (at == std::string_view::npos) return std::nullopt;
  const auto number = text.find_first_not_of(" \t", at + label.size());
  return number == std::string_view::npos ? std::nullopt : leading_number(text.substr(number));
}

}  // namespace pacer
