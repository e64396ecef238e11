#include <fmt/format.h>

#include <cstdio>
#include <exception>

#include "base/error.h"
#include "commands/command.h"
#include "engine/process/interrupt.h"
#include "engine/process/process.h"

int main(int argc, char** argv) {
  try {
    pacer::open_standard_files();
    pacer::catch_interrupts();
    return pacer::run_command(argc, argv);
  } catch (const pacer::Error& error) {
    fmt::print(stderr, "{}\n", error.render());
    return static_cast<int>(error.exit_code());
  } catch (const pacer::Interrupted&) {
    fmt::print(stderr, "interrupted\n");
    return static_cast<int>(pacer::ExitCode::kInterrupted);
  } catch (const std::exception& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return static_cast<int>(pacer::ExitCode::kUsage);
  }
}
