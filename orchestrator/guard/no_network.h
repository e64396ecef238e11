#pragma once

namespace pacer {

/// Moves this process into a new network namespace that holds nothing but loopback; needs no
/// privilege where unprivileged user namespaces are allowed. False, with errno set, where it is
/// refused.
bool leave_network();

}  // namespace pacer
