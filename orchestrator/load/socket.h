#pragma once

#include <cstdint>

#include "load/settings.h"

namespace pacer::load {

/// A connected, blocking socket whose every call ends after `timeout_ns`: for what happens before
/// the time begins.
class Socket {
 public:
  Socket(const Address& address, std::int64_t timeout_ns);
  ~Socket();
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;

  int fd() const { return fd_; }
  int error() const { return error_; }  ///< errno of opening it, or 0

 private:
  int fd_ = -1;
  int error_ = 0;
};

}  // namespace pacer::load
