#include "engine/health/load_watch.h"

#include <sched.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <ctime>
#include <iterator>
#include <mutex>
#include <string>
#include <thread>

#include "engine/health/cgroup.h"
#include "engine/health/connection_log.h"
#include "engine/health/environment.h"
#include "engine/health/memory_group.h"
#include "engine/health/proc_file.h"
#include "engine/health/sensors.h"
#include "engine/health/socket_diag.h"
#include "engine/health/tree_counter.h"
#include "engine/health/tree_cpu.h"
#include "engine/health/tree_watch.h"

namespace pacer {
namespace {

using namespace std::chrono_literals;

constexpr auto kPeriod = 100ms;
constexpr auto kNewcomersPeriod = 1s;
constexpr int kTicksPerClock = 10;  ///< asking for a clock frequency may interrupt that CPU
/// Looking at the sockets of very many connections takes long: it rests 150 times as long as the
/// last look took, so that its cost stays below 0.7 % of a CPU.
constexpr double kLookRest = 150;
/// But not longer than this: where tens of thousands of closed sockets linger, each look is slow,
/// and what is not looked at is not judged.
constexpr double kLongestRest_s = 0.2;

double seconds_between(MonotonicTime from, MonotonicTime to) {
  return std::chrono::duration<double>(to - from).count();
}

double clock_s(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

double thread_cpu_s() { return clock_s(CLOCK_THREAD_CPUTIME_ID); }

/// Everything that is read once at each end of the window.
struct Edge {
  std::optional<TreeCpu> server;
  std::optional<TreeCpu> client;
  double others_cpu_s = 0;
  MachineCpu machine;
  MonotonicTime machine_at;
  double pacer_cpu_s = 0;
  std::optional<double> pressure_s;
  std::optional<std::uint64_t> passive_opens;
  std::optional<std::uint64_t> throttled;
  SensorReading sensors;
};

Edge read_edge(const WatchedLoad& load, const std::vector<ProcessStat>& processes,
               const std::vector<std::string>& cgroup_files) {
  Edge edge;
  edge.passive_opens = read_passive_opens();
  edge.throttled = throttled_periods(cgroup_files);
  edge.sensors = read_sensors();
  edge.server = read_tree_cpu(load.server_guard, processes);
  edge.client = read_tree_cpu(load.client_guard, processes);
  edge.others_cpu_s = cpu_of_others_s(processes, getpid());  // the guards are below Pacer
  edge.machine = read_proc_stat();
  edge.machine_at = monotonic_now();
  edge.pressure_s = read_cpu_pressure_s();
  edge.pacer_cpu_s = clock_s(CLOCK_PROCESS_CPUTIME_ID);
  return edge;
}

std::optional<CpuSpent> spent(const std::optional<TreeCpu>& begin,
                              const std::optional<TreeCpu>& end) {
  if (!begin || !end) return std::nullopt;
  return cpu_between(*begin, *end);
}

bool overlap(const CpuSet& a, const CpuSet& b) {
  return std::any_of(a.begin(), a.end(),
                     [&](int cpu) { return std::find(b.begin(), b.end(), cpu) != b.end(); });
}

CpuSet union_of(const CpuSet& a, const CpuSet& b) {
  CpuSet both;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return both;
}

/// The last pid that was given out (/proc/loadavg): while it stands still, nobody has been born.
std::string last_pid(const ProcFile& loadavg) {
  std::array<char, 128> buffer;
  const auto text = loadavg.read(buffer);
  return std::string(text.substr(std::min(text.rfind(' ') + 1, text.size())));
}

void add_affinity(pid_t thread, std::vector<bool>& may_run) {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(thread, sizeof(set), &set) != 0) return;
  for (std::size_t cpu = 0; cpu < may_run.size(); ++cpu) {
    if (CPU_ISSET(cpu, &set)) may_run[cpu] = true;
  }
}

CpuSet stray_cpus(const std::vector<pid_t>& pids, const CpuSet& cpus) {
  std::vector<bool> may_run(CPU_SETSIZE);
  for (const auto pid : pids) {
    for (const auto thread : threads_of(pid)) add_affinity(thread, may_run);
  }
  CpuSet stray;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    const bool inside = std::find(cpus.begin(), cpus.end(), cpu) != cpus.end();
    if (may_run[static_cast<std::size_t>(cpu)] && !inside) stray.push_back(cpu);
  }
  return stray;
}

}  // namespace

/// `mutex_` guards everything while the sampling thread runs.
class LoadWatch::Sampler {
 public:
  Sampler(const WatchedLoad& load, std::string last_pid_before,
          const std::vector<ProcessStat>& processes);
  ~Sampler() { stop(); }

  void stop();
  void client_started(pid_t guard);
  LoadObservation observe(const std::vector<int>& probe_ports);
  int ticks() const { return ticks_; }

 private:
  void run();
  void tick();
  void read_server_cpu(MonotonicTime now);
  void look_for_newcomers();
  void look_at_sockets(MonotonicTime now);
  void fill_cpu(const Edge& end, LoadObservation& seen) const;
  void fill_sockets(const Edge& end, LoadObservation& seen) const;
  CpuUse use_of(const CpuSet& cpus, const Edge& end, const LoadObservation& seen) const;

  WatchedLoad load_;
  ProcFile loadavg_{"/proc/loadavg"};
  std::string last_pid_;
  NewcomerScan newcomers_;
  TreeWatch server_;
  std::optional<TreeWatch> client_;
  std::vector<std::string> cgroup_files_;
  SocketDiag diag_;
  std::vector<int> probe_ports_;
  ConnectionLog log_;
  bool sockets_told_ = true;
  bool has_ipv4_ = false;
  bool has_ipv6_ = false;
  std::atomic<int> ticks_ = 0;
  int ticks_missed_ = 0;
  std::vector<ServerConnection> connections_;
  std::vector<CpuReading> cpu_track_;
  FrequencyMeter frequency_;
  std::optional<TreeCounter> instructions_;

  Edge begin_;
  MonotonicTime last_scan_;
  MonotonicTime next_look_;

  std::mutex mutex_;
  std::condition_variable wake_;
  bool stopping_ = false;
  std::thread thread_;
};

LoadWatch::Sampler::Sampler(const WatchedLoad& load, std::string last_pid_before,
                            const std::vector<ProcessStat>& processes)
    : load_(load),
      last_pid_(std::move(last_pid_before)),
      newcomers_(processes),
      server_(load.server_guard, processes) {
  if (load_.client_guard != 0) client_.emplace(load_.client_guard, processes);
  if (load_.server_cpus.empty()) load_.server_cpus = allowed_cpus();
  if (load_.client_cpus.empty()) load_.client_cpus = allowed_cpus();
  frequency_ = FrequencyMeter(union_of(load_.server_cpus, load_.client_cpus));
  const auto members = server_.living();
  cgroup_files_ = cpu_stat_files(members.empty() ? load_.server_guard : members.front());
  MemoryGroup*& memory = load_.server_memory;
  if (memory != nullptr && memory->is_empty()) memory = nullptr;
  if (memory != nullptr) memory->begin();
  server_.set_peak_back();
  instructions_.emplace(TreeCounter::Event::kInstructions, members);
  begin_ = read_edge(load_, processes, cgroup_files_);
  last_scan_ = monotonic_now();
  tick();
  thread_ = std::thread([this] { run(); });
}

void LoadWatch::Sampler::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_one();
  if (thread_.joinable()) thread_.join();
}

void LoadWatch::Sampler::client_started(pid_t guard) {
  TreeWatch client(guard, scan_processes());
  const std::lock_guard lock(mutex_);
  client_ = std::move(client);
  load_.client_guard = guard;
  begin_.client = TreeCpu{};  // it was not there yet
}

void LoadWatch::Sampler::run() {
  auto next = begin_.machine_at + kPeriod;
  std::unique_lock lock(mutex_);
  while (!wake_.wait_until(lock, next, [this] { return stopping_; })) {
    tick();
    next += kPeriod;
    for (const auto now = monotonic_now(); next <= now; next += kPeriod) ++ticks_missed_;
  }
}

void LoadWatch::Sampler::tick() {
  const auto now = monotonic_now();
  server_.sample();
  if (load_.server_memory != nullptr) load_.server_memory->sample();
  read_server_cpu(now);
  if (now >= next_look_) look_at_sockets(now);
  if (ticks_ % kTicksPerClock == 0) frequency_.sample();
  if (now - last_scan_ >= kNewcomersPeriod) look_for_newcomers();
  ++ticks_;
}

void LoadWatch::Sampler::read_server_cpu(MonotonicTime now) {
  double cpu_s = 0;
  for (const auto pid : server_.living()) cpu_s += process_cpu_s(pid).value_or(0);
  const auto at_us = std::chrono::duration_cast<std::chrono::microseconds>(now.time_since_epoch());
  cpu_track_.push_back({static_cast<double>(at_us.count()) / 1e6, cpu_s});
}

void LoadWatch::Sampler::look_for_newcomers() {
  auto pid = last_pid(loadavg_);
  if (pid == last_pid_) return;
  last_pid_ = std::move(pid);
  last_scan_ = monotonic_now();
  const auto newcomers = newcomers_.look();
  server_.welcome(newcomers);
  if (client_) client_->welcome(newcomers);
}

void LoadWatch::Sampler::look_at_sockets(MonotonicTime now) {
  if (!sockets_told_) return;
  const double cpu_before_s = thread_cpu_s();
  const auto listeners = diag_.listeners(load_.port);
  sockets_told_ = listeners.has_value();
  if (!sockets_told_) return;
  ConnectionTick tick;
  tick.at_s = seconds_between(begin_.machine_at, now);
  for (const auto& listener : *listeners) {
    tick.accept_queue += listener.accept_queue;
    (listener.ipv6 ? has_ipv6_ : has_ipv4_) = true;
  }
  tick.connections = std::move(connections_);
  tick.connections.clear();
  if (has_ipv4_) sockets_told_ &= diag_.add_connections(AF_INET, load_.port, tick.connections);
  if (has_ipv6_) sockets_told_ &= diag_.add_connections(AF_INET6, load_.port, tick.connections);
  // A process gives up its memory before its files: asked in this order, connections that the
  // client's end has closed are never taken for progress.
  if (client_) client_->sample();
  tick.client_alive = !client_ || !client_->ended();
  if (sockets_told_) log_.add(tick);
  connections_ = std::move(tick.connections);
  const double cost_s = thread_cpu_s() - cpu_before_s;
  next_look_ =
      now + std::chrono::duration_cast<MonotonicTime::duration>(
                std::chrono::duration<double>(std::min(cost_s * kLookRest, kLongestRest_s)));
}

LoadObservation LoadWatch::Sampler::observe(const std::vector<int>& probe_ports) {
  probe_ports_ = probe_ports;
  stop();
  next_look_ = {};
  tick();
  const auto processes = scan_processes();
  const auto end = read_edge(load_, processes, cgroup_files_);
  LoadObservation seen;
  seen.server_instructions = instructions_->read();
  seen.instructions_with_kernel = instructions_->with_kernel();
  server_.welcome(processes);
  server_.sample();
  fill_cpu(end, seen);
  fill_sockets(end, seen);
  const auto living = server_.living();
  if (server_.vanished().empty()) seen.server_cpu_track = cpu_track_;
  seen.server_rss_peak_bytes = server_.rss_peak_bytes();
  if (load_.server_memory != nullptr) {
    seen.server_group_peak_bytes = load_.server_memory->peak_bytes();
    seen.server_group_version = load_.server_memory->version();
  }
  seen.server_processes_max = server_.processes_max();
  seen.server_appeared = server_.appeared();
  seen.server_vanished = server_.vanished();
  seen.server_stray_cpus = stray_cpus(living, load_.server_cpus);
  seen.server_pss_bytes = pss_of(living);
  seen.ticks = ticks_;
  seen.ticks_missed = ticks_missed_;
  return seen;
}

void LoadWatch::Sampler::fill_cpu(const Edge& end, LoadObservation& seen) const {
  const auto server = spent(begin_.server, end.server);
  const auto client = spent(begin_.client, end.client);
  seen.wall_s = server ? seconds_between(begin_.server->at, end.server->at)
                       : seconds_between(begin_.machine_at, end.machine_at);
  if (server) {
    seen.server_cpu_s = server->cpu_s;
    seen.server_cpu_is_lower_bound = server->lower_bound;
  }
  if (client) {
    seen.client_cpu_s = client->cpu_s;
    seen.client_cpu_is_lower_bound = client->lower_bound;
  }
  seen.pacer_cpu_s = end.pacer_cpu_s - begin_.pacer_cpu_s;
  seen.server_cpus = use_of(load_.server_cpus, end, seen);
  seen.client_cpus = use_of(load_.client_cpus, end, seen);
  if (begin_.pressure_s && end.pressure_s && seen.wall_s > 0) {
    seen.cpu_pressure_share = (*end.pressure_s - *begin_.pressure_s) / seen.wall_s;
  }
  seen.energy_j = joules_between(begin_.sensors, end.sensors);
  seen.heat_events = heat_events_between(begin_.sensors, end.sensors);
  seen.cpu_mhz = frequency_.mean_mhz();
  if (begin_.throttled && end.throttled) {
    seen.server_throttled_periods = *end.throttled - std::min(*begin_.throttled, *end.throttled);
  }
}

/// Pacer is bound to no set, so its time is taken off each: it is too small to matter, and a
/// stranger is never accused of it.
CpuUse LoadWatch::Sampler::use_of(const CpuSet& cpus, const Edge& end,
                                  const LoadObservation& seen) const {
  std::optional<ProcessCpu> processes =
      ProcessCpu{seen.pacer_cpu_s, end.others_cpu_s - begin_.others_cpu_s};
  const auto take = [&](const CpuSet& set, const std::optional<double>& cpu_s) {
    if (!overlap(set, cpus)) return;
    if (!cpu_s) processes.reset();
    if (processes) processes->own_s += *cpu_s;
  };
  take(load_.server_cpus, seen.server_cpu_s);
  take(load_.client_cpus, seen.client_cpu_s);
  const double wall_s = seconds_between(begin_.machine_at, end.machine_at);
  return cpu_use(begin_.machine, end.machine, wall_s, cpus, processes);
}

void LoadWatch::Sampler::fill_sockets(const Edge& end, LoadObservation& seen) const {
  std::optional<std::uint64_t> by_count;
  if (begin_.passive_opens && end.passive_opens) {
    const auto opened = *end.passive_opens - *begin_.passive_opens;
    const auto asked = static_cast<std::uint64_t>(load_.connections);
    by_count = opened > asked ? opened - asked : 0;
  }
  seen.connections_reopened = by_count;
  if (!sockets_told_) return;
  const auto findings = log_.finish(seen.wall_s, probe_ports_);
  seen.established_max = findings.established_max;
  seen.unserved = findings.unserved;
  seen.accept_queue_persisted = findings.accept_queue_persisted;
  seen.longest_stall_s = findings.longest_stall_s;
  seen.stalled_at_end = findings.stalled_at_end;
  seen.silent_at_end = findings.silent_at_end;
  seen.longest_wait_s = findings.longest_wait_s;
  seen.unconnected_at_end_s = findings.unconnected_at_end_s;
  // The count is the whole machine's: it is asked only where the looks cannot tell.
  seen.reopened_is_exact = !findings.churn_is_fast;
  seen.connections_reopened = seen.reopened_is_exact
                                  ? findings.reopened
                                  : std::max(by_count.value_or(0), findings.reopened);
}

LoadWatch::LoadWatch(const WatchedLoad& load) {
  // The pid counter is read before the scan: who is born in between counts as a newcomer.
  auto pid = last_pid(ProcFile("/proc/loadavg"));
  sampler_ = std::make_unique<Sampler>(load, std::move(pid), scan_processes());
}
LoadWatch::~LoadWatch() = default;
void LoadWatch::client_started(pid_t client_guard) { sampler_->client_started(client_guard); }
int LoadWatch::ticks() const { return sampler_->ticks(); }
LoadObservation LoadWatch::finish(const std::vector<int>& probe_ports) {
  return sampler_->observe(probe_ports);
}

}  // namespace pacer
