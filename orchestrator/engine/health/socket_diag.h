#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pacer {

/// A TCP socket that listens.
struct ListenSocket {
  std::string address;   ///< "127.0.0.1", "0.0.0.0", "::1", "::"; a v4-mapped one as plain v4
  bool ipv6 = false;     ///< an AF_INET6 socket; it may serve IPv4 clients too
  bool v6_only = false;  ///< "::" that does not take IPv4
  int port = 0;
  ino_t inode = 0;
  uid_t uid = 0;
  std::uint32_t accept_queue = 0;  ///< connections established but not yet accepted
};

/// The server's end of a TCP connection: its local port is the server's.
struct ServerConnection {
  /// The kernel's name of this socket, never used twice: unlike the client's port it tells a new
  /// connection from an old one even where the port was reused between two readings.
  std::uint64_t cookie = 0;
  int peer_port = 0;
  bool established = false;       ///< else still shaking hands (the accept queue may be full)
  bool answered = false;          ///< the server has sent a byte of data
  std::uint64_t bytes_acked = 0;  ///< bytes of answers that the client has confirmed
};

/// Asks the kernel for TCP sockets (NETLINK_SOCK_DIAG, sock_diag(7)). The kernel filters by state
/// and port, so the tens of thousands of TIME_WAIT sockets that a load leaves are never copied. A
/// reading of listeners costs about 15 to 30 us a family, one of connections 250 to 400 us (it
/// passes over the kernel's whole table) and 1 us more for each. Not thread safe.
class SocketDiag {
 public:
  SocketDiag();
  ~SocketDiag();
  SocketDiag(const SocketDiag&) = delete;
  SocketDiag& operator=(const SocketDiag&) = delete;

  /// Listeners of both families on a port, or on every port (0). Nothing where the kernel does not
  /// answer (no such module, another network namespace's rules, a sandbox).
  std::optional<std::vector<ListenSocket>> listeners(int port = 0);

  /// Connections of one family (AF_INET, AF_INET6) whose local port is `port`, added to `found`.
  /// The reading is no snapshot: a connection that opens or closes meanwhile may be there or not.
  bool add_connections(int family, int port, std::vector<ServerConnection>& found);

  /// Whether the server still holds connections on `port`: those that the client has closed and the
  /// server has not yet are among them. Nothing where the kernel does not answer.
  std::optional<bool> has_open_connections(int port);

 private:
  template <typename Visit>
  bool dump(int family, std::uint32_t states, int port, bool details, const Visit& visit);

  int fd_ = -1;
  std::uint32_t sequence_ = 0;
  std::vector<char> buffer_;
};

/// Listeners by the text of /proc/net/tcp (or tcp6): slower, for machines without sock_diag.
std::vector<ListenSocket> parse_proc_net_tcp(std::string_view text, bool ipv6, int port = 0);

/// Through sock_diag, else through /proc/net/tcp and tcp6.
std::vector<ListenSocket> listening_sockets(int port = 0);

/// TcpPassiveOpens of /proc/net/snmp: connections accepted on this machine (network namespace)
/// since boot, whoever accepted them.
std::optional<std::uint64_t> parse_passive_opens(std::string_view snmp);
std::optional<std::uint64_t> read_passive_opens();

}  // namespace pacer
