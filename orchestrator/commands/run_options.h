#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "commands/command.h"
#include "core/model/plan.h"

namespace pacer {

/// Options of `pacer run` as typed; what is absent comes from the plan.
struct RunOptions {
  Selection selection;
  std::string plan = "quick";
  std::optional<std::string> threads;
  std::optional<std::string> connections;
  std::optional<std::string> duration;
  std::optional<std::uint64_t> requests;
  std::optional<std::string> at_most;
  bool full = false;  ///< the plan's full number of requests
  std::optional<std::string> pipeline;
  std::optional<int> repetitions;
  std::optional<std::string> budget;
  std::optional<std::string> warmup;
  std::optional<std::string> latency_rates;
  std::optional<int> latency_capacity_percent;
  std::optional<std::string> latency_duration;
  std::optional<std::uint64_t> seed;
  std::optional<std::string> client;
  std::optional<std::string> server_cpus;
  std::optional<std::string> client_cpus;
  std::optional<int> port;
  std::string out;
  std::string resume;
  bool fail_fast = false;
  bool keep_going = false;  ///< the default, for scripts that want to say so
  bool strict = false;
  bool yes = false;         ///< install what is missing without asking
  bool no_install = false;  ///< never install
  std::string junit;        ///< file for the outcomes; may be empty
  bool json = false;
};

/// Those that say how to measure; whatever is measured.
void add_measure_options(CLI::App& app, RunOptions& options);
void add_run_options(CLI::App& app, RunOptions& options);

/// The plan by name or file, with the options over it, checked as a whole. Throws Error.
Plan resolve_plan(const Context& context, const RunOptions& options);

}  // namespace pacer
