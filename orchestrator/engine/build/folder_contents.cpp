#include "engine/build/folder_contents.h"

#include <algorithm>

#include "base/error.h"
#include "engine/build/gitignore.h"
#include "engine/process/files.h"

namespace pacer {
namespace {

namespace fs = std::filesystem;

void walk(const fs::path& folder, const GitIgnore& ignore, FolderContents& contents) {
  for (auto entry = fs::recursive_directory_iterator(folder); entry != fs::end(entry); ++entry) {
    const auto name = entry->path().filename();
    const auto path = entry->path().lexically_relative(folder).string();
    const bool is_folder = entry->is_directory() && !entry->is_symlink();
    if (name == ".pacer" || name == ".git") {
      entry.disable_recursion_pending();
    } else if (ignore.ignores(path, is_folder)) {
      entry.disable_recursion_pending();
      contents.outputs.push_back(path);
    } else if (entry->is_symlink() || entry->is_regular_file()) {
      contents.sources.push_back(path);
    }
  }
}

}  // namespace

FolderContents contents_of(const fs::path& folder) {
  FolderContents contents;
  try {
    walk(folder, GitIgnore(read_head(folder / ".gitignore", 1u << 20)), contents);
  } catch (const fs::filesystem_error& error) {
    throw Error("cannot read: " + error.code().message(), error.path1().string());
  }
  std::sort(contents.sources.begin(), contents.sources.end());
  std::sort(contents.outputs.begin(), contents.outputs.end());
  return contents;
}

std::uint64_t size_of(const fs::path& folder, const std::vector<std::string>& paths) {
  std::uint64_t bytes = 0;
  const auto add = [&](const fs::directory_entry& entry) {
    std::error_code gone;  // whatever vanishes meanwhile counts as nothing
    if (!entry.is_symlink(gone) && entry.is_regular_file(gone)) {
      const auto size = entry.file_size(gone);
      if (!gone) bytes += size;
    }
  };
  for (const auto& path : paths) {
    const fs::directory_entry top(folder / path);
    add(top);
    std::error_code error;
    if (top.is_symlink(error) || !top.is_directory(error)) continue;
    const auto options = fs::directory_options::skip_permission_denied;
    for (auto below = fs::recursive_directory_iterator(top, options, error);
         !error && below != fs::end(below); below.increment(error)) {
      add(*below);
    }
  }
  return bytes;
}

}  // namespace pacer
