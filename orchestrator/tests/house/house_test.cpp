// The rules of the house: what CONTRIBUTING.md asks of every source file, checked.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>

#include "base/text.h"

namespace pacer {
namespace {

namespace fs = std::filesystem;

constexpr int kLongestLine = 100;
constexpr int kLongestFunction = 70;

struct Source {
  std::string path;  ///< below orchestrator/
  std::vector<std::string> lines;
};

std::vector<Source> read_sources() {
  std::vector<Source> sources;
  const fs::path root = fs::path(PACER_ROOT) / "orchestrator";
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    const auto extension = entry.path().extension();
    if (extension != ".cpp" && extension != ".h") continue;
    std::ifstream file(entry.path());
    std::stringstream text;
    text << file.rdbuf();
    sources.push_back({fs::relative(entry.path(), root).string(), split(text.str(), '\n')});
  }
  return sources;
}

const std::vector<Source>& sources() {
  static const auto kSources = read_sources();
  return kSources;
}

std::string first_folder(const std::string& path) { return split(path, '/').front(); }

std::string place(const Source& source, std::size_t line) {
  return source.path + ":" + std::to_string(line + 1);
}

TEST(House, HasSources) { EXPECT_GT(sources().size(), 50u); }

TEST(House, DependenciesPointOneWay) {
  // commands → engine → core → base; load and ceiling stand beside them, on base alone.
  const std::map<std::string, int> kLayers{{"base", 0},    {"core", 1}, {"guard", 1},
                                           {"ceiling", 1}, {"load", 1}, {"engine", 2},
                                           {"commands", 3}};
  const std::regex include("#include \"([a-z_]+)/.*");
  for (const auto& source : sources()) {
    const auto own = kLayers.find(first_folder(source.path));
    if (own == kLayers.end()) continue;  // main.cpp and tests see everything
    for (std::size_t i = 0; i < source.lines.size(); ++i) {
      std::smatch match;
      if (!std::regex_match(source.lines[i], match, include)) continue;
      const auto other = kLayers.find(match[1]);
      if (other == kLayers.end()) continue;
      const bool same_folder = other->first == own->first;
      EXPECT_TRUE(same_folder || other->second < own->second)
          << place(source, i) << ": " << own->first << " may not use " << other->first;
    }
  }
}

TEST(House, CoreAndBaseArePure) {
  const std::regex forbidden(
      "#include <(unistd.h|fcntl.h|fstream|thread|mutex|filesystem|sys/.*|netinet/.*|poll.h|"
      "signal.h|boost/asio.*)>|system_clock|steady_clock|getenv|std::time\\(");
  for (const auto& source : sources()) {
    const auto layer = first_folder(source.path);
    if ((layer != "core" && layer != "base") || source.path.ends_with("_test.cpp")) continue;
    for (std::size_t i = 0; i < source.lines.size(); ++i) {
      EXPECT_FALSE(std::regex_search(source.lines[i], forbidden))
          << place(source, i)
          << ": no clock, process, network or file system here: " << source.lines[i];
    }
  }
}

TEST(House, LinesAreAtMostAHundredColumns) {
  for (const auto& source : sources()) {
    for (std::size_t i = 0; i < source.lines.size(); ++i) {
      EXPECT_LE(display_width(source.lines[i]), kLongestLine) << place(source, i);
    }
  }
}

TEST(House, NothingSleepsForAFixedTime) {
  const std::regex sleeping("sleep_for|usleep\\(|[^_a-z]sleep\\([0-9a-z]");
  for (const auto& source : sources()) {
    if (source.path.starts_with("tests/house/")) continue;
    for (std::size_t i = 0; i < source.lines.size(); ++i) {
      EXPECT_FALSE(std::regex_search(source.lines[i], sleeping))
          << place(source, i) << ": wait for the event, with a deadline";
    }
  }
}

/// A free function's or a method's body begins on a line at column 0 that ends in '{' and ends with
/// "}" at column 0: so .clang-format lays it out.
TEST(House, FunctionsFitOnAScreen) {
  const std::regex head("^[A-Za-z_~\\[].*\\)( const| noexcept| override)* \\{$");
  for (const auto& source : sources()) {
    // Constant tables are lists, not logic.
    if (source.path.ends_with("table.cpp") || source.path.ends_with("_test.cpp")) continue;
    for (std::size_t i = 0; i < source.lines.size(); ++i) {
      if (!std::regex_match(source.lines[i], head)) continue;
      const auto begin = source.lines.begin() + static_cast<std::ptrdiff_t>(i);
      const auto end = std::find(begin, source.lines.end(), "}");
      EXPECT_LE(end - begin + 1, kLongestFunction) << place(source, i);
    }
  }
}

TEST(House, HeavyHeadersStayOutOfHeaders) {
  const std::regex heavy("#include <(boost/.*|nlohmann/json.hpp|yaml-cpp/.*|CLI/.*)>");
  for (const auto& source : sources()) {
    // One private header of one source may hold what that source needs.
    const bool is_private = source.path == "core/model/json_fields.h";
    if (!source.path.ends_with(".h") || is_private || source.path.starts_with("tests/")) continue;
    for (std::size_t i = 0; i < source.lines.size(); ++i) {
      EXPECT_FALSE(std::regex_search(source.lines[i], heavy))
          << place(source, i) << ": everyone who includes this would compile it";
    }
  }
}

}  // namespace
}  // namespace pacer
