#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>

#include "engine/health/proc_file.h"

namespace pacer {

/// A control group that holds one process tree, for the memory that the kernel charges to it
/// (cgroups(7); Documentation/admin-guide/cgroup-v2.rst and cgroup-v1/memory.rst of the kernel).
/// Unlike a sum of resident sizes it counts what processes share once, and the memory that the
/// kernel holds for them. Page cache is left out: it is charged to whoever reads a file first, so
/// that the same server would weigh several times as much after a reboot (docs/measuring.md).
/// Not thread safe.
class MemoryGroup {
 public:
  /// A new group below the one that this process is in. Version 2 where that one is delegated to
  /// us: writable, with the memory controller, and without processes of others. Pacer itself then
  /// moves into a group beside the new one, because version 2 wants processes in the leaves only.
  /// Else version 1, where its folder is writable. Else none.
  static std::unique_ptr<MemoryGroup> make();
  /// The same for the texts of /proc/self/cgroup and /proc/self/mountinfo.
  static std::unique_ptr<MemoryGroup> make(std::string_view cgroups, std::string_view mounts);
  /// Takes over the group in this folder.
  MemoryGroup(int version, std::filesystem::path folder);
  /// Removes it, which the kernel refuses while it holds a process.
  ~MemoryGroup();
  MemoryGroup(const MemoryGroup&) = delete;
  MemoryGroup& operator=(const MemoryGroup&) = delete;

  int version() const { return version_; }  ///< of control groups, 1 or 2
  /// Who writes "0" into this file is in the group, with all that it starts afterwards.
  std::filesystem::path entrance() const { return folder_ / "cgroup.procs"; }
  bool is_empty() const;  ///< no process is in it

  /// Starts a window: what was charged before counts no more. The kernel's own peak is used where
  /// it can be set back (version 1; version 2 from Linux 6.12 on).
  void begin();
  /// One look. Between looks only the kernel's own peak sees anything.
  void sample();
  /// Most bytes since begin(), page cache not counted. A lower bound where page cache changed in
  /// the window and the peak lies between two looks. Nothing where the kernel does not tell.
  std::optional<std::uint64_t> peak_bytes();

 private:
  bool set_peak_back();
  std::optional<std::uint64_t> page_cache_bytes() const;

  int version_;
  std::filesystem::path folder_;
  ProcFile usage_;
  ProcFile stat_;
  int peak_fd_ = -1;  ///< version 2 keeps a peak for each open file
  bool has_peak_ = false;
  std::optional<std::uint64_t> most_bytes_;
  std::uint64_t most_cache_bytes_ = 0;
};

/// Which version make() would use here, without making anything; 0: none.
int memory_group_version();

}  // namespace pacer
