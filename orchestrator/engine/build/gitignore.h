#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pacer {

/// The rules of one .gitignore, as gitignore(5) describes them. A byte stands for a character;
/// nested .gitignore files are not read.
class GitIgnore {
 public:
  explicit GitIgnore(std::string_view text);

  /// Is `path` (relative to the .gitignore's folder, "a/b/c") left out? What lies in a folder that
  /// is left out is left out too, and cannot be taken back in.
  bool ignores(std::string_view path, bool is_folder) const;

 private:
  struct Rule {
    bool negated = false;
    bool folders_only = false;
    std::vector<std::string> parts;  ///< of the pattern, split at '/'; "**" matches any number
  };

  static bool parse(std::string_view line, Rule& rule);
  bool rules_ignore(const std::vector<std::string>& parts, std::size_t count, bool is_folder) const;

  std::vector<Rule> rules_;
};

}  // namespace pacer
