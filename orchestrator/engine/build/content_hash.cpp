#include "engine/build/content_hash.h"

#include <filesystem>

#include "base/error.h"
#include "engine/build/sha256.h"
#include "engine/process/files.h"

namespace pacer {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLargestSource = 1u << 30;

void add_file(const fs::path& file, Sha256& hash) {
  const auto status = fs::symlink_status(file);
  if (fs::is_symlink(status)) {
    hash.add("link");
    hash.add(fs::read_symlink(file).string());
    return;
  }
  const bool executable =
      (status.permissions() & fs::perms::owner_exec) != fs::perms::none;  // all that git keeps
  hash.add(executable ? "program" : "file");
  hash.add(read_file(file, kLargestSource));
}

}  // namespace

std::string content_hash(const Manifest& manifest, const std::vector<Argv>& build_commands,
                         const std::vector<std::string>& sources,
                         const std::map<std::string, std::string>& toolchain_versions) {
  Sha256 hash;
  hash.add("pacer build 1");  // raised when the meaning of the hash changes
  for (const auto& [name, version] : toolchain_versions) {
    hash.add(name);
    hash.add(version);
  }
  for (const auto& argv : build_commands) {
    hash.add("command");
    for (const auto& word : argv) hash.add(word);
  }
  try {
    for (const auto& path : sources) {
      hash.add(path);
      add_file(fs::path(manifest.directory) / path, hash);
    }
  } catch (const fs::filesystem_error& error) {
    throw Error("cannot read: " + error.code().message(), error.path1().string());
  }
  return hash.hex();
}

}  // namespace pacer
