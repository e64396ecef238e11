#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace pacer {

/// Somebody who listens on a TCP port.
struct Listener {
  std::string address;  ///< "127.0.0.1", "0.0.0.0", "::1", "::"; a v4-mapped one as plain v4
  int port = 0;
  ino_t inode = 0;          ///< of the socket; the key to its owners
  std::vector<pid_t> pids;  ///< who holds it open, sorted; empty where nobody can be seen (another
                            ///< user's process, another pid namespace)
  bool all_addresses = false;  ///< reachable from other machines
  bool ipv6_only = false;      ///< IPv4 clients, such as a load on 127.0.0.1, do not reach it
};

/// Every listener on a port, with its owners: looked for among `likely` first, and in the whole of
/// /proc only for sockets that none of them holds. A stranger that shares a socket with one of
/// `likely` is therefore not named.
std::vector<Listener> listeners_on(int port, const std::vector<pid_t>& likely);

/// Every listener that one of these processes holds, on whatever port.
std::vector<Listener> listeners_of(const std::vector<pid_t>& pids);

/// "pid 123 (python3 server.py)", at most 80 characters of the command; "pid 123 (ended)".
std::string describe_process(pid_t pid);

}  // namespace pacer
