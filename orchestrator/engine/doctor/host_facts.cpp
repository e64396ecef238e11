#include "engine/doctor/host_facts.h"

#include <poll.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>

#include "base/text.h"
#include "engine/health/cgroup.h"
#include "engine/health/cpu_stat.h"
#include "engine/health/environment.h"
#include "engine/health/memory_group.h"
#include "engine/health/proc_file.h"
#include "engine/process/interrupt.h"
#include "engine/process/process.h"

namespace pacer {
namespace {

namespace fs = std::filesystem;

constexpr int kLookMs = 1000;

std::optional<double> number_in(const std::string& text) {
  double value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc() || end == text.data()) return std::nullopt;
  return value;
}

/// The words of a small file's first line.
std::vector<std::string> words_of(const fs::path& file) {
  const auto text = read_small_file(file.string()).value_or("");
  std::vector<std::string> words;
  for (const auto& word : split(replace_all(text.substr(0, text.find('\n')), "\t", " "), ' ')) {
    if (!word.empty()) words.push_back(word);
  }
  return words;
}

std::optional<double> first_number(const fs::path& file) {
  const auto words = words_of(file);
  return words.empty() ? std::nullopt : number_in(words.front());
}

std::optional<int> first_integer(const fs::path& file) {
  const auto number = first_number(file);
  return number ? std::optional(static_cast<int>(*number)) : std::nullopt;
}

/// The word in brackets: "always [madvise] never" → "madvise".
std::optional<std::string> chosen_word(const fs::path& file) {
  for (const auto& word : words_of(file)) {
    if (word.starts_with('[') && word.ends_with(']')) return word.substr(1, word.size() - 2);
  }
  return std::nullopt;
}

/// The number that follows `label` anywhere in a file.
std::optional<double> number_after(const fs::path& file, const std::string& label) {
  const auto text = read_small_file(file.string()).value_or("");
  const auto at = text.find(label);
  if (at == std::string::npos) return std::nullopt;
  return number_in(trim(text.substr(at + label.size(), 40)));
}

std::optional<double> quota_in(const fs::path& folder) {
  const auto limit = words_of(folder / "cpu.max");  // "max 100000" or "150000 100000"
  if (limit.size() == 2) {
    const auto quota = number_in(limit[0]);
    const auto period = number_in(limit[1]);
    if (quota && period && *period > 0) return *quota / *period;
  }
  const auto quota = first_number(folder / "cpu.cfs_quota_us");  // -1: none
  const auto period = first_number(folder / "cpu.cfs_period_us");
  if (quota && period && *quota > 0 && *period > 0) return *quota / *period;
  return std::nullopt;
}

void watch_a_second(HostFacts& facts) {
  const auto cpus = allowed_cpus();
  const auto begin = read_proc_stat();
  const auto begin_at = monotonic_now();
  pollfd interrupt{interrupt_fd(), POLLIN, 0};
  poll(&interrupt, 1, kLookMs);
  check_interrupted();
  const double wall_s = std::chrono::duration<double>(monotonic_now() - begin_at).count();
  const auto use = cpu_use(begin, read_proc_stat(), wall_s, cpus);
  facts.busy_share = use.busy_share;
  facts.steal_share = use.steal_share;
  facts.allowed_cpus = static_cast<int>(cpus.size());
}

std::optional<std::uint64_t> free_bytes_at(fs::path folder) {
  std::error_code error;
  folder = fs::absolute(folder, error);
  while (!fs::exists(folder, error) && folder.has_relative_path()) folder = folder.parent_path();
  const auto space = fs::space(folder, error);
  return error ? std::nullopt : std::optional<std::uint64_t>(space.available);
}

}  // namespace

std::optional<double> cpu_quota_of(const std::vector<std::string>& cpu_stat_files) {
  std::optional<double> tightest;
  for (const auto& file : cpu_stat_files) {
    const auto quota = quota_in(fs::path(file).parent_path());
    if (quota) tightest = std::min(tightest.value_or(*quota), *quota);
  }
  return tightest;
}

void read_settings(const fs::path& root, HostFacts& facts) {
  const auto net = root / "proc/sys/net";
  facts.load_average = first_number(root / "proc/loadavg");
  if (const auto kib = number_after(root / "proc/meminfo", "MemAvailable:")) {
    facts.memory_available_bytes = static_cast<std::uint64_t>(*kib) << 10;
  }
  const auto range = words_of(net / "ipv4/ip_local_port_range");
  if (range.size() == 2) {
    const auto low = number_in(range[0]);
    const auto high = number_in(range[1]);
    if (low && high) facts.ephemeral_ports = static_cast<int>(*high - *low) + 1;
  }
  if (const auto count = number_after(root / "proc/net/sockstat", " tw ")) {
    facts.sockets_in_time_wait = static_cast<int>(*count);
  }
  facts.somaxconn = first_integer(net / "core/somaxconn");
  facts.tcp_tw_reuse = first_integer(net / "ipv4/tcp_tw_reuse");
  facts.perf_event_paranoid = first_integer(root / "proc/sys/kernel/perf_event_paranoid");
  facts.huge_pages = chosen_word(root / "sys/kernel/mm/transparent_hugepage/enabled");
  const auto clock =
      words_of(root / "sys/devices/system/clocksource/clocksource0/current_clocksource");
  if (!clock.empty()) facts.clock_source = clock.front();
}

HostFacts look_at_host(const fs::path& results) {
  HostFacts facts;
  facts.environment = read_machine();
  facts.environment.client_version = client_version("wrk");
  read_settings("/", facts);
  facts.cpu_quota = cpu_quota_of(cpu_stat_files(getpid()));
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
    facts.file_descriptors = limit.rlim_cur;
    facts.file_descriptors_hard = limit.rlim_max;
  }
  facts.memory_group_version = memory_group_version();
  facts.disk_free_bytes = free_bytes_at(results);
  watch_a_second(facts);
  return facts;
}

}  // namespace pacer
