#include "leftovers.h"

#include <arpa/inet.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include <fmt/format.h>

#include "read.h"

namespace pacer::e2e {
namespace {

struct Process {
  pid_t pid = 0;
  pid_t parent = 0;
  char state = '?';
  std::string command;
  bool has_token = false;
};

Process read_process(pid_t pid, const std::string& token) {
  const auto folder = fmt::format("/proc/{}/", pid);
  Process process{.pid = pid};
  const auto stat = read(folder + "stat");
  const auto after_name = stat.rfind(')');  // the name itself may hold anything
  if (after_name == std::string::npos) return process;
  std::sscanf(stat.c_str() + after_name + 1, " %c %d", &process.state, &process.parent);
  process.command = read(folder + "cmdline");
  std::replace(process.command.begin(), process.command.end(), '\0', ' ');
  process.has_token =
      read(folder + "environ").find(fmt::format("{}={}", kToken, token)) != std::string::npos;
  return process;
}

std::vector<Process> all_processes(const std::string& token) {
  std::vector<Process> all;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const pid_t pid = std::atoi(entry.path().filename().c_str());
    if (pid > 0 && pid != getpid()) all.push_back(read_process(pid, token));
  }
  return all;
}

bool contains(const std::vector<pid_t>& pids, pid_t pid) {
  return std::find(pids.begin(), pids.end(), pid) != pids.end();
}

}  // namespace

void adopt_orphans() { prctl(PR_SET_CHILD_SUBREAPER, 1); }

std::vector<std::string> leftovers(const std::string& token, const std::vector<pid_t>& but) {
  std::vector<std::string> left;
  for (const auto& process : all_processes(token)) {
    const bool is_ours = process.has_token || process.parent == getpid();
    if (!is_ours || contains(but, process.pid)) continue;
    left.push_back(
        fmt::format("pid {} ({}), state {}", process.pid, process.command, process.state));
  }
  return left;
}

std::vector<pid_t> processes(const std::string& token, const std::string& words) {
  std::vector<pid_t> found;
  for (const auto& process : all_processes(token)) {
    const bool lives = process.state != 'Z' && process.state != 'X';
    if (lives && process.has_token && process.command.starts_with(words)) {
      found.push_back(process.pid);
    }
  }
  return found;
}

void reap_adopted(const std::vector<pid_t>& but) {
  for (const auto& process : all_processes("")) {
    if (process.parent != getpid() || contains(but, process.pid)) continue;
    waitpid(process.pid, nullptr, WNOHANG);
  }
}

bool somebody_listens(int port) {
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const bool connected =
      connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  close(fd);
  return connected;
}

}  // namespace pacer::e2e
