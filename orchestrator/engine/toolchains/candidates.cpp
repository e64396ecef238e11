#include "engine/toolchains/candidates.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <set>

#include "base/text.h"

namespace pacer {
namespace {

namespace fs = std::filesystem;

bool is_shared_folder(const fs::path& folder, const fs::path& root) {
  const auto inside = "/" + folder.lexically_relative(root).string();
  return inside == "/bin" || inside == "/sbin" || inside == "/usr/bin" || inside == "/usr/sbin" ||
         inside == "/usr/local/bin" || inside == "/usr/local/sbin";
}

class Collector {
 public:
  explicit Collector(const Toolchain& toolchain) : toolchain_(toolchain) {}

  /// On PATH only what comes first under its own name is found without help.
  void add_path_folder(const fs::path& folder) {
    if (add(folder, toolchain_.programs.front(), has_plain_ ? Reach::kLinks : Reach::kOnPath)) {
      has_plain_ = true;
    }
    for (const auto& name : toolchain_.other_names) add(folder, name, Reach::kLinks);
  }

  void add_folder(const fs::path& folder, bool shared) {
    add(folder, toolchain_.programs.front(), shared ? Reach::kLinks : Reach::kFolder);
  }

  std::vector<Candidate> take() { return std::move(candidates_); }

 private:
  bool add(const fs::path& folder, std::string_view name, Reach reach) {
    const auto program = folder / name;
    std::error_code error;
    const auto real_folder = fs::canonical(folder, error);
    if (error || !is_program(program)) return false;
    if (seen_.insert(real_folder).second) candidates_.push_back({program, reach});
    return true;
  }

  const Toolchain& toolchain_;
  bool has_plain_ = false;
  std::set<fs::path> seen_;
  std::vector<Candidate> candidates_;
};

std::vector<fs::path> include_folders(const Surroundings& surroundings) {
  std::vector<fs::path> folders;
  for (const auto* variable : {"CPATH", "CPLUS_INCLUDE_PATH"}) {
    for (const auto& folder : split(surroundings.variable(variable), ':')) {
      if (folder.starts_with('/')) folders.emplace_back(folder);
    }
  }
  folders.push_back(surroundings.root / "usr/local/include");
  for (const auto& multiarch : folders_matching("/usr/include/*-linux-gnu*", surroundings)) {
    folders.push_back(multiarch);
  }
  folders.push_back(surroundings.root / "usr/include");
  return folders;
}

}  // namespace

bool is_program(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && access(path.c_str(), X_OK) == 0;
}

std::vector<Candidate> candidates_of(const Toolchain& toolchain, const Surroundings& surroundings) {
  Collector collector(toolchain);
  for (const auto& folder : path_folders(surroundings)) collector.add_path_folder(folder);
  for (const auto& pattern : toolchain.elsewhere) {
    for (const auto& folder : folders_matching(std::string(pattern), surroundings)) {
      collector.add_folder(folder, is_shared_folder(folder, surroundings.root));
    }
  }
  std::error_code none;
  const auto prefix = fmt::format("{}-", toolchain.name);
  for (const auto& entry : fs::directory_iterator(own_toolchains_folder(surroundings), none)) {
    if (entry.path().filename().string().starts_with(prefix)) {
      collector.add_folder(entry.path() / "bin", false);
    }
  }
  return collector.take();
}

fs::path header_of(const Toolchain& toolchain, const Surroundings& surroundings) {
  for (const auto& folder : include_folders(surroundings)) {
    std::error_code error;
    const auto header = folder / toolchain.header;
    if (fs::is_regular_file(header, error)) return header;
  }
  return {};
}

}  // namespace pacer
