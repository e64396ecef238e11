// What does watching a load cost? Watches an idle tree of 64 processes with 64 connections for a
// while and prints the CPU time of the watching process as a share of one CPU; then the same
// without the two readings at the ends. Idle, so that nothing but the watch itself is measured.
//
// usage: load_watch_bench [SECONDS] [PROCESSES] [CONNECTIONS]

#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include <poll.h>

#include "engine/health/load_watch.h"
#include "engine/health/memory_group.h"
#include "engine/health/process_table.h"
#include "engine/process/process.h"

namespace {

[[noreturn]] void rest() {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  while (true) pause();
}

/// A guard with `processes` resting children, each with a few MiB of its own; in a control group
/// where there is one.
pid_t start_tree(int processes, const pacer::MemoryGroup* group) {
  const pid_t guard = fork();
  if (guard != 0) return guard;
  if (group != nullptr) std::ofstream(group->entrance()) << 0;
  for (int at = 0; at < processes; ++at) {
    if (fork() != 0) continue;
    const std::string memory(4U << 20, 'x');
    rest();
  }
  rest();
}

void stop_tree(pid_t guard) {
  const auto members = pacer::descendants(guard);
  kill(guard, SIGKILL);
  for (const auto pid : members) kill(pid, SIGKILL);
  waitpid(guard, nullptr, 0);
}

struct Load {
  int port = 0;
  std::vector<int> sockets;
};

Load open_connections(int count) {
  Load load;
  const int listener = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  if (bind(listener, reinterpret_cast<sockaddr*>(&address), size) != 0) return load;
  listen(listener, 4096);
  getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size);
  load.port = ntohs(address.sin_port);
  load.sockets.push_back(listener);
  for (int at = 0; at < count; ++at) {
    const int client = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(client, reinterpret_cast<sockaddr*>(&address), size) != 0) break;
    load.sockets.push_back(client);
    load.sockets.push_back(accept(listener, nullptr, nullptr));
  }
  return load;
}

double own_cpu_s() { return pacer::process_cpu_s(getpid()).value_or(0); }

int number(int argc, char** argv, int at, int otherwise) {
  return argc > at ? std::atoi(argv[at]) : otherwise;
}

}  // namespace

int main(int argc, char** argv) {
  const int seconds = number(argc, argv, 1, 10);
  const int processes = number(argc, argv, 2, 64);
  const int connections = number(argc, argv, 3, 64);
  const auto group = pacer::MemoryGroup::make();
  const pid_t server = start_tree(processes, group.get());
  const pid_t client = start_tree(1, nullptr);
  while (static_cast<int>(pacer::descendants(server).size()) < processes) poll(nullptr, 0, 10);
  const auto load = open_connections(connections);

  const double before_s = own_cpu_s();
  pacer::LoadWatch watch({server, client, load.port, connections, {}, {}, group.get()});
  const double running_s = own_cpu_s();
  const auto begin = pacer::monotonic_now();
  while (pacer::monotonic_now() < begin + std::chrono::seconds(seconds)) poll(nullptr, 0, 1000);
  const double ticking_s = own_cpu_s() - running_s;
  const auto seen = watch.finish();
  const double whole_s = own_cpu_s() - before_s;

  std::printf("%d processes, %d connections, %d ticks (%d missed) in %.1f s\n",
              seen.server_processes_max, seen.established_max.value_or(0), seen.ticks,
              seen.ticks_missed, seen.wall_s);
  std::printf("one tick:                 %8.1f us of CPU\n", ticking_s / (seconds * 10.0) * 1e6);
  std::printf("ticks / one CPU:          %8.5f\n", ticking_s / seconds);
  std::printf("start, ticks, end / CPU:  %8.5f (PSS and affinities after the window included)\n",
              whole_s / seen.wall_s);
  stop_tree(server);
  stop_tree(client);
  for (const int fd : load.sockets) close(fd);
  return 0;
}
