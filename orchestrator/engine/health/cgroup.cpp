#include "engine/health/cgroup.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "engine/health/proc_file.h"

namespace pacer {
namespace {

struct Mount {
  std::string root;   ///< which group lies at `point`
  std::string point;  ///< where in the file system
};

bool has_word(const std::string& list, const std::string& word) {
  const auto words = split(list, ',');
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// mountinfo: "ID PARENT MAJOR:MINOR ROOT POINT OPTIONS … - TYPE SOURCE SUPER_OPTIONS".
/// `controller` is one of version 1; "" asks for version 2.
std::optional<Mount> find_mount(std::string_view mounts, const std::string& controller) {
  for (const auto& line : split(mounts, '\n')) {
    const auto dash = line.find(" - ");
    if (dash == std::string::npos) continue;
    const auto left = split(line.substr(0, dash), ' ');
    const auto right = split(line.substr(dash + 3), ' ');
    if (left.size() < 5 || right.size() < 3) continue;
    const bool fits = controller.empty()
                          ? right[0] == "cgroup2"
                          : right[0] == "cgroup" && has_word(right[2], controller);
    if (fits) return Mount{left[3], left[4]};
  }
  return std::nullopt;
}

/// Where a group lies below its mount: "" is the mount itself. Nothing where it is hidden: the
/// group that is mounted lies deeper, as seen from a container.
std::optional<std::string> below(const Mount& mount, const std::string& path) {
  if (mount.root == "/") return path == "/" ? "" : path;
  if (!path.starts_with(mount.root)) return std::nullopt;
  return path.substr(mount.root.size());
}

struct Membership {
  std::string controllers;  ///< "" in version 2
  std::string path;
};

/// /proc/PID/cgroup: "ID:CONTROLLERS:PATH".
std::vector<Membership> memberships(std::string_view cgroups) {
  std::vector<Membership> all;
  for (const auto& line : split(cgroups, '\n')) {
    const auto first = line.find(':');
    const auto second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    all.push_back({line.substr(first + 1, second - first - 1), line.substr(second + 1)});
  }
  return all;
}

void add_files(const Mount& mount, const std::string& group, std::vector<std::string>& files) {
  auto path = below(mount, group);
  if (!path) return;
  while (!path->empty()) {
    files.push_back(mount.point + *path + "/cpu.stat");
    *path = path->substr(0, path->rfind('/'));
  }
  files.push_back(mount.point + "/cpu.stat");
}

}  // namespace

std::vector<std::string> cpu_stat_files(std::string_view cgroups, std::string_view mounts) {
  std::vector<std::string> files;
  for (const auto& [controllers, path] : memberships(cgroups)) {
    if (!controllers.empty() && !has_word(controllers, "cpu")) continue;
    const auto mount = find_mount(mounts, controllers.empty() ? "" : "cpu");
    if (mount) add_files(*mount, path, files);
  }
  return files;
}

std::optional<std::string> cgroup_folder(std::string_view cgroups, std::string_view mounts,
                                         const std::string& controller) {
  const auto mount = find_mount(mounts, controller);
  if (!mount) return std::nullopt;
  for (const auto& [controllers, path] : memberships(cgroups)) {
    if (controller.empty() ? !controllers.empty() : !has_word(controllers, controller)) continue;
    const auto inside = below(*mount, path);
    if (inside) return mount->point + *inside;
  }
  return std::nullopt;
}

std::vector<std::string> cpu_stat_files(pid_t pid) {
  const auto cgroups = read_small_file(fmt::format("/proc/{}/cgroup", pid));
  const auto mounts = read_small_file("/proc/self/mountinfo");
  if (!cgroups || !mounts) return {};
  return cpu_stat_files(*cgroups, *mounts);
}

std::optional<std::uint64_t> throttled_periods(const std::vector<std::string>& cpu_stat_files) {
  std::optional<std::uint64_t> sum;
  for (const auto& file : cpu_stat_files) {
    const auto text = read_small_file(file).value_or("");
    const auto periods = labelled_number(text, "nr_throttled ");
    if (periods) sum = sum.value_or(0) + *periods;
  }
  return sum;
}

}  // namespace pacer
