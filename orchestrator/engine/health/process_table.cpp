#include "engine/health/process_table.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <unordered_map>
#include <unordered_set>

#include "base/text.h"
#include "engine/health/proc_file.h"

namespace pacer {
namespace {

/// Fields of /proc/PID/stat by their number in proc(5); the state, number 3, is the first after
/// the name.
enum Field { kState = 3, kParent, kUser = 14, kSystem, kChildUser, kChildSystem, kThreads = 20 };
enum LateField { kStart = 22, kRss = 24, kEnd = 25 };

std::uint64_t number(std::string_view text) {
  std::uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

double ticks_to_s(std::uint64_t ticks) {
  static const double kPerSecond = static_cast<double>(sysconf(_SC_CLK_TCK));
  return static_cast<double>(ticks) / kPerSecond;
}

std::uint64_t page_bytes() {
  static const auto kBytes = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return kBytes;
}

std::optional<ProcessStat> read_stat_at(int proc_fd, const char* pid) {
  const int fd = openat(proc_fd, fmt::format("{}/stat", pid).c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return std::nullopt;
  std::array<char, 2048> buffer;
  const auto size = read(fd, buffer.data(), buffer.size());
  close(fd);
  if (size <= 0) return std::nullopt;
  return parse_stat(std::string_view(buffer.data(), static_cast<std::size_t>(size)));
}

/// Calls `visit(name)` for each process under /proc, in rising order of pids.
template <typename Visit>
void for_each_process(const Visit& visit) {
  DIR* proc = opendir("/proc");
  if (proc == nullptr) return;
  while (const dirent* entry = readdir(proc)) {
    if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9') visit(dirfd(proc), entry->d_name);
  }
  closedir(proc);
}

std::vector<ProcessStat> scan_once() {
  std::vector<ProcessStat> all;
  for_each_process([&](int proc_fd, const char* name) {
    if (auto stat = read_stat_at(proc_fd, name)) all.push_back(std::move(*stat));
  });
  return all;
}

/// Did a parent end between the reading of its child and its own?
bool has_broken_link(const std::vector<ProcessStat>& all) {
  std::unordered_map<pid_t, bool> known{{0, true}};
  for (const auto& process : all) known[process.pid] = true;
  return std::any_of(all.begin(), all.end(), [&](const ProcessStat& process) {
    return !process.ended() && !known.contains(process.parent);
  });
}

}  // namespace

std::optional<ProcessStat> parse_stat(std::string_view text) {
  // The name stands in parentheses and may itself hold blanks and parentheses.
  const auto open = text.find('(');
  const auto close = text.rfind(')');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) {
    return std::nullopt;
  }
  std::array<std::string_view, kEnd> fields;
  auto rest = text.substr(close + 1);
  for (std::size_t field = kState; field < kEnd; ++field) {
    const auto begin = rest.find_first_not_of(" \n");
    if (begin == std::string_view::npos) return std::nullopt;
    const auto end = std::min(rest.find_first_of(" \n", begin), rest.size());
    fields[field] = rest.substr(begin, end - begin);
    rest = rest.substr(end);
  }
  ProcessStat stat;
  stat.pid = static_cast<pid_t>(number(text));
  stat.command = text.substr(open + 1, close - open - 1);
  stat.state = fields[kState][0];
  stat.parent = static_cast<pid_t>(number(fields[kParent]));
  stat.cpu_s = ticks_to_s(number(fields[kUser]) + number(fields[kSystem]));
  stat.children_cpu_s = ticks_to_s(number(fields[kChildUser]) + number(fields[kChildSystem]));
  stat.threads = static_cast<int>(number(fields[kThreads]));
  stat.start_ticks = number(fields[kStart]);
  stat.rss_bytes = number(fields[kRss]) * page_bytes();
  return stat;
}

std::optional<ProcessStat> read_stat(pid_t pid) {
  const ProcFile file(fmt::format("/proc/{}/stat", pid));
  std::array<char, 2048> buffer;
  return parse_stat(file.read(buffer));
}

std::optional<double> process_cpu_s(pid_t pid) {
  clockid_t clock{};
  timespec time{};
  if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &time) != 0) {
    return std::nullopt;
  }
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

std::optional<std::uint64_t> pss_bytes(pid_t pid) {
  const auto text = read_small_file(fmt::format("/proc/{}/smaps_rollup", pid));
  const auto kib = labelled_number(text.value_or(""), "\nPss:");
  return kib ? std::optional(*kib * 1024) : std::nullopt;
}

std::optional<std::uint64_t> peak_rss_bytes(pid_t pid) {
  const auto text = read_small_file(fmt::format("/proc/{}/status", pid));
  const auto kib = labelled_number(text.value_or(""), "\nVmHWM:");
  return kib ? std::optional(*kib * 1024) : std::nullopt;
}

bool set_peak_rss_back(pid_t pid) {
  return write_small_file(fmt::format("/proc/{}/clear_refs", pid), "5");
}

std::vector<pid_t> threads_of(pid_t pid) {
  std::vector<pid_t> threads;
  std::error_code gone;
  const std::filesystem::directory_iterator tasks(fmt::format("/proc/{}/task", pid), gone);
  for (const auto& task : tasks) threads.push_back(std::atoi(task.path().filename().c_str()));
  return threads;
}

std::string command_line(pid_t pid) {
  auto text = read_small_file(fmt::format("/proc/{}/cmdline", pid)).value_or("");
  std::replace(text.begin(), text.end(), '\0', ' ');
  return trim(text);
}

std::vector<ProcessStat> scan_processes() {
  auto all = scan_once();
  for (int again = 0; again < 3 && has_broken_link(all); ++again) all = scan_once();
  return all;
}

std::vector<ProcessStat> tree_below(const std::vector<ProcessStat>& processes, pid_t root) {
  std::unordered_multimap<pid_t, const ProcessStat*> children;
  for (const auto& process : processes) children.emplace(process.parent, &process);
  std::vector<ProcessStat> tree;
  std::vector<pid_t> parents{root};
  for (std::size_t at = 0; at < parents.size(); ++at) {
    const auto [first, last] = children.equal_range(parents[at]);
    for (auto child = first; child != last; ++child) {
      tree.push_back(*child->second);
      parents.push_back(child->second->pid);
    }
  }
  return tree;
}

std::vector<ProcessStat> process_tree(pid_t root) { return tree_below(scan_processes(), root); }

double cpu_of_others_s(const std::vector<ProcessStat>& processes, pid_t root) {
  std::unordered_set<pid_t> own{root};
  for (const auto& process : tree_below(processes, root)) own.insert(process.pid);
  double cpu_s = 0;
  for (const auto& process : processes) {
    if (!own.contains(process.pid)) cpu_s += process.cpu_s + process.children_cpu_s;
  }
  return cpu_s;
}

std::vector<pid_t> descendants(pid_t root) {
  std::vector<pid_t> living;
  for (const auto& process : process_tree(root)) {
    if (!process.ended()) living.push_back(process.pid);
  }
  return living;
}

NewcomerScan::NewcomerScan(const std::vector<ProcessStat>& known) {
  for (const auto& process : known) known_.push_back(process.pid);
  std::sort(known_.begin(), known_.end());
}

std::vector<ProcessStat> NewcomerScan::look() {
  std::vector<ProcessStat> newcomers;
  std::vector<pid_t> now;
  for_each_process([&](int proc_fd, const char* name) {
    const auto pid = static_cast<pid_t>(number(name));
    now.push_back(pid);
    if (std::binary_search(known_.begin(), known_.end(), pid)) return;
    if (auto stat = read_stat_at(proc_fd, name)) newcomers.push_back(std::move(*stat));
  });
  std::sort(now.begin(), now.end());
  known_ = std::move(now);
  for (auto& newcomer : newcomers) {
    // Its parent may have ended since: only now is it sure whose child it has become.
    const bool orphaned = !std::binary_search(known_.begin(), known_.end(), newcomer.parent);
    if (orphaned) newcomer = read_stat(newcomer.pid).value_or(newcomer);
  }
  return newcomers;
}

}  // namespace pacer
