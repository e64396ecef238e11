#include "engine/process/interrupt.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>

#include "base/error.h"

namespace pacer {
namespace {

std::atomic<bool> g_interrupted{false};
int g_pipe[2] = {-1, -1};

void on_signal(int) {
  const char byte = 1;
  g_interrupted = true;
  [[maybe_unused]] const auto written = write(g_pipe[1], &byte, 1);
}

}  // namespace

void catch_interrupts() {
  if (pipe2(g_pipe, O_CLOEXEC | O_NONBLOCK) != 0) throw Error("cannot make a pipe");
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  sigaction(SIGHUP, &action, nullptr);
  signal(SIGPIPE, SIG_IGN);
}

bool interrupted() { return g_interrupted; }
int interrupt_fd() { return g_pipe[0]; }

void check_interrupted() {
  if (g_interrupted) throw Interrupted{};
}

}  // namespace pacer
