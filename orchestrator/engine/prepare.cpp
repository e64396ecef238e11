#include "engine/prepare.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/error.h"
#include "base/text.h"
#include "engine/build/build_many.h"
#include "engine/build/cost.h"
#include "engine/toolchains/install.h"

namespace pacer {
namespace {

/// "{go}" in a version becomes that toolchain's version.
std::string with_tool_versions(std::string version,
                               const std::map<std::string, std::string>& versions) {
  for (const auto& [tool, found] : versions) {
    version = replace_all(std::move(version), "{" + tool + "}", found);
  }
  return version;
}

bool is_a_part_of_a_tool(const Manifest& manifest) { return manifest.version.starts_with('{'); }

}  // namespace

std::string version_without_tools(const Manifest& manifest) {
  return is_a_part_of_a_tool(manifest) ? "?" : manifest.version;
}

ToolState ToolLookup::look_up(const Manifest& manifest) {
  const auto resolved = toolchains_.resolve(manifest.needs);
  if (const auto* missing = std::get_if<std::vector<Missing>>(&resolved)) {
    const auto skipped = skipped_for(*missing);
    return {false, "", skipped.why, skipped.remedy};
  }
  return {true, std::get<ToolEnv>(resolved).runtime, "", ""};
}

MissingTools ToolLookup::missing(const std::vector<Manifest>& manifests) {
  MissingTools found;
  std::set<std::string> seen;
  for (const auto& manifest : manifests) {
    if (manifest.skip) continue;
    const auto resolved = toolchains_.resolve(manifest.needs);
    const auto* missing = std::get_if<std::vector<Missing>>(&resolved);
    if (missing == nullptr) continue;
    for (const auto& one : *missing) {
      const auto offer = offer_for(one.need);
      if (!offer || !seen.insert(one.need.toolchain).second) continue;
      found.offers.push_back(
          fmt::format("{}: {} ({} MB)", one.need.text(), offer->what, offer->download_mb));
      found.download_mb += offer->download_mb;
    }
  }
  return found;
}

std::string ToolLookup::version_of(const Manifest& manifest) {
  if (!is_a_part_of_a_tool(manifest)) return manifest.version;
  const auto resolved = toolchains_.resolve(manifest.needs);
  const auto* tools = std::get_if<ToolEnv>(&resolved);
  return tools ? with_tool_versions(manifest.version, tools->versions)
               : version_without_tools(manifest);
}

Preparer::Preparer(PrepareOptions options, Observer& observer)
    : options_(std::move(options)), observer_(observer) {}

void Preparer::install_missing(const std::vector<Manifest>& manifests) {
  if (!options_.install_missing) return;
  Installer installer(toolchains_,
                      {.progress = [&](const std::string& line) { observer_.on_message(line); }});
  for (const auto& manifest : manifests) {
    if (manifest.skip) continue;
    const auto resolved = toolchains_.resolve(manifest.needs);
    const auto* missing = std::get_if<std::vector<Missing>>(&resolved);
    if (missing == nullptr) continue;
    for (const auto& one : *missing) {
      const auto need = one.need.text();
      if (refused_.contains(need)) continue;
      try {
        installer.install(one.need);
      } catch (const Error& error) {
        refused_[need] = error.what();
        observer_.on_message(fmt::format("{} is not to be had: {}", need, error.what()));
      }
    }
  }
}

std::map<std::string, Preparation> Preparer::prepare(const std::vector<Manifest>& manifests) {
  install_missing(manifests);
  std::map<std::string, Preparation> prepared;
  std::vector<BuildJob> jobs;
  for (const auto& manifest : manifests) {
    if (manifest.skip) {
      prepared[manifest.name] = Skipped{*manifest.skip, ""};
      continue;
    }
    auto resolved = toolchains_.resolve(manifest.needs);
    if (const auto* missing = std::get_if<std::vector<Missing>>(&resolved)) {
      prepared[manifest.name] = skipped_for(*missing);
    } else {
      jobs.push_back({manifest, std::get<ToolEnv>(std::move(resolved))});
    }
  }
  int finished = 0;
  std::set<std::string> begun;  // a build has several steps
  BuildObserver builds;
  builds.on_step = [&](const Manifest& manifest, const std::string&) {
    if (!begun.insert(manifest.name).second) return;
    observer_.on_build(manifest.name, finished + 1, static_cast<int>(jobs.size()));
  };
  builds.on_finished = [&](const Manifest& manifest, const BuildReport& report) {
    ++finished;
    if (!report.note.empty()) observer_.on_message(manifest.name + ": " + report.note);
    if (report.status == BuildStatus::kFailed) {
      observer_.on_message(fmt::format("{}: {}", manifest.name, report.failure->why));
    } else {
      observer_.on_built(manifest.name, report.took, report.status != BuildStatus::kBuilt);
    }
  };
  const auto reports = build_many(jobs, options_.jobs,
                                  {.force = options_.force, .offline = options_.offline}, builds);
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const auto& [manifest, tools] = jobs[i];
    const auto& report = reports[i];
    if (report.failure) {
      prepared[manifest.name] = *report.failure;
    } else {
      prepared[manifest.name] = Prepared{tools.command_env(toolchains_.surroundings()),
                                         tools.runtime,
                                         with_tool_versions(manifest.version, tools.versions),
                                         report.took,
                                         report.size_bytes,
                                         report.status != BuildStatus::kBuilt};
    }
  }
  return prepared;
}

double Preparer::cost_s(const Manifest& manifest) {
  if (manifest.skip) return 0;
  const auto resolved = toolchains_.resolve(manifest.needs);
  if (const auto* missing = std::get_if<std::vector<Missing>>(&resolved)) {
    const auto comes = [&](const Missing& one) {
      return options_.install_missing && offer_for(one.need).has_value();
    };
    // Else it is skipped, which costs nothing.
    if (!std::all_of(missing->begin(), missing->end(), comes)) return 0;
  }
  return to_seconds(estimated_cost(manifest, resolved, {}));
}

}  // namespace pacer
