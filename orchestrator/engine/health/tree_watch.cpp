#include "engine/health/tree_watch.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace pacer {
namespace {

/// Bytes resident by /proc/PID/statm ("size resident shared …" in pages); nothing where the
/// process has ended: a zombie has no memory at all, its size is 0.
std::optional<std::uint64_t> resident_bytes(std::string_view statm) {
  static const auto kPage = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  std::uint64_t size = 0;
  std::uint64_t resident = 0;
  const char* end = statm.data() + statm.size();
  const auto first = std::from_chars(statm.data(), end, size);
  if (first.ec != std::errc() || size == 0 || first.ptr == end) return std::nullopt;
  std::from_chars(first.ptr + 1, end, resident);
  return resident * kPage;
}

std::optional<std::uint64_t> read_resident(pid_t pid, const ProcFile& kept_open) {
  std::array<char, 128> buffer;
  if (kept_open.is_open()) return resident_bytes(kept_open.read(buffer));
  // No file descriptor was left to keep it open.
  const ProcFile once(fmt::format("/proc/{}/statm", pid));
  return resident_bytes(once.read(buffer));
}

}  // namespace

TreeWatch::TreeWatch(pid_t guard, const std::vector<ProcessStat>& processes) : guard_(guard) {
  welcome(processes);
  appeared_.clear();
  sample();
}

bool TreeWatch::belongs(const ProcessStat& process) const {
  return process.parent == guard_ ||
         std::any_of(members_.begin(), members_.end(),
                     [&](const Member& member) { return member.pid == process.parent; });
}

bool TreeWatch::known(const ProcessStat& process) const {
  return std::any_of(members_.begin(), members_.end(), [&](const Member& member) {
    return member.pid == process.pid && member.start_ticks == process.start_ticks;
  });
}

void TreeWatch::welcome(const std::vector<ProcessStat>& processes) {
  // A parent may stand behind its child where pids have wrapped around: pass until nobody is added.
  for (bool added = true; added;) {
    added = false;
    for (const auto& process : processes) {
      if (!belongs(process) || known(process)) continue;
      Member member{process.pid, process.start_ticks,
                    ProcFile(fmt::format("/proc/{}/statm", process.pid))};
      if (!read_resident(member.pid, member.statm)) continue;  // ending or ended
      members_.push_back(std::move(member));
      appeared_.push_back(process.pid);
      added = true;
    }
  }
  most_ = std::max(most_, static_cast<int>(members_.size()));
}

void TreeWatch::sample() {
  std::uint64_t sum = 0;
  std::erase_if(members_, [&](const Member& member) {
    const auto bytes = read_resident(member.pid, member.statm);
    if (!bytes) vanished_.push_back(member.pid);
    sum += bytes.value_or(0);
    return !bytes;
  });
  rss_peak_bytes_ = std::max(rss_peak_bytes_, sum);
}

void TreeWatch::set_peak_back() {
  rss_peak_bytes_ = 0;
  alone_ = 0;
  sample();
  if (members_.size() != 1) return;
  const auto pid = members_.front().pid;
  if (set_peak_rss_back(pid)) alone_ = pid;
}

std::uint64_t TreeWatch::rss_peak_bytes() const {
  if (alone_ == 0 || most_ != 1 || members_.empty()) return rss_peak_bytes_;
  return std::max(rss_peak_bytes_, peak_rss_bytes(alone_).value_or(0));
}

std::vector<pid_t> TreeWatch::living() const {
  std::vector<pid_t> pids;
  for (const auto& member : members_) pids.push_back(member.pid);
  return pids;
}

std::optional<std::uint64_t> pss_of(const std::vector<pid_t>& pids) {
  std::uint64_t sum = 0;
  for (const auto pid : pids) {
    const auto bytes = pss_bytes(pid);
    const auto stat = read_stat(pid);
    if (!bytes && stat && !stat->ended()) return std::nullopt;
    sum += bytes.value_or(0);
  }
  return sum;
}

}  // namespace pacer
