#pragma once

#include <cstdint>

namespace pacer {

/// Keeps a log that others append to within `cap_bytes` of disk: its first half stays, and so do
/// the newest bytes; the middle becomes a hole (or, where the file system has no holes, the whole
/// file is emptied). The apparent size grows on, which is why readers skip the zeros.
void cap_log(int fd, std::uint64_t cap_bytes);

}  // namespace pacer
