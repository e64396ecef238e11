#include "engine/load.h"

#include <poll.h>

#include <fmt/format.h>

#include "engine/places/place.h"
#include "engine/process/files.h"
#include "engine/process/interrupt.h"
#include "engine/process/own_program.h"

namespace pacer {
namespace {

/// wrk looks at its clock every 100 ms, and a starved machine makes it later still.
constexpr auto kOvertime = std::chrono::seconds(15);
constexpr std::size_t kMostOutput = 1u << 20;

ProcessTree start(const Argv& argv, const CpuSet& cpus, const std::filesystem::path& out,
                  const std::filesystem::path& err) {
  std::filesystem::remove(out);
  std::filesystem::remove(err);
  Command command{.argv = argv};
  command.argv[0] = own_program(command.argv[0]);
  command.cpus = cpus;
  command.stdout_file = out;
  command.stderr_file = err;
  return local_place().start(command);
}

std::string when(Stage stage) {
  if (stage == Stage::kLatency) return "the latency load";
  return stage == Stage::kWarm ? "the warm-up" : "the run";
}

}  // namespace

RunningLoad::RunningLoad(const LoadCommand& load, const CpuSet& cpus,
                         const std::filesystem::path& folder, const std::string& name)
    : client_(load.client),
      duration_(load.duration),
      out_(folder / (name + ".stdout")),
      err_(folder / (name + ".stderr")),
      tree_(start(load.argv, cpus, out_, err_)) {}

std::variant<LoadRun, Failed> RunningLoad::wait(ProcessTree& server, Stage stage) {
  const auto deadline = tree_.started() + duration_ + kOvertime;
  const bool server_lives = !server.exited();
  while (!tree_.exited()) {
    check_interrupted();
    if (const auto status = server.exited(); server_lives && status) {
      return Failed{
          stage, fmt::format("server died during {} ({})", when(stage), status->text()), {}};
    }
    if (monotonic_now() >= deadline) {
      return Failed{stage,
                    fmt::format("{} did not end within {} of its time and was stopped", client_,
                                format_duration(kOvertime)),
                    log_tail(err_)};
    }
    pollfd events[3] = {{tree_.status_fd(), POLLIN, 0},
                        {interrupt_fd(), POLLIN, 0},
                        {server_lives ? server.status_fd() : -1, POLLIN, 0}};
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - monotonic_now());
    poll(events, 3, static_cast<int>(std::max<long>(1, left.count())));
  }
  const auto status = *tree_.exited();
  LoadRun run;
  run.output = {read_head(out_, kMostOutput), read_head(err_, kMostOutput), status.code,
                status.signal};
  run.wall_s = std::chrono::duration<double>(tree_.ended() - tree_.started()).count();
  return run;
}

}  // namespace pacer
