#include "engine/build/build_lock.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/error.h"
#include "engine/process/interrupt.h"

namespace pacer {
namespace {

/// A wait that Ctrl-C ends at once. The kernel has no flock(2) with a file descriptor to watch
/// beside it, so the lock is asked for again now and then.
void pause_until_interrupt() {
  constexpr int kAskAgainMs = 50;
  pollfd interrupt{interrupt_fd(), POLLIN, 0};
  poll(&interrupt, 1, kAskAgainMs);
}

}  // namespace

BuildLock::BuildLock(const std::filesystem::path& file, const std::function<void()>& on_wait)
    : fd_(open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
  if (fd_ < 0) throw Error(std::string("cannot write: ") + std::strerror(errno), file.string());
  bool waiting = false;
  while (flock(fd_, LOCK_EX | LOCK_NB) != 0) {
    const int code = errno;
    if (code != EWOULDBLOCK && code != EINTR) {
      close(fd_);
      throw Error(std::string("cannot lock: ") + std::strerror(code), file.string());
    }
    if (interrupted()) {
      close(fd_);
      throw Interrupted{};
    }
    if (!std::exchange(waiting, true)) on_wait();
    pause_until_interrupt();
  }
}

BuildLock::~BuildLock() { close(fd_); }

}  // namespace pacer
