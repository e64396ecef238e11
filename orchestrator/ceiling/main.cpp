#include <sched.h>
#include <sys/resource.h>
#include <sys/signalfd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

#include "ceiling/options.h"
#include "ceiling/server.h"

namespace pacer::ceiling {
namespace {

int allowed_cpus() {
  cpu_set_t set;
  CPU_ZERO(&set);
  return sched_getaffinity(0, sizeof(set), &set) == 0 ? CPU_COUNT(&set) : 1;
}

void allow_many_connections() {
  rlimit files{};
  if (getrlimit(RLIMIT_NOFILE, &files) != 0) return;
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
}

/// Readable once TERM or INT has come. Blocked before any thread starts, so none of them is hit.
int catch_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  return signalfd(-1, &signals, SFD_CLOEXEC);
}

int serve(const Options& options) {
  const int stop_fd = catch_signals();
  allow_many_connections();
  Server server(options.host, options.port, options.threads, options.extra_work_percent);
  std::fprintf(stderr, "pacer-ceiling: listening on %s:%d, %d thread%s\n", options.host.c_str(),
               server.port(), options.threads, options.threads == 1 ? "" : "s");
  server.run(stop_fd);
  return 0;
}

int run(const std::vector<std::string>& arguments) {
  try {
    const auto options =
        parse_options(arguments, {std::getenv("HOST"), std::getenv("PORT"), allowed_cpus()});
    if (options.help) std::fputs(help_text().c_str(), stdout);
    if (options.version) std::puts("pacer-ceiling " PACER_VERSION);
    return options.help || options.version ? 0 : serve(options);
  } catch (const OptionError& error) {
    std::fprintf(stderr, "error: %s\n  hint: pacer-ceiling --help\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 1;
  }
}

}  // namespace
}  // namespace pacer::ceiling

int main(int argc, char** argv) { return pacer::ceiling::run({argv + 1, argv + argc}); }
