#pragma once

// A framework directory for the tests of engine/build.

#include <string>
#include <utility>
#include <vector>

#include "engine/build/build.h"
#include "engine/toolchains/testing.h"

namespace pacer {

/// Its build commands are shell scripts; each build adds a line to "builds", which is ignored, as
/// is "out".
class FakeFramework {
 public:
  explicit FakeFramework(const std::vector<std::string>& scripts, std::string name = "fake") {
    manifest_.name = std::move(name);
    manifest_.directory = folder_.path();
    write_text(file("framework.yaml"), "title: Fake\n");
    write_text(file(".gitignore"), "/out\n/builds\n");
    for (const auto& script : scripts) {
      manifest_.build.push_back({"sh", "-c", "echo x >> builds; " + script});
    }
  }

  std::filesystem::path file(const std::string& path) const { return folder_.path() / path; }
  Manifest& manifest() { return manifest_; }
  int commands_run() const { return static_cast<int>(read_head(file("builds"), 4096).size()) / 2; }
  BuildReport ensure(const BuildOptions& options = {}) {
    return ensure_built(manifest_, ToolEnv{}, options);
  }
  std::string log() const { return read_head(file(".pacer/build.log"), 1u << 20); }

 private:
  TemporaryFolder folder_;
  Manifest manifest_;
};

}  // namespace pacer
