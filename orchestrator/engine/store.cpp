#include "engine/store.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "base/edit_distance.h"
#include "base/error.h"
#include "base/text.h"
#include "core/model/json.h"
#include "engine/process/files.h"

namespace pacer {
namespace {

namespace fs = std::filesystem;

constexpr const char* kRecordFile = "run.json";
constexpr const char* kSamplesFile = "samples.jsonl";
constexpr std::size_t kMostBytes = 1u << 30;

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) {
    throw Error(fmt::format("cannot make the folder: {}", error.message()), folder.string(),
                "choose another place with --out DIR");
  }
}

nlohmann::json parse_json(const std::string& text, const std::string& where) {
  auto json = nlohmann::json::parse(text, nullptr, false);
  if (json.is_discarded()) throw Error("is not JSON", where);
  return json;
}

Sample parse_sample(const std::string& line, const fs::path& file, std::size_t number) {
  const auto where = fmt::format("{}:{}", file.string(), number);
  try {
    return sample_from_json(parse_json(line, where));
  } catch (const Error& error) {
    throw Error(error.what(), where, error.hint());
  }
}

}  // namespace

StoredRun load_run(const fs::path& folder) {
  const auto record_file = folder / kRecordFile;
  if (!fs::exists(record_file)) {
    throw Error("is not a stored run: it has no run.json", folder.string());
  }
  StoredRun run;
  try {
    run.record = run_record_from_json(parse_json(read_file(record_file), record_file.string()));
  } catch (const Error& error) {
    throw Error(error.what(), record_file.string(), error.hint());
  }
  const auto file = folder / kSamplesFile;
  if (!fs::exists(file)) return run;
  const auto text = read_file(file, kMostBytes);
  const auto lines = split(text, '\n');
  std::map<std::tuple<std::string, SettingKey, int>, std::size_t> index;
  // The last part is "" after a complete line, else what a crash left of one.
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    if (lines[i].empty()) continue;
    auto sample = parse_sample(lines[i], file, i + 1);
    const auto key =
        std::tuple(sample.trial.framework, setting_key(sample.trial.settings), sample.trial.round);
    const auto [place, is_new] = index.emplace(key, run.samples.size());
    if (is_new) {
      run.samples.push_back(std::move(sample));
    } else {
      run.samples[place->second] = std::move(sample);
    }
  }
  return run;
}

std::vector<std::string> run_names(const fs::path& results) {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(results, error)) {
    if (fs::exists(entry.path() / kRecordFile)) names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

fs::path find_run(const fs::path& results, const std::string& run) {
  if (!run.empty() && fs::exists(fs::path(run) / kRecordFile)) return fs::absolute(run);
  const auto names = run_names(results);
  if (run.empty()) {
    // The name begins with the date, so the last name is the newest; "reference" is none of ours.
    for (auto name = names.rbegin(); name != names.rend(); ++name) {
      if (name->front() >= '0' && name->front() <= '9') return results / *name;
    }
    throw Error("no run is stored yet", results.string(), "make one with `pacer run`");
  }
  if (std::find(names.begin(), names.end(), run) != names.end()) return results / run;
  throw Error(unknown_word("run", run, names), results.string(),
              names.empty() ? "make one with `pacer run`" : "the newest is " + names.back());
}

RunStore::RunStore(fs::path folder) : folder_(std::move(folder)) {
  const auto file = folder_ / kSamplesFile;
  fd_ = open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (fd_ < 0) throw Error(fmt::format("cannot write: {}", std::strerror(errno)), file.string());
  if (flock(fd_, LOCK_EX | LOCK_NB) != 0) {
    close(fd_);
    throw Error("another pacer is writing to this run", folder_.string(), "wait for it to end");
  }
}

RunStore::RunStore(RunStore&& other) noexcept
    : folder_(std::move(other.folder_)), fd_(std::exchange(other.fd_, -1)) {}

RunStore::~RunStore() {
  if (fd_ >= 0) close(fd_);
}

RunStore RunStore::create(const fs::path& results, RunRecord& record) {
  make_folder(results);
  const auto base = record.id;
  std::error_code error;
  for (int i = 2; !fs::create_directory(results / record.id, error); ++i) {
    if (error || i > 1000) {
      throw Error(fmt::format("cannot make the run's folder: {}", error.message()),
                  (results / record.id).string(), "choose another place with --out DIR");
    }
    record.id = fmt::format("{}-{}", base, i);
  }
  const auto folder = results / record.id;
  write_file_atomically(folder / kRecordFile, to_json(record).dump(2) + "\n");
  return RunStore(folder);
}

RunStore RunStore::resume(const fs::path& folder) {
  RunStore store(folder);
  const auto file = folder / kSamplesFile;
  const auto text = read_file(file, kMostBytes);
  const auto end = text.rfind('\n');
  const auto complete = static_cast<off_t>(end == std::string::npos ? 0 : end + 1);
  if (ftruncate(store.fd_, complete) != 0) {
    throw Error(fmt::format("cannot write: {}", std::strerror(errno)), file.string());
  }
  return store;
}

void RunStore::append(const Sample& sample) {
  const auto line = to_json(sample).dump() + "\n";
  std::string_view left = line;
  while (!left.empty()) {
    const auto n = write(fd_, left.data(), left.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) {
      throw Error(fmt::format("cannot save a sample: {}", std::strerror(errno)), folder_.string(),
                  fmt::format("what was measured before is kept; make room, then "
                              "`pacer run --resume {}`",
                              folder_.string()));
    }
    left.remove_prefix(static_cast<std::size_t>(n));
  }
  fsync(fd_);
}

fs::path RunStore::trial_folder(const Trial& trial) const {
  auto name = fmt::format("{}.{}", trial.framework, trial.round);
  if (!trial.setting.empty()) {
    name += fmt::format(".c{}-p{}", trial.settings.connections, trial.settings.pipeline);
  }
  const auto folder = folder_ / "trials" / name;
  make_folder(folder);
  return folder;
}

}  // namespace pacer
