#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/model/run_record.h"
#include "core/model/sample.h"

namespace pacer {

/// A stored run: `run.json` (the RunRecord) and `samples.jsonl` (one Sample a line), and a folder
/// of raw output for each trial. results/README.md describes it for people.
struct StoredRun {
  RunRecord record;
  /// In the order they were written; of a trial that was run again (a resumed run does so for
  /// skipped ones) only the last.
  std::vector<Sample> samples;
};

/// Reads a run's folder. A last line that was cut off by a crash is ignored; any other line that
/// cannot be read throws Error with file and line.
StoredRun load_run(const std::filesystem::path& folder);

/// The names of all runs in a folder, sorted. Empty where there is no such folder.
std::vector<std::string> run_names(const std::filesystem::path& results);

/// Finds a run by path or by name under `results`; "" means the newest. Throws Error with the
/// nearest name, or with what to do where there is no run at all.
std::filesystem::path find_run(const std::filesystem::path& results, const std::string& run);

/// Writes one run. Every append is on disk before it returns.
class RunStore {
 public:
  /// Makes the folder results/<id> (the id gets a suffix where that exists) and writes run.json;
  /// record.id is set. Throws Error where it cannot be written.
  static RunStore create(const std::filesystem::path& results, RunRecord& record);
  /// Opens an existing run to go on with it; cuts off a half-written last line. Throws Error where
  /// another Pacer is writing to it.
  static RunStore resume(const std::filesystem::path& folder);
  ~RunStore();
  RunStore(RunStore&& other) noexcept;
  RunStore& operator=(RunStore&&) = delete;

  void append(const Sample& sample);
  const std::filesystem::path& folder() const { return folder_; }
  /// Makes and returns the folder for the raw output of a trial.
  std::filesystem::path trial_folder(const Trial& trial) const;

 private:
  explicit RunStore(std::filesystem::path folder);

  std::filesystem::path folder_;
  int fd_ = -1;
};

}  // namespace pacer
