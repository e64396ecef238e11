#include "child.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <stdexcept>

extern char** environ;

namespace pacer::e2e {
namespace {

std::vector<std::string> environment_with(const std::map<std::string, std::string>& env) {
  std::vector<std::string> all;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    if (!env.contains(text.substr(0, text.find('=')))) all.push_back(text);
  }
  for (const auto& [name, value] : env) all.push_back(name + "=" + value);
  return all;
}

std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (auto& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace

Child::Child(const std::vector<std::string>& argv, const std::map<std::string, std::string>& env,
             const std::filesystem::path& out, const std::filesystem::path& err) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  constexpr int kNew = O_WRONLY | O_CREAT | O_TRUNC;
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, out.c_str(), kNew, 0644);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, err.c_str(), kNew, 0644);
  auto words = argv;
  auto variables = environment_with(env);
  const int code = posix_spawnp(&pid_, words[0].c_str(), &files, nullptr, pointers_to(words).data(),
                                pointers_to(variables).data());
  posix_spawn_file_actions_destroy(&files);
  if (code != 0) throw std::runtime_error("cannot start " + argv[0] + ": " + std::strerror(code));
}

Child::~Child() {
  if (!runs()) return;
  signal(SIGKILL);
  waitpid(pid_, nullptr, 0);
}

bool Child::runs() { return !wait(Clock::now()); }

std::optional<Ended> Child::wait(Clock::time_point deadline) {
  if (ended_) return ended_;
  const int fd = static_cast<int>(syscall(SYS_pidfd_open, pid_, 0));
  const auto left = std::chrono::ceil<milliseconds>(deadline - Clock::now()).count();
  pollfd end{fd, POLLIN, 0};
  poll(&end, 1, static_cast<int>(std::max<long>(0, left)));
  close(fd);
  int status = 0;
  if (waitpid(pid_, &status, WNOHANG) != pid_) return std::nullopt;
  ended_ = WIFEXITED(status) ? Ended{WEXITSTATUS(status), 0} : Ended{-1, WTERMSIG(status)};
  return ended_;
}

void Child::signal(int number) const { kill(pid_, number); }

void pause_briefly() { poll(nullptr, 0, 5); }

}  // namespace pacer::e2e
