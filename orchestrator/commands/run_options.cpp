#include "commands/run_options.h"

#include <CLI/CLI.hpp>
#include <charconv>
#include <filesystem>

#include <fmt/format.h>

#include "base/edit_distance.h"
#include "base/error.h"
#include "base/text.h"
#include "core/plan/check.h"
#include "core/plan/reader.h"
#include "core/stats/looks.h"
#include "engine/process/files.h"

namespace pacer {
namespace {

namespace fs = std::filesystem;

fs::path plan_file(const Context& context, const std::string& plan) {
  const auto built_in = context.layout.plans / (plan + ".yaml");
  if (fs::exists(built_in)) return built_in;
  if (fs::is_regular_file(plan)) return plan;
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(context.layout.plans)) {
    if (entry.path().extension() == ".yaml") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  throw Error(unknown_word("plan", plan, names), "--plan",
              fmt::format("take {} or a YAML file", fmt::join(names, ", ")));
}

Duration duration_option(const std::string& text, const char* option) {
  const auto duration = parse_duration(text);
  if (duration) return *duration;
  throw Error(fmt::format("'{}' is not a duration", text), option,
              "a number with a unit, like 5s or 2m");
}

CpuChoice cpus_option(const std::string& text, const char* option) {
  const auto choice = parse_cpu_choice(text);
  if (choice) return *choice;
  throw Error(fmt::format("'{}' is not a choice of CPUs", text), option,
              "auto, shared, or a list like 0-1,4");
}

/// "32,64,128"; nothing where a part is no number.
std::optional<std::vector<int>> numbers_in(const std::string& text) {
  std::vector<int> numbers;
  for (const auto& part : split(text, ',')) {
    int number = 0;
    const auto* end = part.data() + part.size();
    const auto [stop, problem] = std::from_chars(part.data(), end, number);
    if (problem != std::errc() || stop != end) return std::nullopt;
    numbers.push_back(number);
  }
  return numbers;
}

std::vector<int> settings_option(const std::string& text, const char* option) {
  if (auto numbers = numbers_in(text)) return *numbers;
  throw Error(fmt::format("'{}' is not a number, nor a list of some", text), option,
              "like 64, or 32,64,128 for a table of each");
}

std::vector<int> rates_option(const std::string& text) {
  if (text == "none") return {};
  if (auto rates = numbers_in(text)) return *rates;
  throw Error(fmt::format("'{}' is not a list of rates", text), "--latency-rates",
              "none, or requests a second like 1000,5000");
}

std::optional<int> threads_option(const std::string& text) {
  if (text == "auto") return std::nullopt;
  try {
    std::size_t used = 0;
    const int threads = std::stoi(text, &used);
    if (used == text.size() && threads > 0) return threads;
  } catch (const std::exception&) {  // not a number: said below
  }
  throw Error(fmt::format("'{}' is not a number of threads", text), "--threads",
              "auto, or a whole number from 1");
}

void add_load_options(CLI::App& app, RunOptions& options) {
  app.add_option("--threads", options.threads, "Threads of the load client, or auto");
  app.add_option("--connections", options.connections,
                 "Connections kept open; of a list like 32,64 each is measured on its own");
  app.add_option("--pipeline", options.pipeline,
                 "Requests in flight per connection (depth), or a list like 1,16");
  auto* duration =
      app.add_option("--duration", options.duration, "Length of the measured load, like 5s");
  auto* requests = app.add_option("--requests", options.requests,
                                  "Load with exactly so many requests, instead of for a duration");
  requests->excludes(duration);
  app.add_option("--at-most", options.at_most, "How long those may take, like 2m");
  app.add_flag("--full", options.full, "The plan's full number of requests (fixed: 10 million)")
      ->excludes(duration)
      ->excludes(requests);
  auto* repetitions =
      app.add_option("--repetitions", options.repetitions, "Rounds, each with fresh servers");
  app.add_option("--budget", options.budget,
                 "Complete rounds for so long, like 2h; ends early only where the look after 10, "
                 "15, 20 or 30 rounds tells every row apart")
      ->excludes(repetitions);
  app.add_option("--warmup", options.warmup, "Length of the load before the measured one");
  app.add_option("--latency-rates", options.latency_rates,
                 "Requests a second of the open loops after it, like 1000,5000; or none");
  app.add_option(
         "--latency-capacity", options.latency_capacity_percent,
         "One more open loop, at this percentage of the framework's own throughput; 0: none")
      ->type_name("PERCENT");
  app.add_option("--latency-duration", options.latency_duration, "Length of each open loop");
}

/// A budget allows as many rounds as there are looks for, and always runs the controls.
void set_budget(Plan& plan, Duration budget) {
  if (budget <= Duration::zero()) throw Error("a budget must be longer than 0s", "--budget");
  plan.budget = budget;
  plan.repetitions = kLooks.back();
  plan.controls = true;
}

/// The measured load: by a duration or by a number of requests.
void set_load(const RunOptions& options, Plan& plan) {
  if (options.full && !plan.full_requests) {
    throw Error(fmt::format("the plan {} has no full number of requests", plan.name), "--full",
                "take --plan fixed, or --requests N");
  }
  if (options.full) {
    plan.requests = plan.full_requests;
    plan.at_most = plan.full_at_most;
  }
  if (options.duration) {
    plan.duration = duration_option(*options.duration, "--duration");
    plan.requests.reset();
  }
  if (options.requests) plan.requests = options.requests;
  if (options.at_most && !plan.requests) {
    throw Error("it is the limit of a number of requests", "--at-most",
                "take --plan fixed, or --requests N");
  }
  if (options.at_most) plan.at_most = duration_option(*options.at_most, "--at-most");
}

void set_latency(const RunOptions& options, Plan& plan) {
  if (options.latency_rates) plan.latency_rates = rates_option(*options.latency_rates);
  if (const auto percent = options.latency_capacity_percent) {
    plan.latency_capacity_percent = *percent == 0 ? std::nullopt : percent;
  }
  if (options.latency_duration) {
    plan.latency_duration = duration_option(*options.latency_duration, "--latency-duration");
  }
}

}  // namespace

void add_measure_options(CLI::App& app, RunOptions& options) {
  app.add_option("--plan", options.plan,
                 "quick, hello, classic, pipelined, connections, fixed, latency, compare or a YAML "
                 "file")
      ->capture_default_str();
  add_load_options(app, options);
  app.add_option("--seed", options.seed, "Of the order within the rounds")
      ->check([](const std::string& text) {  // a sign would wrap round
        return text.starts_with('-') ? "a seed is a number from 0 on" : std::string();
      });
  app.add_option("--client", options.client, "Load client: pacer-load, or wrk");
  app.add_option("--server-cpus", options.server_cpus, "auto, shared or a list like 0-1,4");
  app.add_option("--client-cpus", options.client_cpus, "auto, shared or a list like 2,3");
  app.add_option("--port", options.port, "Port of every server; a free one without it");
  app.add_option("--out", options.out, "Folder for results instead of results/")->type_name("DIR");
  app.add_flag("--strict", options.strict,
               "Disturbance (CPU steal, other processes) invalidates: for dedicated machines");
  auto* yes = app.add_flag("--yes", options.yes, "Install missing toolchains without asking");
  app.add_flag("--no-install", options.no_install, "Skip frameworks whose toolchain is missing")
      ->excludes(yes);
}

void add_run_options(CLI::App& app, RunOptions& options) {
  add_selection(app, options.selection);
  add_measure_options(app, options);
  app.add_option("--resume", options.resume, "Go on with an interrupted run (name or folder)")
      ->type_name("RUN");
  auto* fail_fast =
      app.add_flag("--fail-fast", options.fail_fast, "End at the first framework that fails");
  app.add_flag("--keep-going", options.keep_going, "Go on after a failure (the default)")
      ->excludes(fail_fast);
  app.add_option("--junit", options.junit, "Also write the outcomes to FILE as JUnit XML")
      ->type_name("FILE");
  app.add_flag("--json", options.json, "Print the ranking as JSON");
}

Plan resolve_plan(const Context& context, const RunOptions& options) {
  const auto file = plan_file(context, options.plan);
  auto plan = read_plan(read_file(file), file.string());
  if (options.threads) plan.threads = threads_option(*options.threads);
  if (options.connections) {
    plan.connections = settings_option(*options.connections, "--connections");
  }
  if (options.pipeline) plan.pipeline = settings_option(*options.pipeline, "--pipeline");
  set_load(options, plan);
  if (options.repetitions) plan.repetitions = *options.repetitions;
  if (options.budget) set_budget(plan, duration_option(*options.budget, "--budget"));
  if (options.warmup) plan.warmup = duration_option(*options.warmup, "--warmup");
  set_latency(options, plan);
  if (options.seed) plan.seed = options.seed;
  if (options.client) plan.client = *options.client;
  if (options.server_cpus) plan.server_cpus = cpus_option(*options.server_cpus, "--server-cpus");
  if (options.client_cpus) plan.client_cpus = cpus_option(*options.client_cpus, "--client-cpus");
  if (options.port) plan.port = options.port;
  if (options.strict) plan.strict = true;
  // Batches measure some frameworks before others are built, which rounds cannot.
  if (plan.repetitions > 1) plan.build = BuildOrder::kFirst;
  check(plan);
  return plan;
}

}  // namespace pacer
