#include "engine/layout.h"

#include "base/error.h"

namespace pacer {
namespace fs = std::filesystem;

Layout find_layout() {
  const auto programs = fs::read_symlink("/proc/self/exe").parent_path();
  const auto installed = programs.parent_path() / "share" / "pacer";
  if (fs::exists(installed / "pipeline.lua")) {
    return {installed,
            programs,
            installed / "frameworks",
            installed / "plans",
            installed / "pipeline.lua",
            fs::current_path() / "results"};
  }
  for (auto root = programs; root != root.parent_path(); root = root.parent_path()) {
    if (!fs::exists(root / "pipeline.lua") || !fs::exists(root / "frameworks")) continue;
    return {root,
            programs,
            root / "frameworks",
            root / "orchestrator" / "plans",
            root / "pipeline.lua",
            root / "results"};
  }
  throw Error("Pacer's own files (frameworks, plans, pipeline.lua) are missing", programs.string(),
              "install Pacer again, or run it from its checkout");
}

}  // namespace pacer
