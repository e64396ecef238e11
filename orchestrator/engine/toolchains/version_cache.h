#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace pacer {

/// Versions that programs told, kept across processes so that `pacer list` need not start any. A
/// stamp says in what state the program was; an answer counts only for the same stamp.
class VersionCache {
 public:
  explicit VersionCache(std::filesystem::path file) : file_(std::move(file)) {}

  std::optional<std::string> find(const std::string& program, const std::string& stamp);
  void remember(const std::string& program, const std::string& stamp, const std::string& version);
  /// Writes what is new. A cache that cannot be written is only slower: no error.
  void save();

 private:
  struct Answer {
    std::string stamp;
    std::string version;
  };

  void load();

  std::filesystem::path file_;
  bool loaded_ = false;
  bool changed_ = false;
  std::map<std::string, Answer> answers_;
};

}  // namespace pacer
