#include "engine/toolchains/version_cache.h"

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "engine/process/files.h"

namespace pacer {
namespace {

/// Raised when programs are asked in another way, so that old answers no longer count.
constexpr int kFormat = 1;

}  // namespace

void VersionCache::load() {
  if (std::exchange(loaded_, true)) return;
  const auto text = read_head(file_, 4u << 20);
  const auto json = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object() || json.value("format", nlohmann::json()) != kFormat) return;
  const auto programs = json.value("programs", nlohmann::json::object());
  for (const auto& [program, answer] : programs.items()) {
    if (!answer.is_object()) continue;
    const auto stamp = answer.value("stamp", nlohmann::json());
    const auto version = answer.value("version", nlohmann::json());
    if (stamp.is_string() && version.is_string()) answers_[program] = {stamp, version};
  }
}

std::optional<std::string> VersionCache::find(const std::string& program,
                                              const std::string& stamp) {
  load();
  const auto found = answers_.find(program);
  if (found == answers_.end() || found->second.stamp != stamp) return std::nullopt;
  return found->second.version;
}

void VersionCache::remember(const std::string& program, const std::string& stamp,
                            const std::string& version) {
  load();
  answers_[program] = {stamp, version};
  changed_ = true;
}

void VersionCache::save() {
  if (!std::exchange(changed_, false)) return;
  nlohmann::json json{{"format", kFormat}, {"programs", nlohmann::json::object()}};
  for (const auto& [program, answer] : answers_) {
    json["programs"][program] = {{"stamp", answer.stamp}, {"version", answer.version}};
  }
  try {
    std::filesystem::create_directories(file_.parent_path());
    write_file_atomically(file_, json.dump(1) + "\n");
  } catch (const Error&) {
  } catch (const std::filesystem::filesystem_error&) {
  }
}

}  // namespace pacer
