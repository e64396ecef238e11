#include "engine/build/build_record.h"

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "engine/process/files.h"

namespace pacer {
namespace {

namespace fs = std::filesystem;

constexpr int kFormat = 1;

fs::path record_file(const fs::path& directory) { return pacer_folder(directory) / "build.json"; }

}  // namespace

fs::path pacer_folder(const fs::path& directory) { return directory / ".pacer"; }

std::optional<BuildRecord> read_build_record(const fs::path& directory) {
  try {
    const auto json = nlohmann::json::parse(read_head(record_file(directory), 4u << 20));
    if (json.at("format") != kFormat) return std::nullopt;
    BuildRecord record;
    record.hash = json.at("hash");
    record.built_at = json.at("built_at");
    record.took = std::chrono::milliseconds(json.at("took_ms").get<std::int64_t>());
    record.size_bytes = json.at("size_bytes");
    record.outputs = json.at("outputs").get<std::vector<std::string>>();
    record.toolchains = json.at("toolchains").get<std::map<std::string, std::string>>();
    return record;
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

void write_build_record(const fs::path& directory, const BuildRecord& record) {
  const nlohmann::json json{
      {"format", kFormat},
      {"hash", record.hash},
      {"built_at", record.built_at},
      {"took_ms", std::chrono::duration_cast<std::chrono::milliseconds>(record.took).count()},
      {"size_bytes", record.size_bytes},
      {"outputs", record.outputs},
      {"toolchains", record.toolchains}};
  write_file_atomically(record_file(directory), json.dump(2) + "\n");
}

void remove_build_record(const fs::path& directory) {
  std::error_code error;
  fs::remove(record_file(directory), error);
  if (error) throw Error("cannot remove: " + error.message(), record_file(directory).string());
}

}  // namespace pacer
