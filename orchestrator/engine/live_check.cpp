#include "engine/live_check.h"

#include <fmt/format.h>

#include "engine/health/environment.h"
#include "engine/prepare.h"
#include "engine/probe/check_answer.h"
#include "engine/probe/count.h"
#include "engine/process/files.h"
#include "engine/server.h"

namespace pacer {
namespace {

bool serves(const Manifest& manifest, const std::string& workload) {
  return std::find(manifest.serves.begin(), manifest.serves.end(), workload) !=
         manifest.serves.end();
}

LiveCheck check_one(const Manifest& manifest, const Prepared& prepared, Observer& observer) {
  LiveCheck result{manifest.name, Measured{}, {}};
  const TemporaryFolder folder;
  ServerTask task;
  task.manifest = &manifest;
  task.workload = &workload_named("hello");
  task.tool_env = prepared.tool_env;
  task.cpu_count = static_cast<int>(allowed_cpus().size());
  task.folder = folder.path();
  task.on_stage = [&](Stage stage) { observer.on_stage(stage); };
  auto up = bring_up(task);
  if (const auto* failed = std::get_if<Failed>(&up)) {
    result.outcome = *failed;
    return result;
  }
  auto& server = std::get<Server>(up);
  result.notes = server.ready.notes;
  result.notes.insert(result.notes.end(), server.verified.notes.begin(),
                      server.verified.notes.end());
  std::string wrong;
  if (serves(manifest, "count")) wrong = check_count(server.target(task));
  const auto down = bring_down(server);
  result.notes.insert(result.notes.end(), down.notes.begin(), down.notes.end());
  if (!wrong.empty()) {
    result.outcome = Failed{Stage::kVerify, wrong, log_tail(task.folder / "server.stderr")};
  } else if (!down.left_over.empty()) {
    result.outcome = Failed{Stage::kStop, down.left_over, {}};
  }
  return result;
}

}  // namespace

std::vector<LiveCheck> live_check(const std::vector<Manifest>& manifests, bool install_missing,
                                  Observer& observer) {
  Preparer preparer(
      {.install_missing = install_missing, .jobs = static_cast<int>(allowed_cpus().size())},
      observer);
  const auto prepared = preparer.prepare(manifests);
  std::vector<LiveCheck> results;
  int k = 0;
  for (const auto& manifest : manifests) {
    const auto& preparation = prepared.at(manifest.name);
    if (const auto* skipped = std::get_if<Skipped>(&preparation)) {
      results.push_back({manifest.name, *skipped, {}});
    } else if (const auto* failed = std::get_if<Failed>(&preparation)) {
      results.push_back({manifest.name, *failed, {}});
    } else {
      Trial trial;
      trial.framework = manifest.name;
      observer.on_trial(trial, ++k, static_cast<int>(manifests.size()), Duration::zero());
      results.push_back(check_one(manifest, std::get<Prepared>(preparation), observer));
    }
  }
  return results;
}

}  // namespace pacer
