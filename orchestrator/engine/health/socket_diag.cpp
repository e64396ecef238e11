#include "engine/health/socket_diag.h"

// clang-format off: linux/tcp.h and netinet/tcp.h define the same names.
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/sock_diag.h>
#include <linux/tcp.h>
// clang-format on
#include <arpa/inet.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstring>

#include "base/text.h"
#include "engine/health/proc_file.h"

namespace pacer {
namespace {

// Kernel states (include/net/tcp_states.h); the user-space header clashes with linux/tcp.h.
constexpr std::uint8_t kEstablished = 1;
constexpr std::uint8_t kSynReceived = 3;
constexpr std::uint8_t kCloseWait = 8;
constexpr std::uint8_t kListen = 10;

constexpr std::size_t kBufferBytes = std::size_t{64} * 1024;

/// "Local port is `port`" as the kernel's filter code: a jump to the end accepts, one beyond it
/// rejects.
std::array<inet_diag_bc_op, 4> port_filter(int port) {
  constexpr std::uint16_t kOp = sizeof(inet_diag_bc_op);
  const auto value = static_cast<std::uint16_t>(port);
  return {{{INET_DIAG_BC_S_GE, 2 * kOp, 5 * kOp},
           {0, 0, value},
           {INET_DIAG_BC_S_LE, 2 * kOp, 3 * kOp},
           {0, 0, value}}};
}

struct Request {
  nlmsghdr header{};
  inet_diag_req_v2 what{};
  rtattr filter_head{};
  std::array<inet_diag_bc_op, 4> filter{};
};

Request make_request(int family, std::uint32_t states, int port, bool details) {
  Request request;
  request.header.nlmsg_type = SOCK_DIAG_BY_FAMILY;
  request.header.nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP;
  request.what.sdiag_family = static_cast<std::uint8_t>(family);
  request.what.sdiag_protocol = IPPROTO_TCP;
  request.what.idiag_states = states;
  if (details) request.what.idiag_ext = 1U << (INET_DIAG_INFO - 1);
  request.filter_head.rta_type = INET_DIAG_REQ_BYTECODE;
  request.filter_head.rta_len = sizeof(request.filter_head) + sizeof(request.filter);
  request.filter = port_filter(port);
  const auto filtered = static_cast<std::uint32_t>(sizeof(request));
  const auto plain = static_cast<std::uint32_t>(offsetof(Request, filter_head));
  request.header.nlmsg_len = port != 0 ? filtered : plain;
  return request;
}

/// An attribute of one answer, copied out (a newer kernel's may be longer, an older one's shorter).
template <typename Value>
Value attribute(const nlmsghdr* header, int type) {
  Value value{};
  auto left = static_cast<int>(header->nlmsg_len - NLMSG_LENGTH(sizeof(inet_diag_msg)));
  const auto* message = static_cast<const inet_diag_msg*>(NLMSG_DATA(header));
  const auto* at = reinterpret_cast<const rtattr*>(message + 1);
  for (; RTA_OK(at, left); at = RTA_NEXT(at, left)) {
    if (at->rta_type != type) continue;
    std::memcpy(&value, RTA_DATA(at), std::min<std::size_t>(sizeof(value), RTA_PAYLOAD(at)));
  }
  return value;
}

std::string address_text(const void* bytes, bool ipv6) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  inet_ntop(ipv6 ? AF_INET6 : AF_INET, bytes, text.data(), text.size());
  const std::string address = text.data();
  constexpr std::string_view kMapped = "::ffff:";
  const bool mapped = address.starts_with(kMapped) && address.find('.') != std::string::npos;
  return mapped ? address.substr(kMapped.size()) : address;
}

ListenSocket to_listener(const nlmsghdr* header) {
  const auto* message = static_cast<const inet_diag_msg*>(NLMSG_DATA(header));
  ListenSocket listener;
  listener.ipv6 = message->idiag_family == AF_INET6;
  listener.address = address_text(message->id.idiag_src, listener.ipv6);
  listener.v6_only = listener.ipv6 && attribute<std::uint8_t>(header, INET_DIAG_SKV6ONLY) != 0;
  listener.port = ntohs(message->id.idiag_sport);
  listener.inode = message->idiag_inode;
  listener.uid = message->idiag_uid;
  listener.accept_queue = message->idiag_rqueue;
  return listener;
}

ServerConnection to_connection(const nlmsghdr* header) {
  const auto* message = static_cast<const inet_diag_msg*>(NLMSG_DATA(header));
  const auto info = attribute<tcp_info>(header, INET_DIAG_INFO);
  ServerConnection connection;
  connection.cookie =
      std::uint64_t{message->id.idiag_cookie[1]} << 32 | message->id.idiag_cookie[0];
  connection.peer_port = ntohs(message->id.idiag_dport);
  connection.established = message->idiag_state == kEstablished;
  connection.answered = info.tcpi_data_segs_out > 0 || info.tcpi_bytes_acked > 0;
  connection.bytes_acked = info.tcpi_bytes_acked;
  return connection;
}

std::vector<std::string> words(std::string_view line) {
  auto all = split(line, ' ');
  std::erase_if(all, [](const std::string& word) { return word.empty(); });
  return all;
}

std::uint64_t hex(std::string_view text) {
  std::uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value, 16);
  return value;
}

std::uint64_t decimal(std::string_view text) {
  std::uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

}  // namespace

SocketDiag::SocketDiag()
    : fd_(socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG)), buffer_(kBufferBytes) {
  const timeval patience{1, 0};  // the kernel answers at once or never
  if (fd_ >= 0) setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
}

SocketDiag::~SocketDiag() {
  if (fd_ >= 0) close(fd_);
}

template <typename Visit>
bool SocketDiag::dump(int family, std::uint32_t states, int port, bool details,
                      const Visit& visit) {
  auto request = make_request(family, states, port, details);
  request.header.nlmsg_seq = ++sequence_;
  if (fd_ < 0 || send(fd_, &request, request.header.nlmsg_len, 0) < 0) return false;
  while (true) {
    const auto size = recv(fd_, buffer_.data(), buffer_.size(), 0);
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return false;
    auto left = static_cast<std::uint32_t>(size);
    const auto* header = reinterpret_cast<const nlmsghdr*>(buffer_.data());
    for (; NLMSG_OK(header, left); header = NLMSG_NEXT(header, left)) {
      if (header->nlmsg_seq != sequence_) continue;  // the rest of one that was given up
      if (header->nlmsg_type == NLMSG_DONE) return true;
      if (header->nlmsg_type == NLMSG_ERROR) return false;
      if (header->nlmsg_type == SOCK_DIAG_BY_FAMILY) visit(header);
    }
  }
}

std::optional<std::vector<ListenSocket>> SocketDiag::listeners(int port) {
  std::vector<ListenSocket> found;
  const auto add = [&](const nlmsghdr* header) { found.push_back(to_listener(header)); };
  if (!dump(AF_INET, 1U << kListen, port, false, add)) return std::nullopt;
  dump(AF_INET6, 1U << kListen, port, false, add);  // there may be no IPv6 at all
  return found;
}

bool SocketDiag::add_connections(int family, int port, std::vector<ServerConnection>& found) {
  return dump(family, 1U << kEstablished | 1U << kSynReceived, port, true,
              [&](const nlmsghdr* header) { found.push_back(to_connection(header)); });
}

std::optional<bool> SocketDiag::has_open_connections(int port) {
  constexpr auto kStates = 1U << kEstablished | 1U << kSynReceived | 1U << kCloseWait;
  bool any = false;
  const auto see = [&](const nlmsghdr*) { any = true; };
  if (!dump(AF_INET, kStates, port, false, see)) return std::nullopt;
  dump(AF_INET6, kStates, port, false, see);  // there may be no IPv6
  return any;
}

std::vector<ListenSocket> parse_proc_net_tcp(std::string_view text, bool ipv6, int port) {
  std::vector<ListenSocket> found;
  for (const auto& line : split(text, '\n')) {
    // "sl local_address rem_address st tx_queue:rx_queue tr:when retrnsmt uid timeout inode …"
    const auto fields = words(line);
    if (fields.size() < 10 || hex(fields[3]) != kListen) continue;
    const auto colon = fields[1].find(':');
    ListenSocket listener;
    listener.port = static_cast<int>(hex(std::string_view(fields[1]).substr(colon + 1)));
    if (port != 0 && listener.port != port) continue;
    // Groups of 32 bits, each printed as the machine's own integer.
    std::array<std::uint32_t, 4> bytes{};
    for (std::size_t at = 0; at < (ipv6 ? 4 : 1); ++at) {
      bytes[at] = static_cast<std::uint32_t>(hex(std::string_view(fields[1]).substr(8 * at, 8)));
    }
    listener.ipv6 = ipv6;
    listener.address = address_text(bytes.data(), ipv6);
    const auto& queues = fields[4];
    listener.accept_queue =
        static_cast<std::uint32_t>(hex(std::string_view(queues).substr(queues.find(':') + 1)));
    listener.uid = static_cast<uid_t>(decimal(fields[7]));
    listener.inode = decimal(fields[9]);
    found.push_back(std::move(listener));
  }
  return found;
}

std::vector<ListenSocket> listening_sockets(int port) {
  if (auto found = SocketDiag().listeners(port)) return std::move(*found);
  auto found = parse_proc_net_tcp(read_small_file("/proc/net/tcp").value_or(""), false, port);
  for (auto& listener :
       parse_proc_net_tcp(read_small_file("/proc/net/tcp6").value_or(""), true, port)) {
    found.push_back(std::move(listener));
  }
  return found;
}

std::optional<std::uint64_t> parse_passive_opens(std::string_view snmp) {
  std::vector<std::string> names;
  for (const auto& line : split(snmp, '\n')) {
    if (!line.starts_with("Tcp:")) continue;
    if (names.empty()) {
      names = words(line);
      continue;
    }
    const auto values = words(line);
    const auto at = std::find(names.begin(), names.end(), "PassiveOpens") - names.begin();
    if (at >= static_cast<std::ptrdiff_t>(values.size())) return std::nullopt;
    return decimal(values[static_cast<std::size_t>(at)]);
  }
  return std::nullopt;
}

std::optional<std::uint64_t> read_passive_opens() {
  const auto text = read_small_file("/proc/net/snmp");
  return text ? parse_passive_opens(*text) : std::nullopt;
}

}  // namespace pacer
