// pacer-guard: starts one program and ends everything that came out of it when Pacer goes away.
//
// Pacer must leave nothing running even when it is killed with -9. A parent-death signal reaches
// only the direct child, so grandchildren survive it. The guard is therefore the subreaper of the
// whole tree (every orphan below it becomes its child, however it detached) and watches a pipe
// whose other end only Pacer holds: when that closes, it kills until nothing is left.
//
//   pacer-guard CONTROL_FD STATUS_FD DIRECTORY STDOUT STDERR CAP_BYTES CPUS NETWORK GROUP --
//   PROGRAM [ARG…]
//
// NETWORK is "host", or "none" for a network namespace of its own with nothing but loopback. GROUP
// is the cgroup.procs of the control group that the program is to be in, or empty.
//
// It reports on STATUS_FD, one line each: "started PID NS", "failed ERRNO" (nothing was started),
// "exited CODE SIGNAL NS" (the program itself). NS is CLOCK_MONOTONIC.
#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <utility>
#include <vector>

#include "guard/log_cap.h"
#include "guard/no_network.h"

namespace {

constexpr int kLogCheckMs = 100;

struct Task {
  int control_fd;
  int status_fd;
  const char* directory;
  const char* stdout_file;
  const char* stderr_file;
  std::uint64_t cap_bytes;
  const char* cpus;
  bool has_network;
  const char* group;
  char** argv;
};

std::int64_t now_ns() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1'000'000'000LL + time.tv_nsec;
}

void report(int fd, const std::string& line) {
  // A dead reader is no concern of the guard: the control pipe tells it in the same moment.
  [[maybe_unused]] const auto written = write(fd, line.data(), line.size());
}

void restrict_to(const char* cpus) {
  if (*cpus == '\0') return;
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const char* at = cpus; *at != '\0';) {
    char* end = nullptr;
    CPU_SET(std::strtoul(at, &end, 10), &set);
    at = *end == ',' ? end + 1 : end;
  }
  sched_setaffinity(0, sizeof set, &set);
}

/// The group is for measuring only: whoever looks into it finds it empty where this fails.
void enter_group(const char* group) {
  if (*group == '\0') return;
  const int fd = open(group, O_WRONLY | O_CLOEXEC);
  if (fd < 0) return;
  [[maybe_unused]] const auto written = write(fd, "0", 1);
  close(fd);
}

int open_log(const char* path) {
  if (*path == '\0') return open("/dev/null", O_WRONLY | O_CLOEXEC);
  return open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
}

[[noreturn]] void become_program(const Task& task, int out, int err, int failure_fd) {
  setpgid(0, 0);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  signal(SIGPIPE, SIG_DFL);
  restrict_to(task.cpus);
  enter_group(task.group);
  const int null_fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
  dup2(null_fd, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  dup2(err, STDERR_FILENO);
  const std::int64_t started = now_ns();
  if ((task.has_network || pacer::leave_network()) &&
      (*task.directory == '\0' || chdir(task.directory) == 0)) {
    report(failure_fd, "t" + std::to_string(started) + "\n");
    execvp(task.argv[0], task.argv);
  }
  report(failure_fd, "e" + std::to_string(errno) + "\n");
  _exit(127);
}

/// Starts the program; true with "started" reported, false with "failed" reported.
bool start(const Task& task, int out, int err, pid_t* pid) {
  int news[2];  // closes by itself when exec succeeds
  if (pipe2(news, O_CLOEXEC) != 0) {
    report(task.status_fd, "failed " + std::to_string(errno) + "\n");
    return false;
  }
  *pid = fork();
  if (*pid < 0) {
    report(task.status_fd, "failed " + std::to_string(errno) + "\n");
    return false;
  }
  if (*pid == 0) become_program(task, out, err, news[1]);
  close(news[1]);
  std::string text;
  char buffer[128];
  for (ssize_t n = 0; (n = read(news[0], buffer, sizeof buffer)) != 0;) {
    if (n > 0) text.append(buffer, static_cast<std::size_t>(n));
    if (n < 0 && errno != EINTR) break;
  }
  close(news[0]);
  if (const auto failed = text.find('e'); failed != std::string::npos) {
    waitpid(*pid, nullptr, 0);
    report(task.status_fd, "failed " + text.substr(failed + 1));
    return false;
  }
  report(task.status_fd, "started " + std::to_string(*pid) + " " + text.substr(1));
  return true;
}

/// Reaps what ended; true while the tree still has processes.
bool reap(const Task& task, pid_t program) {
  int status = 0;
  pid_t pid = 0;
  while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
    if (pid != program) continue;
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    report(task.status_fd, "exited " + std::to_string(code) + " " + std::to_string(signal) + " " +
                               std::to_string(now_ns()) + "\n");
  }
  return pid == 0;
}

pid_t parent_of(pid_t pid) {
  char path[64];
  char text[512];
  std::snprintf(path, sizeof path, "/proc/%d/stat", pid);
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return -1;
  const auto n = read(fd, text, sizeof text - 1);
  close(fd);
  if (n <= 0) return -1;
  text[n] = '\0';
  const char* after_name = std::strrchr(text, ')');  // the name itself may hold anything
  int parent = -1;
  if (after_name == nullptr || std::sscanf(after_name + 1, " %*c %d", &parent) != 1) return -1;
  return parent;
}

std::vector<std::pair<pid_t, pid_t>> processes_with_parents() {
  std::vector<std::pair<pid_t, pid_t>> all;
  DIR* proc = opendir("/proc");
  if (proc == nullptr) return all;
  while (const dirent* entry = readdir(proc)) {
    const pid_t pid = std::atoi(entry->d_name);
    if (pid > 0) all.emplace_back(pid, parent_of(pid));
  }
  closedir(proc);
  return all;
}

/// Kills all descendants once. They may be forking, so the caller repeats until none is left.
void kill_descendants() {
  const auto all = processes_with_parents();
  std::vector<pid_t> tree{getpid()};
  for (std::size_t i = 0; i < tree.size(); ++i) {
    for (const auto& [pid, parent] : all) {
      if (parent == tree[i]) tree.push_back(pid);
    }
  }
  for (std::size_t i = 1; i < tree.size(); ++i) kill(tree[i], SIGKILL);
}

void end_tree(const Task& task, pid_t program) {
  constexpr int kRetryMs = 5;
  while (reap(task, program)) {
    kill_descendants();
    poll(nullptr, 0, kRetryMs);  // killed processes need a moment to become reapable
  }
}

void watch(const Task& task, pid_t program, int signal_fd, int out, int err) {
  pollfd events[2] = {{signal_fd, POLLIN, 0}, {task.control_fd, POLLIN, 0}};
  for (;;) {
    const int ready = poll(events, 2, kLogCheckMs);
    if (ready < 0 && errno != EINTR) return;
    pacer::cap_log(out, task.cap_bytes);
    pacer::cap_log(err, task.cap_bytes);
    if (ready <= 0) continue;
    if (events[0].revents != 0) {
      signalfd_siginfo info{};
      while (read(signal_fd, &info, sizeof info) > 0) {
      }
      reap(task, program);
    }
    if (events[1].revents != 0) return;  // Pacer closed its end, or asked for the end
  }
}

Task read_task(int argc, char** argv) {
  if (argc < 12 || std::strcmp(argv[10], "--") != 0) {
    std::fprintf(stderr, "pacer-guard is started by pacer and is of no use by hand\n");
    std::exit(2);
  }
  return Task{std::atoi(argv[1]),
              std::atoi(argv[2]),
              argv[3],
              argv[4],
              argv[5],
              std::strtoull(argv[6], nullptr, 10),
              argv[7],
              std::strcmp(argv[8], "none") != 0,
              argv[9],
              argv + 11};
}

}  // namespace

int main(int argc, char** argv) {
  const Task task = read_task(argc, argv);
  setsid();  // Ctrl-C in the terminal is for Pacer alone
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  fcntl(task.control_fd, F_SETFD, FD_CLOEXEC);
  fcntl(task.status_fd, F_SETFD, FD_CLOEXEC);
  signal(SIGPIPE, SIG_IGN);
  sigset_t handled;
  sigfillset(&handled);
  sigprocmask(SIG_SETMASK, &handled, nullptr);  // a stray TERM must not end the guard
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  const int signal_fd = signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);

  const int out = open_log(task.stdout_file);
  const int err =
      std::strcmp(task.stdout_file, task.stderr_file) == 0 ? out : open_log(task.stderr_file);
  if (out < 0 || err < 0) {
    report(task.status_fd, "failed " + std::to_string(errno) + "\n");
    return 1;
  }
  pid_t program = -1;
  if (!start(task, out, err, &program)) return 1;
  watch(task, program, signal_fd, out, err);
  end_tree(task, program);
  return 0;
}
