#include "guard/log_cap.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace pacer {

void cap_log(int fd, std::uint64_t cap_bytes) {
  struct stat info {};
  if (fstat(fd, &info) != 0 || !S_ISREG(info.st_mode)) return;
  const auto on_disk = static_cast<std::uint64_t>(info.st_blocks) * 512;
  if (on_disk <= cap_bytes) return;
  const auto size = static_cast<std::uint64_t>(info.st_size);
  const std::uint64_t head = cap_bytes / 2;
  const std::uint64_t tail = cap_bytes / 4;
  if (size <= head + tail) return;
  const auto hole_start = static_cast<off_t>(head);
  const auto hole_size = static_cast<off_t>(size - head - tail);
  if (fallocate(fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, hole_start, hole_size) != 0) {
    if (ftruncate(fd, 0) != 0) return;
  }
}

}  // namespace pacer
