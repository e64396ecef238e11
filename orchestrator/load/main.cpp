#include <fmt/format.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <exception>

#include "base/error.h"
#include "load/program.h"

namespace {

std::atomic<bool> stop{false};

/// The first Ctrl-C ends the run, a second one the program.
void on_signal(int signal) {
  stop = true;
  std::signal(signal, SIG_DFL);
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
  std::signal(SIGPIPE, SIG_IGN);
  try {
    return pacer::load::run_program({argv + 1, argv + argc}, stop);
  } catch (const pacer::Error& error) {
    fmt::print(stderr, "{}\n", error.render());
    return static_cast<int>(error.exit_code());
  } catch (const std::exception& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return static_cast<int>(pacer::ExitCode::kUsage);
  }
}
