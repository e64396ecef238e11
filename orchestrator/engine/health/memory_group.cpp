#include "engine/health/memory_group.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <string>
#include <vector>

#include "base/text.h"
#include "engine/health/cgroup.h"
#include "engine/health/process_table.h"

namespace pacer {
namespace {

namespace fs = std::filesystem;

/// The group into which Pacer itself goes, in version 2.
constexpr const char* kOwnGroup = "pacer-itself";

struct Names {
  const char* usage;
  const char* peak;
  const char* reset;  ///< what sets the peak back
  const char* file;   ///< label in memory.stat: page cache, with shared memory
  const char* shmem;  ///< likewise: shared memory, which nobody can drop
};

const Names& names_of(int version) {
  static constexpr std::array<Names, 2> kNames{
      Names{"memory.usage_in_bytes", "memory.max_usage_in_bytes", "0",
            "\ntotal_cache ", "\ntotal_shmem "},
      Names{"memory.current", "memory.peak", "reset", "\nfile ", "\nshmem "}};
  return kNames.at(static_cast<std::size_t>(version - 1));
}

bool has_word(const fs::path& file, std::string_view word) {
  const auto text = read_small_file(file).value_or("");
  const auto words = split(replace_all(text, "\n", " "), ' ');
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_writable(const fs::path& path) { return access(path.c_str(), W_OK) == 0; }

std::vector<std::string> pids_in(const fs::path& group) {
  std::vector<std::string> pids;
  for (auto& pid : split(read_small_file(group / "cgroup.procs").value_or(""), '\n')) {
    if (!pid.empty()) pids.push_back(std::move(pid));
  }
  return pids;
}

/// This process and what it started.
std::vector<std::string> own_pids() {
  std::vector<std::string> pids{std::to_string(getpid())};
  for (const auto pid : descendants(getpid())) pids.push_back(std::to_string(pid));
  return pids;
}

/// The version 2 group below which others may be made; nothing where this one is not delegated.
std::optional<fs::path> delegated_group(fs::path group) {
  if (group.filename() == kOwnGroup) group = group.parent_path();
  const auto subtree = group / "cgroup.subtree_control";
  if (!is_writable(group) || !is_writable(group / "cgroup.procs") || !is_writable(subtree) ||
      !has_word(group / "cgroup.controllers", "memory")) {
    return std::nullopt;
  }
  if (has_word(subtree, "memory")) return group;
  const auto ours = own_pids();
  const auto inside = pids_in(group);
  const bool only_ours = std::all_of(inside.begin(), inside.end(), [&](const std::string& pid) {
    return std::find(ours.begin(), ours.end(), pid) != ours.end();
  });
  return only_ours ? std::optional(std::move(group)) : std::nullopt;
}

/// Lets groups below this one count memory.
bool open_to_groups(const fs::path& group) {
  const auto subtree = group / "cgroup.subtree_control";
  if (has_word(subtree, "memory")) return true;
  std::error_code failed;
  fs::create_directory(group / kOwnGroup, failed);
  for (const auto& pid : pids_in(group)) {
    if (!write_small_file(group / kOwnGroup / "cgroup.procs", pid)) return false;
  }
  return write_small_file(subtree, "+memory");
}

/// Removes groups of Pacers that were killed: those of living ones, and any that still holds a
/// process, stay.
void remove_left_over(const fs::path& parent) {
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(parent, failed)) {
    const auto words = split(entry.path().filename().string(), '-');
    if (words.size() != 3 || words[0] != "pacer") continue;
    const auto pid = leading_number(words[1]);
    if (pid && kill(static_cast<pid_t>(*pid), 0) != 0 && errno == ESRCH) {
      rmdir(entry.path().c_str());
    }
  }
}

struct Parent {
  int version = 0;
  fs::path group;
};

/// Where a group can be made.
Parent find_parent(std::string_view cgroups, std::string_view mounts) {
  if (const auto own = cgroup_folder(cgroups, mounts, "")) {
    if (auto group = delegated_group(*own)) return {2, std::move(*group)};
  }
  const auto own = cgroup_folder(cgroups, mounts, "memory");
  if (own && is_writable(*own)) return {1, *own};
  return {};
}

Parent find_parent() {
  return find_parent(read_small_file("/proc/self/cgroup").value_or(""),
                     read_small_file("/proc/self/mountinfo").value_or(""));
}

std::unique_ptr<MemoryGroup> make_below(const Parent& parent) {
  static std::atomic<int> count = 0;
  if (parent.version == 0) return nullptr;
  remove_left_over(parent.group);
  if (parent.version == 2 && !open_to_groups(parent.group)) return nullptr;
  auto folder = parent.group / fmt::format("pacer-{}-{}", getpid(), ++count);
  if (mkdir(folder.c_str(), 0755) != 0) return nullptr;
  return std::make_unique<MemoryGroup>(parent.version, std::move(folder));
}

}  // namespace

std::unique_ptr<MemoryGroup> MemoryGroup::make() { return make_below(find_parent()); }

std::unique_ptr<MemoryGroup> MemoryGroup::make(std::string_view cgroups, std::string_view mounts) {
  return make_below(find_parent(cgroups, mounts));
}

MemoryGroup::MemoryGroup(int version, fs::path folder)
    : version_(version),
      folder_(std::move(folder)),
      usage_((folder_ / names_of(version).usage).string()),
      stat_((folder_ / "memory.stat").string()),
      peak_fd_(open((folder_ / names_of(version).peak).c_str(), O_RDWR | O_CLOEXEC)) {}

MemoryGroup::~MemoryGroup() {
  if (peak_fd_ >= 0) close(peak_fd_);
  rmdir(folder_.c_str());
}

bool MemoryGroup::is_empty() const { return pids_in(folder_).empty(); }

bool MemoryGroup::set_peak_back() {
  const std::string_view word = names_of(version_).reset;
  return peak_fd_ >= 0 &&
         write(peak_fd_, word.data(), word.size()) == static_cast<ssize_t>(word.size());
}

std::optional<std::uint64_t> MemoryGroup::page_cache_bytes() const {
  std::array<char, 8192> buffer;
  const auto stat = stat_.read(buffer);
  const auto file = labelled_number(stat, names_of(version_).file);
  const auto shmem = labelled_number(stat, names_of(version_).shmem);
  if (!file || !shmem) return std::nullopt;
  return *file - std::min(*file, *shmem);
}

void MemoryGroup::begin() {
  has_peak_ = set_peak_back();
  most_bytes_.reset();
  most_cache_bytes_ = 0;
  sample();
}

void MemoryGroup::sample() {
  std::array<char, 64> buffer;
  const auto usage = leading_number(usage_.read(buffer));
  const auto cache = page_cache_bytes();
  if (!usage || !cache) return;
  most_bytes_ = std::max(most_bytes_.value_or(0), *usage - std::min(*usage, *cache));
  most_cache_bytes_ = std::max(most_cache_bytes_, *cache);
}

std::optional<std::uint64_t> MemoryGroup::peak_bytes() {
  sample();
  std::array<char, 64> buffer;
  const auto length = has_peak_ ? pread(peak_fd_, buffer.data(), buffer.size(), 0) : 0;
  if (length <= 0 || !most_bytes_) return most_bytes_;
  // How much of the peak was page cache nobody knows; no more than at any look.
  const auto peak = leading_number({buffer.data(), static_cast<std::size_t>(length)}).value_or(0);
  return std::max(*most_bytes_, peak - std::min(peak, most_cache_bytes_));
}

int memory_group_version() { return find_parent().version; }

}  // namespace pacer
