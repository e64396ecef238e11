#pragma once

#include <filesystem>
#include <functional>

namespace pacer {

/// Held while one directory is built, so that two Pacers never build it at the same time. The
/// kernel gives it up when its holder ends, however it ends.
class BuildLock {
 public:
  /// Waits for another holder; `on_wait` is called once before. Throws Error where the lock file
  /// cannot be made, Interrupted on Ctrl-C.
  BuildLock(const std::filesystem::path& file, const std::function<void()>& on_wait);
  ~BuildLock();
  BuildLock(const BuildLock&) = delete;
  BuildLock& operator=(const BuildLock&) = delete;

 private:
  int fd_ = -1;
};

}  // namespace pacer
