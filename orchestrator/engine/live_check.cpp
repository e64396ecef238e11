#include "engine/live_check.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/error.h"
#include "base/text.h"
#include "engine/health/environment.h"
#include "engine/prepare.h"
#include "engine/probe/workload_checks.h"
#include "engine/process/files.h"
#include "engine/server.h"

namespace pacer {
namespace {

using State = WorkloadResult::State;

/// A server that dies of a request is seen to end a moment after its connection.
constexpr auto kEndIsSeenWithin = std::chrono::milliseconds(200);

/// Every workload of the contract, before the first was asked for.
std::vector<WorkloadResult> unasked(const Manifest& manifest) {
  std::vector<WorkloadResult> results;
  for (const auto& name : workload_names()) {
    const bool served =
        std::find(manifest.serves.begin(), manifest.serves.end(), name) != manifest.serves.end();
    results.push_back({name, served ? State::kNotAsked : State::kNotServed, ""});
  }
  return results;
}

WorkloadResult& result_of(LiveCheck& check, std::string_view workload) {
  return *std::find_if(check.workloads.begin(), check.workloads.end(),
                       [&](const WorkloadResult& result) { return result.workload == workload; });
}

LiveCheck never_up(const Manifest& manifest, Outcome outcome) {
  LiveCheck check{manifest.name, std::move(outcome), {}, unasked(manifest)};
  if (const auto* failed = std::get_if<Failed>(&check.outcome)) {
    auto& hello = result_of(check, "hello");
    hello.state = State::kFailed;
    hello.why = failed->why;
  }
  return check;
}

/// One after the other, as long as the server lives.
void prove_workloads(LiveCheck& check, Server& server, const ServerTask& task) {
  result_of(check, "hello").state = State::kProven;
  const auto target = server.target(task);
  for (const auto& row : workload_checks()) {
    auto& result = result_of(check, row.workload);
    if (result.state == State::kNotServed) continue;
    try {
      row.check(target, server.tree->members().size() == 1);
      result.state = State::kProven;
      continue;
    } catch (const Error& error) {
      result.state = State::kFailed;
      result.why = error.what();
    }
    server.tree->wait_until(monotonic_now() + kEndIsSeenWithin);
    const auto status = server.tree->exited();
    if (!status || !server.tree->members().empty()) continue;
    result.why += fmt::format("; the server ended ({})", status->text());
    return;
  }
}

/// The reasons of all workloads that failed.
std::string failures(const LiveCheck& check) {
  std::vector<std::string> reasons;
  for (const auto& result : check.workloads) {
    if (result.state == State::kFailed) reasons.push_back(result.why);
  }
  return join(reasons, "; ");
}

LiveCheck check_one(const Manifest& manifest, const Prepared& prepared, Observer& observer) {
  const TemporaryFolder folder;
  ServerTask task;
  task.manifest = &manifest;
  task.workload = &workload_named("hello");
  task.tool_env = prepared.tool_env;
  task.cpu_count = static_cast<int>(allowed_cpus().size());
  task.folder = folder.path();
  task.on_stage = [&](Stage stage) { observer.on_stage(stage); };
  auto up = bring_up(task);
  if (auto* failed = std::get_if<Failed>(&up)) return never_up(manifest, std::move(*failed));
  auto& server = std::get<Server>(up);
  LiveCheck check{manifest.name, Measured{}, server.ready.notes, unasked(manifest)};
  check.notes.insert(check.notes.end(), server.verified.notes.begin(), server.verified.notes.end());
  prove_workloads(check, server, task);
  const auto down = bring_down(server);
  check.notes.insert(check.notes.end(), down.notes.begin(), down.notes.end());
  if (const auto wrong = failures(check); !wrong.empty()) {
    check.outcome = Failed{Stage::kVerify, wrong, last_words(task.folder / "server.stderr")};
  } else if (!down.left_over.empty()) {
    check.outcome = Failed{Stage::kStop, down.left_over, {}};
  }
  return check;
}

}  // namespace

std::vector<LiveCheck> live_check(const std::vector<Manifest>& manifests, bool install_missing,
                                  Observer& observer) {
  Preparer preparer(
      {.install_missing = install_missing, .jobs = static_cast<int>(allowed_cpus().size())},
      observer);
  const auto prepared = preparer.prepare(manifests);
  const auto runnable = std::count_if(prepared.begin(), prepared.end(), [](const auto& entry) {
    return std::holds_alternative<Prepared>(entry.second);
  });
  std::vector<LiveCheck> results;
  int k = 0;
  for (const auto& manifest : manifests) {
    const auto& preparation = prepared.at(manifest.name);
    if (const auto* skipped = std::get_if<Skipped>(&preparation)) {
      results.push_back(never_up(manifest, *skipped));
    } else if (const auto* failed = std::get_if<Failed>(&preparation)) {
      results.push_back(never_up(manifest, *failed));
    } else {
      Trial trial;
      trial.framework = manifest.name;
      observer.on_trial(trial, ++k, static_cast<int>(runnable), Duration::zero());
      results.push_back(check_one(manifest, std::get<Prepared>(preparation), observer));
      const auto& outcome = results.back().outcome;
      const bool ok = std::holds_alternative<Measured>(outcome);
      observer.on_message(fmt::format("[{}/{}] {}: {}", k, runnable, manifest.name,
                                      ok ? "ok" : "failed: " + outcome_reason(outcome)));
    }
  }
  return results;
}

}  // namespace pacer
