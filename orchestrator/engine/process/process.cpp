#include "engine/process/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "base/text.h"
#include "engine/health/process_table.h"
#include "engine/process/files.h"
#include "engine/process/interrupt.h"

extern char** environ;

namespace pacer {
namespace {

constexpr auto kPoll = std::chrono::milliseconds(5);

int milliseconds_left(MonotonicTime deadline) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - monotonic_now());
  return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 3'600'000));
}

/// The inherited environment, less what is unset, with what is set.
std::vector<std::string> environment_of(const Command& command) {
  std::map<std::string, std::string> all;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    if (const auto equals = text.find('='); equals != std::string::npos) {
      all[text.substr(0, equals)] = text.substr(equals + 1);
    }
  }
  for (const auto& name : command.unset) all.erase(name);
  for (const auto& [name, value] : command.env) all[name] = value;
  std::vector<std::string> entries;
  for (const auto& [name, value] : all) entries.push_back(fmt::format("{}={}", name, value));
  return entries;
}

std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (auto& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

std::string guard_program() {
  const auto beside = std::filesystem::read_symlink("/proc/self/exe").parent_path() / "pacer-guard";
  if (!std::filesystem::exists(beside)) {
    throw Error("pacer-guard is missing", beside.string(), "build or install Pacer again");
  }
  return beside.string();
}

struct Pipe {
  int read_end;
  int write_end;
};

Pipe make_pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    throw Error(fmt::format("cannot make a pipe: {}", std::strerror(errno)));
  }
  return {ends[0], ends[1]};
}

std::string cpu_words(const CpuSet& cpus) { return fmt::format("{}", fmt::join(cpus, ",")); }

/// The guards that live. The lock also keeps threads that spawn at the same time from inheriting
/// each other's pipe ends: a control pipe that a sibling guard holds open would never close.
std::mutex g_guards_lock;
std::set<pid_t> g_guards;

/// Starts the guard with only its two pipe ends inherited.
pid_t spawn_guard(const Command& command, int control_read, int status_write) {
  const std::lock_guard lock(g_guards_lock);
  std::vector<std::string> words{guard_program(),
                                 std::to_string(control_read),
                                 std::to_string(status_write),
                                 command.directory.string(),
                                 command.stdout_file.string(),
                                 command.stderr_file.string(),
                                 std::to_string(command.output_cap_bytes),
                                 cpu_words(command.cpus),
                                 command.without_network ? "none" : "host",
                                 command.group_entrance.string(),
                                 "--"};
  words.insert(words.end(), command.argv.begin(), command.argv.end());
  auto environment = environment_of(command);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  // Duplicating a descriptor onto itself is the documented way to clear close-on-exec for it.
  posix_spawn_file_actions_adddup2(&actions, control_read, control_read);
  posix_spawn_file_actions_adddup2(&actions, status_write, status_write);
  pid_t pid = -1;
  const auto argv = pointers_to(words);
  const auto envp = pointers_to(environment);
  const int code = posix_spawn(&pid, words[0].c_str(), &actions, nullptr, argv.data(), envp.data());
  posix_spawn_file_actions_destroy(&actions);
  if (code != 0) throw Error(fmt::format("cannot start pacer-guard: {}", std::strerror(code)));
  g_guards.insert(pid);
  return pid;
}

/// Waits for a guard's end; true where it ended by itself, its tree before it.
bool reap_guard(pid_t guard) {
  int status = 0;
  const bool by_itself = waitpid(guard, &status, 0) == guard && WIFEXITED(status);
  const std::lock_guard lock(g_guards_lock);
  g_guards.erase(guard);
  return by_itself;
}

/// Ends what a killed guard left: Pacer is its subreaper, so the orphans are Pacer's children, and
/// all other children of Pacer are guards.
void end_orphans() {
  const std::lock_guard lock(g_guards_lock);
  for (bool found = true; found;) {
    found = false;
    for (const auto& process : process_tree(getpid())) {
      if (process.parent != getpid() || g_guards.contains(process.pid)) continue;
      found = true;
      for (const auto below : descendants(process.pid)) kill(below, SIGKILL);
      kill(process.pid, SIGKILL);
      waitpid(process.pid, nullptr, 0);
    }
  }
}

}  // namespace

void open_standard_files() {
  int fd = 0;
  do {
    fd = open("/dev/null", O_RDWR);  // takes the lowest free number
  } while (fd >= 0 && fd <= STDERR_FILENO);
  close(fd);
}

std::string ExitStatus::text() const {
  if (signal != 0) return fmt::format("killed by SIG{}", sigabbrev_np(signal));
  return fmt::format("exit {}", code);
}

ProcessTree::ProcessTree(const Command& command) {
  // Should the guard itself be killed, its orphans come to Pacer and can still be found.
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  const Pipe control = make_pipe();
  const Pipe status = make_pipe();
  control_fd_ = control.write_end;
  status_fd_ = status.read_end;
  guard_pid_ = spawn_guard(command, control.read_end, status.write_end);
  close(control.read_end);
  close(status.write_end);
  fcntl(status_fd_, F_SETFL, O_NONBLOCK);
  pollfd news{status_fd_, POLLIN, 0};
  std::optional<int> failure;
  while (pid_ < 0 && !failure) {
    poll(&news, 1, -1);
    char buffer[256];
    const auto n = read(status_fd_, buffer, sizeof buffer);
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) continue;
    if (n > 0) status_text_.append(buffer, static_cast<std::size_t>(n));
    const auto line_end = status_text_.find('\n');
    if (n <= 0 && line_end == std::string::npos) failure = ECHILD;
    if (line_end == std::string::npos) continue;
    const std::string line = status_text_.substr(0, line_end);
    status_text_.erase(0, line_end + 1);
    std::int64_t ns = 0;
    int value = 0;
    if (std::sscanf(line.c_str(), "started %d %ld", &value, &ns) == 2) {
      pid_ = value;
      started_ = MonotonicTime(std::chrono::nanoseconds(ns));
    } else if (std::sscanf(line.c_str(), "failed %d", &value) == 1) {
      failure = value;
    }
  }
  if (!failure) return;
  close(control_fd_);
  close(status_fd_);
  reap_guard(guard_pid_);
  throw Error(fmt::format("cannot start '{}'{}: {}", command.argv[0],
                          command.without_network ? " without a network" : "",
                          *failure == ENOENT ? "not found" : std::strerror(*failure)),
              command.directory.string());
}

ProcessTree::ProcessTree(ProcessTree&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      guard_pid_(std::exchange(other.guard_pid_, -1)),
      control_fd_(std::exchange(other.control_fd_, -1)),
      status_fd_(std::exchange(other.status_fd_, -1)),
      status_text_(std::move(other.status_text_)),
      exit_(other.exit_),
      started_(other.started_),
      ended_(other.ended_) {}

ProcessTree::~ProcessTree() {
  if (guard_pid_ < 0) return;
  close(control_fd_);  // tells the guard to end the tree
  if (!reap_guard(guard_pid_)) end_orphans();
  close(status_fd_);
}

void ProcessTree::read_status() {
  char buffer[256];
  ssize_t n = 0;
  while ((n = read(status_fd_, buffer, sizeof buffer)) > 0) {
    status_text_.append(buffer, static_cast<std::size_t>(n));
  }
  for (std::size_t end = 0; (end = status_text_.find('\n')) != std::string::npos;) {
    ExitStatus status;
    std::int64_t ns = 0;
    if (std::sscanf(status_text_.c_str(), "exited %d %d %ld", &status.code, &status.signal, &ns) ==
        3) {
      exit_ = status;
      ended_ = MonotonicTime(std::chrono::nanoseconds(ns));
    }
    status_text_.erase(0, end + 1);
  }
  if (n == 0 && !exit_) {  // the guard is gone: somebody killed it
    exit_ = ExitStatus{0, SIGKILL};
    ended_ = monotonic_now();
  }
}

std::optional<ExitStatus> ProcessTree::exited() {
  if (!exit_) read_status();
  return exit_;
}

bool ProcessTree::wait_until(MonotonicTime deadline) {
  while (!exited()) {
    check_interrupted();
    const int left_ms = milliseconds_left(deadline);
    if (left_ms == 0) return false;
    pollfd events[2] = {{status_fd_, POLLIN, 0}, {interrupt_fd(), POLLIN, 0}};
    poll(events, interrupt_fd() < 0 ? 1 : 2, left_ms);
  }
  return true;
}

std::vector<pid_t> ProcessTree::members() const { return descendants(guard_pid_); }

StopReport ProcessTree::stop(Duration grace) {
  StopReport report;
  const auto begin = monotonic_now();
  const auto wait_for = [&](Duration limit, auto&& reached) {
    const auto deadline = monotonic_now() + limit;
    while (!reached()) {
      if (monotonic_now() >= deadline) return false;
      pollfd news{status_fd_, POLLIN, 0};
      // Once the started process has ended its pipe stays silent: poll(2) then only paces.
      poll(exit_ ? nullptr : &news, exit_ ? 0 : 1, static_cast<int>(kPoll.count()));
    }
    return true;
  };
  const bool was_running = !exited();
  if (was_running) {
    kill(pid_, SIGTERM);
    report.ignored_term = !wait_for(grace, [&] { return exited().has_value(); });
    if (report.ignored_term) kill(pid_, SIGKILL);
  }
  // What follows its parent into the end by itself does so within a moment.
  const auto settle = std::min<Duration>(grace, std::chrono::milliseconds(300));
  const auto empty = [&] { return members().empty(); };
  if (!wait_for(settle, empty)) {
    const auto left = members();
    report.outlived = static_cast<int>(left.size()) - (exited() ? 0 : 1);
    for (const auto pid : left) kill(pid, SIGTERM);
    if (!wait_for(std::min<Duration>(grace, std::chrono::seconds(1)), empty)) {
      const auto kill_all = [&] {
        for (const auto pid : members()) kill(pid, SIGKILL);
        return members().empty();
      };
      wait_for(std::chrono::seconds(5), kill_all);
    }
  }
  report.empty = members().empty();
  report.took = std::chrono::duration_cast<Duration>(monotonic_now() - begin);
  return report;
}

Finished run_to_end(const Command& command, Duration timeout) {
  ProcessTree process(command);
  Finished finished;
  const bool in_time = process.wait_until(process.started() + timeout);
  if (in_time) finished.status = process.exited();
  const auto end = in_time ? process.ended() : monotonic_now();
  finished.took = std::chrono::duration_cast<Duration>(end - process.started());
  return finished;
}

Answer ask(const Argv& argv, const std::map<std::string, std::string>& env, Duration timeout) {
  constexpr std::size_t kMostBytes = 64 << 10;
  const TemporaryFile output;
  Command command{.argv = argv, .env = env};
  command.stdout_file = command.stderr_file = output.path();
  const auto finished = run_to_end(command, timeout);
  return {finished.status, read_head(output.path(), kMostBytes)};
}

}  // namespace pacer
