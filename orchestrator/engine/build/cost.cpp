#include "engine/build/cost.h"

#include "engine/build/build_record.h"
#include "engine/toolchains/toolchain.h"

namespace pacer {
namespace {

constexpr Duration kInstallation = std::chrono::seconds(60);

Duration first_build(const Manifest& manifest) {
  if (manifest.build.empty()) return Duration::zero();
  Duration cost = std::chrono::seconds(1);
  for (const auto& need : manifest.needs) {
    cost += std::chrono::seconds(toolchain_named(need.toolchain).build_seconds);
  }
  return cost;
}

}  // namespace

Duration estimated_cost(const Manifest& manifest, const Resolved& resolved,
                        const BuildOptions& options) {
  if (const auto* missing = std::get_if<std::vector<Missing>>(&resolved)) {
    return first_build(manifest) + kInstallation * static_cast<int>(missing->size());
  }
  if (is_up_to_date(manifest, std::get<ToolEnv>(resolved), options)) return Duration::zero();
  if (const auto record = read_build_record(manifest.directory)) return record->took;
  return first_build(manifest);
}

}  // namespace pacer
