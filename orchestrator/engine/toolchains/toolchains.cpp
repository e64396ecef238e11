#include "engine/toolchains/toolchains.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>

#include "base/text.h"
#include "engine/toolchains/detect.h"
#include "engine/toolchains/toolchain.h"
#include "engine/toolchains/version_cache.h"

namespace pacer {

struct Toolchains::State {
  explicit State(const Surroundings& surroundings)
      : cache(cache_folder(surroundings) / "toolchains.json") {}

  /// Call with the mutex held.
  const Detection& look(const Toolchain& toolchain, const Surroundings& surroundings) {
    const auto known = detections.find(toolchain.name);
    if (known != detections.end()) return known->second;
    std::map<std::string, std::string> ask_env;
    if (!toolchain.asked_with.empty()) {
      const auto& helper = look(toolchain_named(toolchain.asked_with), surroundings);
      if (!helper.usable.empty()) ask_env = helper.usable.front().found.env;
    }
    auto detection = detect(toolchain, surroundings, cache, ask_env);
    cache.save();
    return detections[std::string(toolchain.name)] = std::move(detection);
  }

  std::mutex mutex;
  VersionCache cache;
  std::map<std::string, Detection, std::less<>> detections;
};

namespace {

Missing missing(const Requirement& need, const Detection& detection) {
  Missing result{need, std::nullopt, "not installed", remedy_for(need)};
  if (!detection.usable.empty()) {
    result.nearest = detection.usable.front().found;
    result.why =
        fmt::format("only {} is here ({})", result.nearest->version, result.nearest->location);
  } else if (!detection.unusable.empty()) {
    result.why = "not usable: " + detection.unusable.front();
  }
  return result;
}

void add(const Installation& installation, ToolEnv& tools) {
  make_links(installation);
  const auto& found = installation.found;
  for (const auto& [name, value] : found.env) tools.env[name] = value;
  for (const auto& folder : found.path) {
    if (std::find(tools.path.begin(), tools.path.end(), folder) == tools.path.end()) {
      tools.path.push_back(folder);
    }
  }
  tools.versions[found.toolchain] = found.version;
  if (toolchain_named(found.toolchain).in_runtime_text) {
    tools.runtime +=
        fmt::format("{}{} {}", tools.runtime.empty() ? "" : ", ", found.toolchain, found.version);
  }
}

}  // namespace

std::map<std::string, std::string> ToolEnv::command_env(const Surroundings& surroundings) const {
  auto folders = path;
  if (const auto inherited = surroundings.variable("PATH"); !inherited.empty()) {
    folders.push_back(inherited);
  }
  auto all = env;
  all["PATH"] = join(folders, ":");
  return all;
}

Skipped skipped_for(const std::vector<Missing>& missing_needs) {
  std::vector<std::string> whys;
  Argv setup{"pacer", "setup"};
  std::vector<std::string> remedies;
  for (const auto& one : missing_needs) {
    whys.push_back(fmt::format("needs {}: {}", one.need.text(), one.why));
    if (offer_for(one.need)) {
      setup.push_back(one.need.text());
    } else {
      remedies.push_back(one.remedy);
    }
  }
  if (setup.size() > 2) remedies.insert(remedies.begin(), shell_quote(setup));
  return {join(whys, "; "), join(remedies, "; ")};
}

Toolchains::Toolchains(Surroundings surroundings)
    : surroundings_(std::move(surroundings)), state_(std::make_unique<State>(surroundings_)) {}

Toolchains::~Toolchains() = default;

std::vector<Found> Toolchains::installed(const std::string& name) {
  const std::lock_guard lock(state_->mutex);
  std::vector<Found> all;
  for (const auto& one : state_->look(toolchain_named(name), surroundings_).usable) {
    all.push_back(one.found);
  }
  return all;
}

std::vector<std::string> Toolchains::unusable(const std::string& name) {
  const std::lock_guard lock(state_->mutex);
  return state_->look(toolchain_named(name), surroundings_).unusable;
}

Resolved Toolchains::resolve(const std::vector<Requirement>& needs) {
  const std::lock_guard lock(state_->mutex);
  ToolEnv tools;
  std::vector<Missing> all_missing;
  for (const auto& need : needs) {
    const auto& detection = state_->look(toolchain_named(need.toolchain), surroundings_);
    const auto best =
        std::find_if(detection.usable.begin(), detection.usable.end(),
                     [&](const auto& one) { return satisfies(need, one.found.version); });
    if (best == detection.usable.end()) {
      all_missing.push_back(missing(need, detection));
    } else {
      add(*best, tools);
    }
  }
  if (!all_missing.empty()) return all_missing;
  return tools;
}

void Toolchains::forget() {
  const std::lock_guard lock(state_->mutex);
  state_->detections.clear();
}

}  // namespace pacer
