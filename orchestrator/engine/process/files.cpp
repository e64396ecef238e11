#include "engine/process/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include "base/error.h"
#include "base/text.h"

namespace pacer {
namespace {

std::string reason() { return std::strerror(errno); }

/// An open descriptor that closes itself.
struct File {
  int fd;
  ~File() {
    if (fd >= 0) close(fd);
  }
};

std::string read_at(int fd, off_t offset, std::size_t bytes) {
  std::string text(bytes, '\0');
  std::size_t filled = 0;
  while (filled < bytes) {
    const auto n =
        pread(fd, text.data() + filled, bytes - filled, offset + static_cast<off_t>(filled));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    filled += static_cast<std::size_t>(n);
  }
  text.resize(filled);
  return text;
}

void write_all(int fd, std::string_view content, const std::filesystem::path& path) {
  while (!content.empty()) {
    const auto n = write(fd, content.data(), content.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) throw Error("cannot write: " + reason(), path.string());
    content.remove_prefix(static_cast<std::size_t>(n));
  }
}

}  // namespace

TemporaryFile::TemporaryFile() {
  auto name = (std::filesystem::temp_directory_path() / "pacer-XXXXXX").string();
  const File file{mkostemp(name.data(), O_CLOEXEC)};
  if (file.fd < 0) throw Error("cannot make a temporary file: " + reason(), name);
  path_ = name;
}

TemporaryFile::~TemporaryFile() {
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
}

TemporaryFolder::TemporaryFolder() {
  auto name = (std::filesystem::temp_directory_path() / "pacer-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) {
    throw Error("cannot make a temporary folder: " + reason(), name);
  }
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string read_file(const std::filesystem::path& path, std::size_t most_bytes) {
  const File file{open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  if (file.fd < 0) throw Error("cannot read: " + reason(), path.string());
  struct stat info {};
  if (fstat(file.fd, &info) != 0 || !S_ISREG(info.st_mode)) {
    throw Error("cannot read: not a regular file", path.string());
  }
  if (static_cast<std::size_t>(info.st_size) > most_bytes) {
    throw Error(fmt::format("is larger than {} bytes", most_bytes), path.string());
  }
  return read_at(file.fd, 0, static_cast<std::size_t>(info.st_size));
}

std::string read_head(const std::filesystem::path& path, std::size_t most_bytes) {
  const File file{open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  return file.fd < 0 ? "" : read_at(file.fd, 0, most_bytes);
}

std::string read_tail(const std::filesystem::path& path, std::size_t most_bytes) {
  const File file{open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  struct stat info {};
  if (file.fd < 0 || fstat(file.fd, &info) != 0) return "";
  const auto size = static_cast<std::size_t>(info.st_size);
  const auto bytes = std::min(size, most_bytes);
  return read_at(file.fd, static_cast<off_t>(size - bytes), bytes);
}

std::vector<std::string> log_tail(const std::filesystem::path& path, int max_lines) {
  auto text = read_tail(path, 16u << 10);
  text.erase(std::remove(text.begin(), text.end(), '\0'), text.end());  // holes of a capped log
  return last_lines(text, max_lines);
}

void write_file_atomically(const std::filesystem::path& path, std::string_view content) {
  const auto draft = path.string() + fmt::format(".{}.tmp", getpid());
  {
    const File file{open(draft.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644)};
    if (file.fd < 0) throw Error("cannot write: " + reason(), path.string());
    write_all(file.fd, content, path);
    if (fsync(file.fd) != 0) throw Error("cannot write: " + reason(), path.string());
  }
  if (std::rename(draft.c_str(), path.c_str()) != 0) {
    throw Error("cannot write: " + reason(), path.string());
  }
}

}  // namespace pacer
