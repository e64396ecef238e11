#include "engine/trial.h"

#include <sys/resource.h>

#include <algorithm>
#include <ctime>

#include <fmt/format.h>

#include "base/error.h"
#include "base/text.h"
#include "core/clients/client.h"
#include "core/judge/judge.h"
#include "core/judge/latency.h"
#include "engine/counting.h"
#include "engine/evidence.h"
#include "engine/health/environment.h"
#include "engine/health/load_watch.h"
#include "engine/health/memory_group.h"
#include "engine/health/port_owner.h"
#include "engine/load.h"
#include "engine/probe/listeners.h"
#include "engine/probe/load_probe.h"
#include "engine/process/files.h"

namespace pacer {
namespace {

/// A healthy server answers within this even right after the load.
constexpr auto kCheckLimit = std::chrono::seconds(5);
constexpr int kCheckProbes = 4;

/// Ends the trial from inside a stage.
struct TrialEnd {
  Outcome outcome;
};

class TrialRun {
 public:
  explicit TrialRun(const TrialTask& task)
      : task_(task), settings_(task_.trial.settings), sample_(sample_without_trial(task, {})) {
    task_.server.on_stage = [this, tell = task.server.on_stage](Stage stage) {
      stage_ = stage;
      if (tell) tell(stage);
    };
    memory_ = MemoryGroup::make();
    if (memory_) task_.server.group_entrance = memory_->entrance();
  }
  TrialRun(const TrialRun&) = delete;

  Sample run();

 private:
  void gate();
  void bring_server_up();
  void calibrate();
  LoadResult warm();
  void measure();
  void measure_latency();
  void measure_latency_at(int rate, std::optional<int> capacity_percent, CountedLoad& counted);
  void check();
  void prove_right(Stage stage, const std::string& when);
  void run_stages();
  void stop();

  std::filesystem::path expected_file() const { return task_.server.folder / "expected"; }
  LoadTask load_task(Duration duration) const;
  LoadTask measured_task() const;
  LoadCommand load_command(const LoadTask& task) const;
  LoadResult result_of(const LoadRun& run, const LoadTask& task, Stage stage) const;
  LoadRun finish_load(RunningLoad& load, Stage stage);
  void reconcile(const CountedLoad& load);
  void judge_load(const LoadResult& result, double wall_s, const LoadObservation& seen,
                  const LoadProbe::Result& probes);
  void add_notes(const std::vector<Note>& notes);
  void enter(Stage stage) const { task_.server.on_stage(stage); }
  [[noreturn]] void fail(Stage stage, const std::string& why) const {
    throw TrialEnd{Failed{stage, why, last_words(task_.server.folder / "server.stderr")}};
  }

  TrialTask task_;
  std::unique_ptr<MemoryGroup> memory_;  ///< none where the machine gives none
  const Settings& settings_;
  Sample sample_;
  Stage stage_ = Stage::kGate;
  Server server_;
  std::unique_ptr<Counting> counting_;  ///< where handlers can be counted
  bool is_daemon_ = false;              ///< the started process had ended before the load
  Evidence evidence_;
};

void TrialRun::add_notes(const std::vector<Note>& notes) {
  for (const auto& note : notes) {
    const auto same = [&](const Note& other) { return other.code == note.code; };
    if (std::none_of(sample_.notes.begin(), sample_.notes.end(), same)) {
      sample_.notes.push_back(note);
    }
  }
}

void TrialRun::gate() {
  enter(Stage::kGate);
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  const auto needed = static_cast<rlim_t>(settings_.connections) + 64;
  if (limit.rlim_cur < needed) {
    throw TrialEnd{Failed{Stage::kGate,
                          fmt::format("{} connections need {} file descriptors, the limit is {}: "
                                      "raise it with `ulimit -n {}`",
                                      settings_.connections, needed, limit.rlim_cur, needed),
                          {}}};
  }
  auto cpus = settings_.server_cpus;
  cpus.insert(cpus.end(), settings_.client_cpus.begin(), settings_.client_cpus.end());
  if (!wait_for_quiet(cpus, task_.quiet_within)) {
    add_notes({{"not-quiet", fmt::format("the machine was not quiet within {}",
                                         format_duration(task_.quiet_within))}});
  }
}

void TrialRun::bring_server_up() {
  auto up = bring_up(task_.server);
  if (auto* failed = std::get_if<Failed>(&up)) throw TrialEnd{std::move(*failed)};
  server_ = std::get<Server>(std::move(up));
  is_daemon_ = server_.tree->exited().has_value();
  write_file_atomically(expected_file(), task_.server.workload->body);
  sample_.values["startup_ms"] = static_cast<double>(server_.ready.startup.count()) / 1e3;
  add_notes(server_.ready.notes);
  add_notes(server_.verified.notes);
}

/// Only a count that is exact before the load can prove anything of it.
void TrialRun::calibrate() {
  const auto& serves = task_.server.manifest->serves;
  const bool counted = task_.server.workload->name == "hello" &&
                       std::find(serves.begin(), serves.end(), "count") != serves.end();
  if (!counted) return;
  counting_ = std::make_unique<Counting>(server_.target(task_.server), *server_.tree);
  const auto verdict = counting_->calibrate(server_.verified.pipelining);
  if (!verdict.failed.empty()) fail(Stage::kVerify, verdict.failed);
  if (!verdict.note) return;
  add_notes({*verdict.note});
  counting_.reset();
}

/// After a load beside the measured one: the badge is already given, and can only be lost.
void TrialRun::reconcile(const CountedLoad& load) {
  if (!counting_) return;
  const auto verdict = judge_count(counting_->end(), load);
  if (!verdict.invalid.empty()) throw TrialEnd{Invalid{{verdict.invalid}}};
  if (verdict.proven) return;
  add_notes({*verdict.note});
  counting_.reset();
  sample_.badge = std::min(sample_.badge, Badge::kBytes);
}

LoadTask TrialRun::load_task(Duration duration) const {
  const bool is_fixed = !task_.server.workload->body.empty();
  return {server_.address,   server_.port,          std::string(task_.server.workload->path),
          settings_.threads, settings_.connections, settings_.pipeline,
          duration,          task_.script.string(), is_fixed ? expected_file().string() : ""};
}

LoadTask TrialRun::measured_task() const {
  auto task = load_task(settings_.duration);
  task.requests = settings_.requests;
  task.at_most = settings_.at_most;
  return task;
}

LoadCommand TrialRun::load_command(const LoadTask& task) const {
  return {settings_.client, client_named(settings_.client).argv(task),
          task.requests ? task.at_most : task.duration};
}

LoadRun TrialRun::finish_load(RunningLoad& load, Stage stage) {
  auto ended = load.wait(*server_.tree, stage);
  if (const auto* failed = std::get_if<Failed>(&ended)) fail(stage, failed->why);
  return std::get<LoadRun>(std::move(ended));
}

LoadResult TrialRun::result_of(const LoadRun& run, const LoadTask& task, Stage stage) const {
  const auto& client = client_named(settings_.client);
  const auto parsed = client.parse(run.output, task);
  if (const auto* failure = std::get_if<LoadFailure>(&parsed)) {
    throw TrialEnd{Failed{stage, failure->why, last_lines(run.output.err, 5)}};
  }
  return std::get<LoadResult>(parsed);
}

LoadResult TrialRun::warm() {
  enter(Stage::kWarm);
  if (counting_) counting_->begin();
  LoadProbe probe(server_.target(task_.server));
  const auto task = load_task(settings_.warmup);
  RunningLoad load(load_command(task), settings_.client_cpus, task_.server.folder, "warmup");
  const auto result = result_of(finish_load(load, Stage::kWarm), task, Stage::kWarm);
  const auto probes = probe.finish();
  if (probes.wrong > 0) {
    throw TrialEnd{
        Invalid{{fmt::format("wrong answers during the warm-up ({} of {} checked): {}",
                             probes.wrong, probes.wrong + probes.right, probes.first_wrong)}}};
  }
  if (result.requests == 0) fail(Stage::kWarm, "no request of the warm-up was answered");
  const auto wrong = result.errors.status + result.errors.body;
  // How many connections a client reopened is not watched here: no upper bound.
  reconcile({"in the warm-up", result.requests - wrong + probes.answered, {}});
  prove_right(Stage::kWarm, "the warm-up");
  return result;
}

void TrialRun::measure() {
  enter(Stage::kMeasure);
  const auto task = measured_task();
  if (counting_) counting_->begin();
  LoadProbe probe(server_.target(task_.server));
  LoadWatch watch({.server_guard = server_.tree->guard_pid(),
                   .port = server_.port,
                   .connections = settings_.connections + LoadProbe::kConnections,
                   .server_cpus = settings_.server_cpus,
                   .client_cpus = settings_.client_cpus,
                   .server_memory = memory_.get()});
  RunningLoad load(load_command(task), settings_.client_cpus, task_.server.folder, "client");
  watch.client_started(load.guard_pid());
  const auto run = finish_load(load, Stage::kMeasure);
  const auto seen = watch.finish(probe.ports());
  const auto probes = probe.finish();
  if (counting_) evidence_.count = counting_->end();
  const auto result = result_of(run, task, Stage::kMeasure);
  if (result.out_of_time) {
    fail(Stage::kMeasure,
         fmt::format("too slow: {} of {} requests were answered within {} (at_most)",
                     result.requests, task.requests.value_or(0), format_duration(task.at_most)));
  }
  judge_load(result, run.wall_s, seen, probes);
}

void TrialRun::judge_load(const LoadResult& result, double wall_s, const LoadObservation& seen,
                          const LoadProbe::Result& probes) {
  evidence_.settings = settings_;
  evidence_.strict = task_.strict;
  evidence_.load = result;
  evidence_.wall_s = wall_s;
  evidence_.smallest_response_bytes = server_.verified.smallest_bytes;
  evidence_.largest_response_bytes = server_.verified.largest_bytes;
  fill(evidence_, seen, probes);
  if (!server_.verified.keep_alive) {
    // Connections that live shorter than the watch looks are not all seen by it; but a server that
    // closes after each answer has opened one for each.
    const double closed = static_cast<double>(result.requests) - settings_.connections;
    evidence_.connections_reopened = std::max(evidence_.connections_reopened.value_or(0), closed);
  }
}

/// An open loop (rule 3): what a user would wait while others ask at this rate.
void TrialRun::measure_latency_at(int rate, std::optional<int> capacity_percent,
                                  CountedLoad& counted) {
  PacerLoadTask task{load_task(settings_.latency_duration), static_cast<std::uint64_t>(rate), {}};
  task.load.pipeline = 1;
  const auto name = capacity_percent ? fmt::format("latency.{}-percent", *capacity_percent)
                                     : fmt::format("latency.{}", rate);
  RunningLoad load({"pacer-load", pacer_load_argv(task), task.load.duration}, settings_.client_cpus,
                   task_.server.folder, name);
  const auto run = finish_load(load, Stage::kLatency);
  auto parsed = parse_pacer_load(run.output, task);
  if (const auto* failure = std::get_if<LoadFailure>(&parsed)) {
    throw TrialEnd{Failed{Stage::kLatency, failure->why, last_lines(run.output.err, 5)}};
  }
  const auto& result = std::get<PacerLoadResult>(parsed);
  counted.answered += result.right;
  *counted.unanswered_most += settings_.connections + static_cast<double>(result.reopened) +
                              static_cast<double>(result.load.errors.timeout);
  auto found = judge_latency(result, capacity_percent);
  if (!found.reasons.empty()) throw TrialEnd{Invalid{std::move(found.reasons)}};
  add_notes(found.notes);
  sample_.latency.push_back(std::move(found.latency));
}

void TrialRun::measure_latency() {
  if (count_open_loops(settings_) == 0) return;
  enter(Stage::kLatency);
  if (counting_) counting_->begin();
  CountedLoad counted{"in the latency load", 0, 0};
  for (const int rate : settings_.latency_rates) measure_latency_at(rate, {}, counted);
  if (const auto percent = settings_.latency_capacity_percent) {
    const auto found = sample_.values.find("throughput_rps");
    const double throughput_rps = found == sample_.values.end() ? 0 : found->second;
    measure_latency_at(rate_of_capacity(throughput_rps, *percent), percent, counted);
  }
  reconcile(counted);
  prove_right(Stage::kLatency, "the latency load");
  if (settings_.latency_rates.empty()) return;
  // The table shows one rate beside the throughput: the first that is the same for all.
  const auto& shown = sample_.latency.front().latency_us;
  for (const auto* percentile : {"p50", "p99"}) {
    const auto value = shown.find(percentile);
    if (value != shown.end()) {
      sample_.values[fmt::format("latency_us_{}", percentile)] = value->second;
    }
  }
}

void TrialRun::check() {
  enter(Stage::kCheck);
  prove_right(Stage::kCheck, "the run");
}

/// After a load: the server lives, is still the only one on its port, and answers right.
void TrialRun::prove_right(Stage stage, const std::string& when) {
  const auto listening = who_listens(*server_.tree, server_.port);
  if (!listening.strangers.empty()) {
    std::vector<std::string> names;
    for (const auto pid : listening.strangers) names.push_back(describe_process(pid));
    throw TrialEnd{Invalid{
        {fmt::format("{} shares the port: the load may have measured it", join(names, ", "))}}};
  }
  for (int i = 0; i < kCheckProbes; ++i) {
    const auto wrong = probe_once(server_.target(task_.server), kCheckLimit);
    if (const auto status = server_.tree->exited(); status && server_.tree->members().empty()) {
      // The end of the process that started a daemon says nothing about the daemon's.
      fail(stage, fmt::format("server died during {}{}", when,
                              is_daemon_ ? "" : " (" + status->text() + ")"));
    }
    if (wrong == "no answer in time") {
      fail(stage, fmt::format("server hung during {}: it lives, but did not answer within {}", when,
                              format_duration(kCheckLimit)));
    }
    if (!wrong.empty()) fail(stage, fmt::format("no right answer after {}: {}", when, wrong));
  }
}

void TrialRun::stop() {
  if (!server_.tree) return;
  enter(Stage::kStop);
  const auto down = bring_down(server_);
  add_notes(down.notes);
  sample_.values["stop_ms"] = static_cast<double>(down.took.count()) / 1e3;
  server_.tree.reset();
  if (!down.left_over.empty() && std::holds_alternative<Measured>(sample_.outcome)) {
    throw TrialEnd{Failed{Stage::kStop, down.left_over, {}}};
  }
}

void TrialRun::run_stages() {
  gate();
  bring_server_up();
  calibrate();
  if (settings_.warmup > Duration::zero()) warm();
  measure();
  check();
  auto judgement = judge(evidence_);
  add_notes(judgement.notes);
  sample_.badge = judgement.badge;
  for (const auto& [key, value] : judgement.values) sample_.values[key] = value;
  if (!judgement.reasons.empty()) throw TrialEnd{Invalid{judgement.reasons}};
  measure_latency();
}

Sample TrialRun::run() {
  try {
    run_stages();
  } catch (TrialEnd& end) {
    sample_.outcome = std::move(end.outcome);
  } catch (const Error& error) {
    sample_.outcome = Failed{stage_, error.what(), {}};
  }
  try {
    stop();
  } catch (TrialEnd& end) {
    sample_.outcome = std::move(end.outcome);
  }
  if (std::holds_alternative<Failed>(sample_.outcome)) {
    // What a failed trial timed may describe another process, or half of a run.
    sample_.values.clear();
    sample_.latency.clear();
  }
  return sample_;
}

}  // namespace

Sample sample_without_trial(const TrialTask& task, Outcome outcome) {
  Sample sample;
  sample.trial = task.trial;
  sample.version = task.server.version;
  sample.language = task.server.manifest->language;
  sample.runtime = task.runtime;
  sample.started_at = utc_now();
  sample.outcome = std::move(outcome);
  if (!task.server.manifest->notes.empty()) {
    sample.notes.push_back({"manifest", task.server.manifest->notes});
  }
  return sample;
}

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

Sample run_trial(const TrialTask& task) { return TrialRun(task).run(); }

}  // namespace pacer
