#include "engine/health/port_owner.h"

#include <dirent.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

#include "engine/health/process_table.h"
#include "engine/health/socket_diag.h"

namespace pacer {
namespace {

constexpr std::size_t kCommandWidth = 80;

/// Inodes of the sockets a process holds, by the links /proc/PID/fd/N → "socket:[INODE]".
std::vector<ino_t> socket_inodes(pid_t pid) {
  std::vector<ino_t> inodes;
  DIR* folder = opendir(fmt::format("/proc/{}/fd", pid).c_str());
  if (folder == nullptr) return inodes;
  std::array<char, 64> target;
  while (const dirent* entry = readdir(folder)) {
    const auto size = readlinkat(dirfd(folder), entry->d_name, target.data(), target.size());
    constexpr std::string_view kPrefix = "socket:[";
    if (size <= 0) continue;
    const std::string_view text(target.data(), static_cast<std::size_t>(size));
    if (!text.starts_with(kPrefix)) continue;
    ino_t inode = 0;
    std::from_chars(text.data() + kPrefix.size(), text.data() + text.size(), inode);
    inodes.push_back(inode);
  }
  closedir(folder);
  return inodes;
}

void add_owner(pid_t pid, std::vector<Listener>& listeners) {
  const auto inodes = socket_inodes(pid);
  for (auto& listener : listeners) {
    const bool holds = std::find(inodes.begin(), inodes.end(), listener.inode) != inodes.end();
    const auto& pids = listener.pids;
    const bool known = std::find(pids.begin(), pids.end(), pid) != pids.end();
    if (holds && !known) listener.pids.push_back(pid);
  }
}

bool unowned(const Listener& listener) { return listener.pids.empty(); }

std::vector<Listener> find_listeners(int port) {
  std::vector<Listener> listeners;
  for (const auto& socket : listening_sockets(port)) {
    Listener listener{socket.address, socket.port, socket.inode, {}, false, false};
    listener.all_addresses = socket.address == "0.0.0.0" || socket.address == "::";
    listener.ipv6_only =
        socket.v6_only || (socket.address != "::" && socket.address.find(':') != std::string::npos);
    listeners.push_back(std::move(listener));
  }
  return listeners;
}

void sort_owners(std::vector<Listener>& listeners) {
  for (auto& listener : listeners) std::sort(listener.pids.begin(), listener.pids.end());
}

}  // namespace

std::vector<Listener> listeners_on(int port, const std::vector<pid_t>& likely) {
  auto listeners = find_listeners(port);
  for (const auto pid : likely) add_owner(pid, listeners);
  if (std::any_of(listeners.begin(), listeners.end(), unowned)) {
    std::vector<Listener> strangers;
    std::copy_if(listeners.begin(), listeners.end(), std::back_inserter(strangers), unowned);
    std::erase_if(listeners, unowned);
    constexpr pid_t kAll = 0;  // the kernel's own root: every process hangs below it
    for (const auto pid : descendants(kAll)) add_owner(pid, strangers);
    listeners.insert(listeners.end(), strangers.begin(), strangers.end());
  }
  sort_owners(listeners);
  return listeners;
}

std::vector<Listener> listeners_of(const std::vector<pid_t>& pids) {
  auto listeners = find_listeners(0);
  for (const auto pid : pids) add_owner(pid, listeners);
  std::erase_if(listeners, unowned);
  sort_owners(listeners);
  return listeners;
}

std::string describe_process(pid_t pid) {
  const auto stat = read_stat(pid);
  if (!stat || stat->ended()) return fmt::format("pid {} (ended)", pid);
  auto command = command_line(pid);
  if (command.empty()) command = stat->command;
  std::replace_if(
      command.begin(), command.end(), [](unsigned char letter) { return letter < ' '; }, '?');
  if (command.size() > kCommandWidth) command = command.substr(0, kCommandWidth - 3) + "...";
  return fmt::format("pid {} ({})", pid, command);
}

}  // namespace pacer
