#include "engine/machine_lock.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

#include "base/error.h"
#include "engine/process/interrupt.h"

namespace pacer {
namespace {

constexpr int kRetryMs = 200;

/// The same file for every user of the machine, whoever came first.
int open_lock_file(const std::filesystem::path& path) {
  // Without O_CREAT first: fs.protected_regular refuses it for another user's file in /tmp.
  int fd = open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (fd >= 0) return fd;
  fd = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (fd < 0) {
    throw Error(fmt::format("cannot open the lock file: {}", std::strerror(errno)), path.string());
  }
  fchmod(fd, 0666);  // whatever the umask says
  return fd;
}

}  // namespace

MachineLock::MachineLock(Use use) {
  fd_ = open_lock_file(std::filesystem::path("/tmp") / "pacer.lock");
  const int kind = use == Use::kMeasure ? LOCK_EX : LOCK_SH;
  bool told = false;
  while (flock(fd_, kind | LOCK_NB) != 0) {
    if (!told) fmt::print(stderr, "waiting for another pacer on this machine to finish\n");
    told = true;
    // flock(2) has no deadline and cannot be waited for together with Ctrl-C, so it is asked again.
    pollfd event{interrupt_fd(), POLLIN, 0};
    poll(&event, 1, kRetryMs);
    if (interrupted()) {
      close(fd_);
      throw Interrupted{};
    }
  }
}

MachineLock::~MachineLock() {
  if (fd_ >= 0) close(fd_);
}

}  // namespace pacer
