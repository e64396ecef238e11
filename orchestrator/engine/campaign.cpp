#include "engine/campaign.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <set>
#include <sstream>

#include <fmt/format.h>

#include "base/bytes.h"
#include "base/error.h"
#include "core/formats/table.h"
#include "core/plan/expand.h"
#include "core/ranking/budget.h"
#include "core/ranking/compare_rows.h"
#include "core/ranking/rank.h"
#include "engine/process/files.h"
#include "engine/process/interrupt.h"
#include "engine/trial.h"

namespace pacer {
namespace {

/// How long one trial loads its server. Of a load by number nobody knows before the first: then as
/// long as a middling server takes, and what trials took beyond it counts as their overhead.
Duration loads_of(const Settings& settings) {
  constexpr double kMiddling_rps = 20'000;
  auto measured = settings.duration;
  if (settings.requests) {
    const auto us = static_cast<double>(*settings.requests) / kMiddling_rps * 1e6;
    measured = std::min(settings.at_most, Duration(static_cast<std::int64_t>(us)));
  }
  return settings.warmup + measured + settings.latency_duration * count_open_loops(settings);
}

/// Built together before they are measured, where the plan builds in batches: enough to keep the
/// CPUs busy, few enough that the first figures come soon.
constexpr std::size_t kBatch = 4;

/// A trial writes two server logs, the client's output and a sample.
constexpr std::uintmax_t kLeastRoom_bytes = 1u << 20;

/// A framework under one setting, and in which round.
using Place = std::pair<std::string, SettingKey>;
using Key = std::pair<Place, int>;

Place place_of(const Trial& trial) { return {trial.framework, setting_key(trial.settings)}; }
Key key_of(const Trial& trial) { return {place_of(trial), trial.round}; }

/// A client whose output finds no room looks like one that printed nothing, and a server whose log
/// finds none may fail: neither is the framework's fault.
void require_room(const RunStore& store) {
  std::error_code error;
  const auto left = std::filesystem::space(store.folder(), error).available;
  if (error || left >= kLeastRoom_bytes) return;
  throw Error(
      fmt::format("the disk is full: {} are left, a trial needs {}",
                  humanize_bytes(static_cast<double>(left)), humanize_bytes(kLeastRoom_bytes)),
      store.folder().string(),
      fmt::format("what was measured before is kept; make room, then "
                  "`pacer run --resume {}`",
                  store.folder().string()));
}

/// A live comparison runs pairs of its own.
bool runs_controls(const RunRecord& record) {
  return !record.live && record.plan.controls && record.plan.repetitions >= kRoundsForRanked;
}

class Campaign {
 public:
  Campaign(const CampaignTask& task, Preparer& preparer, RunStore& store, Observer& observer)
      : task_(task), preparer_(preparer), store_(store), observer_(observer) {
    for (const auto& manifest : task.manifests) manifests_[manifest.name] = manifest;
    manifests_[kCeilingName] = ceiling_manifest(*task.layout);
    prepared_[kCeilingName] = Prepared{};
    add_controls();
    for (const auto& sample : task.done) {
      // What was skipped may be possible by now; everything else has been measured.
      if (std::holds_alternative<Skipped>(sample.outcome)) continue;
      done_.insert(key_of(sample.trial));
      samples_.push_back(sample);
    }
  }

  void run();
  void save_table() const;

 private:
  void add_controls();
  std::vector<std::string> entries() const;
  std::vector<Trial> planned() const;
  void run_budget();
  Duration time_of_done() const;
  void run_in_batches();
  std::vector<Manifest> pending_cheapest_first();
  void prepare(const std::vector<Manifest>& manifests);
  void run_trials(const std::vector<Trial>& trials);
  bool is_pending(const std::string& framework) const;  ///< has trials that are not done
  std::vector<Trial> trials_of(const std::set<std::string>& frameworks) const;  ///< in their order
  void run_one(const Trial& trial);
  TrialTask trial_task(const Trial& trial);
  void save(const Sample& sample);
  void announce();
  bool is_done(const Trial& trial) const { return done_.contains(key_of(trial)); }
  Duration time_left() const;

  const CampaignTask& task_;
  Preparer& preparer_;
  RunStore& store_;
  Observer& observer_;
  std::map<std::string, Manifest> manifests_;
  std::map<std::string, Preparation> prepared_;
  std::vector<Trial> trials_;  ///< of the whole run, in order
  std::set<Key> done_;
  std::vector<Sample> samples_;  ///< of the whole run, those of the resumed one too
  std::set<Place> given_up_;     ///< where no trial can be run
  int trials_total_ = 0;
  int trials_begun_ = 0;
  Duration overhead_ = std::chrono::seconds(1);  ///< of the last trial beyond warm-up and load
  bool stopped_ = false;
};

/// The twin lies in a folder of its own, as a second build would.
void Campaign::add_controls() {
  if (!runs_controls(task_.record)) return;
  auto twin = manifests_[kCeilingName];
  twin.name = kTwinName;
  twin.title = "Twin of Pacer's ceiling";
  const auto folder = store_.folder() / "controls" / kTwinName;
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (!error) {
    std::filesystem::copy_file(twin.run.front(), folder / "pacer-ceiling",
                               std::filesystem::copy_options::overwrite_existing, error);
  }
  if (error) throw Error("cannot copy the ceiling: " + error.message(), folder.string());
  twin.directory = folder.string();
  twin.run.front() = (folder / "pacer-ceiling").string();
  auto heavier = manifests_[kCeilingName];
  heavier.name = kHeavierName;
  heavier.title = "Pacer's ceiling with a tenth more work";
  heavier.run.insert(heavier.run.end(), {"--work", std::to_string(kHeavierBy_percent)});
  for (auto* control : {&twin, &heavier}) {
    prepared_[control->name] = Prepared{};
    manifests_[control->name] = std::move(*control);
  }
}

/// What runs in each round besides the ceiling.
std::vector<std::string> Campaign::entries() const {
  auto names = task_.record.frameworks;
  if (runs_controls(task_.record)) names.insert(names.end(), {kTwinName, kHeavierName});
  return names;
}

std::vector<Trial> Campaign::planned() const {
  const auto& record = task_.record;
  const int rounds = record.plan.repetitions;
  if (!record.live) return expand(entries(), record.all_settings(), rounds, record.seed);
  return expand_pairs(record.live->old_name(), record.live->new_name(), record.settings, rounds);
}

void Campaign::prepare(const std::vector<Manifest>& manifests) {
  for (auto& [name, preparation] : preparer_.prepare(manifests)) {
    prepared_[name] = std::move(preparation);
  }
}

TrialTask Campaign::trial_task(const Trial& trial) {
  const auto& manifest = manifests_.at(trial.framework);
  const auto& settings = trial.settings;
  TrialTask task;
  task.trial = trial;
  task.server = {.manifest = &manifest,
                 .workload = &workload_named(settings.workload),
                 .tool_env = {},
                 .version = version_without_tools(manifest),
                 .cpus = settings.server_cpus,
                 .cpu_count = settings.server_cpu_count,
                 .port = task_.record.plan.port,
                 .pipeline = settings.pipeline,
                 .folder = store_.trial_folder(trial),
                 .on_stage = [this](Stage stage) { observer_.on_stage(stage); }};
  if (const auto* ready = std::get_if<Prepared>(&prepared_.at(trial.framework))) {
    task.server.tool_env = ready->tool_env;
    task.runtime = ready->runtime;
    if (!ready->version.empty()) task.server.version = ready->version;
  }
  task.script = task_.layout->script;
  task.quiet_within = task_.record.plan.quiet_within;
  task.strict = task_.record.plan.strict;
  return task;
}

/// What has been measured so far, as a table in the run's folder.
void Campaign::save_table() const {
  try {
    std::ostringstream text;
    format_named("text").write(rank(task_.record, samples_), {}, text);
    write_file_atomically(store_.folder() / "table.txt", text.str());
  } catch (const Error&) {
    // The samples are safe; what is wrong with them is told when the run's table is printed.
  }
}

void Campaign::save(const Sample& sample) {
  store_.append(sample);
  samples_.push_back(sample);
  if (sample.trial.round < kFewestForRank) save_table();
  done_.insert(key_of(sample.trial));
  observer_.on_sample(sample);
  const bool failed = std::holds_alternative<Failed>(sample.outcome);
  const bool bad = failed || std::holds_alternative<Invalid>(sample.outcome);
  if (bad && task_.fail_fast) stopped_ = true;
  // Of a pair whose one half cannot be measured the other need not be.
  const bool hopeless = failed || std::holds_alternative<Skipped>(sample.outcome);
  if (task_.record.live && hopeless && sample.trial.round == 1) stopped_ = true;
}

Duration Campaign::time_left() const {
  const auto& settings = task_.record.settings;
  return (loads_of(settings) + overhead_) * (trials_total_ - trials_begun_ + 1);
}

void Campaign::run_one(const Trial& trial) {
  if (given_up_.contains(place_of(trial))) return;
  const auto task = trial_task(trial);
  const auto& preparation = prepared_.at(trial.framework);
  if (const auto* skipped = std::get_if<Skipped>(&preparation)) {
    given_up_.insert(place_of(trial));
    return save(sample_without_trial(task, *skipped));
  }
  if (const auto* failed = std::get_if<Failed>(&preparation)) {
    given_up_.insert(place_of(trial));
    return save(sample_without_trial(task, *failed));
  }
  const auto begin = monotonic_now();
  observer_.on_trial(trial, trials_begun_, trials_total_, time_left());
  require_room(store_);
  const auto sample = run_trial(task);
  require_room(store_);
  save(sample);
  const auto took = std::chrono::duration_cast<Duration>(monotonic_now() - begin);
  overhead_ = std::max(Duration::zero(), took - loads_of(trial.settings));
}

void Campaign::run_trials(const std::vector<Trial>& trials) {
  int round = 1;
  for (const auto& trial : trials) {
    if (stopped_) return;
    check_interrupted();
    if (is_done(trial)) continue;
    // Ranking many rounds takes a moment: once a round then.
    if (trial.round > round && trial.round > kFewestForRank) save_table();
    round = trial.round;
    ++trials_begun_;
    run_one(trial);
  }
}

bool Campaign::is_pending(const std::string& framework) const {
  return std::any_of(trials_.begin(), trials_.end(), [&](const Trial& trial) {
    return trial.framework == framework && !is_done(trial);
  });
}

std::vector<Trial> Campaign::trials_of(const std::set<std::string>& frameworks) const {
  std::vector<Trial> found;
  std::copy_if(trials_.begin(), trials_.end(), std::back_inserter(found),
               [&](const Trial& trial) { return frameworks.contains(trial.framework); });
  return found;
}

std::vector<Manifest> Campaign::pending_cheapest_first() {
  std::vector<std::pair<double, const Manifest*>> order;
  for (const auto& manifest : task_.manifests) {
    if (is_pending(manifest.name)) order.emplace_back(preparer_.cost_s(manifest), &manifest);
  }
  std::stable_sort(order.begin(), order.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Manifest> sorted;
  for (const auto& [cost, manifest] : order) sorted.push_back(*manifest);
  return sorted;
}

void Campaign::run_in_batches() {
  const auto pending = pending_cheapest_first();
  const auto& record = task_.record;
  std::vector<std::string> names;
  for (const auto& manifest : pending) names.push_back(manifest.name);
  trials_ = expand(names, record.all_settings(), 1, record.seed);
  run_trials(trials_of({kCeilingName}));  // it needs no build
  for (std::size_t at = 0; at < pending.size() && !stopped_;) {
    // All that is up to date at once, then a few builds at a time.
    std::size_t end = at;
    while (end < pending.size() && preparer_.cost_s(pending[end]) == 0) ++end;
    if (end == at) end = std::min(at + kBatch, pending.size());
    const auto from = static_cast<std::ptrdiff_t>(at);
    const auto to = static_cast<std::ptrdiff_t>(end);
    prepare({pending.begin() + from, pending.begin() + to});
    run_trials(trials_of({names.begin() + from, names.begin() + to}));
    at = end;
  }
}

/// What the trials of the resumed run took, roughly.
Duration Campaign::time_of_done() const {
  const auto tried = std::count_if(task_.done.begin(), task_.done.end(), [](const Sample& sample) {
    return !std::holds_alternative<Skipped>(sample.outcome);
  });
  return (loads_of(task_.record.settings) + overhead_) * tried;
}

/// Complete rounds, as long as the next one fits: behind a look, as long as all rounds to the next
/// look do, for rows are compared at looks only. The first round runs in any case.
void Campaign::run_budget() {
  const auto& record = task_.record;
  observer_.on_message(fmt::format("complete rounds of {} trials each for {}", entries().size() + 1,
                                   format_duration(*record.plan.budget)));
  prepare(task_.manifests);
  const auto begin = monotonic_now();
  const auto before = time_of_done();
  while (!stopped_) {
    const auto state = budget_state(record, samples_);
    if (state.over()) return;
    auto names = state.unresolved;
    names.insert(names.end(), {kTwinName, kHeavierName});
    const auto one_round =
        (loads_of(record.settings) + overhead_) * static_cast<std::int64_t>(names.size() + 1);
    const int rounds = state.look == state.complete_rounds
                           ? next_look(state.complete_rounds) - state.complete_rounds
                           : 1;
    const auto spent = before + std::chrono::duration_cast<Duration>(monotonic_now() - begin);
    if (state.complete_rounds > 0 && spent + one_round * rounds > *record.plan.budget) return;
    auto trials = expand(names, {record.settings}, kLooks.back(),
                         record.seed + static_cast<std::uint64_t>(state.look.value_or(0)));
    std::erase_if(trials, [&](const Trial& trial) {
      return trial.round != state.complete_rounds + 1 || is_done(trial);
    });
    trials_total_ = trials_begun_ + static_cast<int>(trials.size());
    run_trials(trials);
  }
}

/// Says what is about to be done and for how long.
void Campaign::announce() {
  double build_s = 0;
  int builds = 0;
  for (const auto& manifest : task_.manifests) {
    const double cost_s = preparer_.cost_s(manifest);
    if (cost_s <= 0) continue;
    build_s += cost_s;
    ++builds;
  }
  trials_begun_ = 1;
  const auto rough = [](double seconds) {
    return humanize_duration(Duration(static_cast<std::int64_t>(std::round(seconds)) * 1'000'000));
  };
  auto text = fmt::format("{} trials, about {}", trials_total_, rough(to_seconds(time_left())));
  trials_begun_ = 0;
  if (builds > 0)
    text += fmt::format("; {} {}, roughly {}", builds, builds == 1 ? "build" : "builds",
                        rough(build_s));
  observer_.on_message(text);
}

void Campaign::run() {
  const auto& record = task_.record;
  if (record.plan.budget) return run_budget();
  trials_ = planned();
  trials_total_ = static_cast<int>(std::count_if(
      trials_.begin(), trials_.end(), [&](const Trial& trial) { return !is_done(trial); }));
  announce();
  if (record.plan.build == BuildOrder::kBatched && record.plan.repetitions == 1) {
    return run_in_batches();
  }
  std::vector<Manifest> needed;
  for (const auto& manifest : task_.manifests) {
    if (is_pending(manifest.name)) needed.push_back(manifest);
  }
  prepare(needed);
  run_trials(trials_);
}

}  // namespace

Manifest ceiling_manifest(const Layout& layout) {
  Manifest manifest;
  manifest.name = kCeilingName;
  manifest.directory = layout.programs.string();
  manifest.title = "Pacer's ceiling";
  manifest.language = "c++";
  manifest.version = PACER_VERSION;
  manifest.run = {(layout.programs / "pacer-ceiling").string(), "--port", "{port}"};
  manifest.serves = {"hello", "count"};
  return manifest;
}

void run_campaign(const CampaignTask& task, Preparer& preparer, RunStore& store,
                  Observer& observer) {
  Campaign campaign(task, preparer, store, observer);
  try {
    campaign.run();
  } catch (const Interrupted&) {
    campaign.save_table();
    throw;
  }
  campaign.save_table();
}

}  // namespace pacer
