#pragma once

namespace pacer {

/// One measurement at a time on a machine: a second run would measure the first one's load. A
/// measuring run excludes everything; builds exclude only runs. Waits (with a line that says for
/// what) until it is free. Throws Interrupted.
class MachineLock {
 public:
  enum class Use { kMeasure, kBuild };
  explicit MachineLock(Use use);
  ~MachineLock();
  MachineLock(const MachineLock&) = delete;
  MachineLock& operator=(const MachineLock&) = delete;

 private:
  int fd_ = -1;
};

}  // namespace pacer
