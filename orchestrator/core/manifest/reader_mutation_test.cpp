#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <random>
#include <string>
#include <string_view>

#include "core/manifest/reader.h"
#include "core/plan/shuffle.h"
#include "core/yaml/problem.h"

namespace pacer {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kManifest = R"(title: Go fasthttp
language: go
home: https://github.com/valyala/fasthttp
version: "1.78.0"
needs: [go>=1.22, 'g++']
build:
  - [go, build, -o, server, .]
  - - make
    - all
run: [./server, --port, "{port}"]
env: {GOGC: "100", A: 'x'}
serves: [hello, count]
ready_within: 30s
notes: >-
  eight
  workers
)";

constexpr std::array<std::string_view, 44> kPieces{"? ",
                                                   ": ",
                                                   "- ",
                                                   "[",
                                                   "]",
                                                   "{",
                                                   "}",
                                                   ",",
                                                   "&a ",
                                                   "*a",
                                                   "!",
                                                   "!!str ",
                                                   "|",
                                                   ">",
                                                   "\"",
                                                   "'",
                                                   "#",
                                                   "%",
                                                   "@",
                                                   "---\n",
                                                   "...\n",
                                                   "\n",
                                                   "\t",
                                                   "  ",
                                                   "\r",
                                                   "<<: ",
                                                   "\\",
                                                   "\\x",
                                                   "\\u",
                                                   "~",
                                                   "null",
                                                   "\0"sv,
                                                   "\x04",
                                                   "\x1b[31m",
                                                   "\xFF",
                                                   "\xC3\xA9",
                                                   "\xEF\xBB\xBF",
                                                   "\xE2\x80\xA8",
                                                   "%YAML 1.2\n",
                                                   "%TAG ! x\n",
                                                   "!<",
                                                   "title: x\n",
                                                   "{port}",
                                                   "1e999"};

std::size_t pick(std::mt19937_64& engine, std::size_t bound) {
  return static_cast<std::size_t>(bounded(engine, bound));
}

void mutate(std::string& text, std::mt19937_64& engine) {
  const auto at = pick(engine, text.size() + 1);
  const auto length = pick(engine, 20);
  switch (pick(engine, 5)) {
    case 0:
      text.erase(at, length);
      break;
    case 1:
      text.insert(at, text.substr(pick(engine, text.size() + 1), length));
      break;
    case 2:
      if (at < text.size()) text[at] = static_cast<char>(pick(engine, 256));
      break;
    default:
      text.insert(at, kPieces[pick(engine, kPieces.size())]);
  }
}

/// What every Manifest that was read must hold, whatever was done to its text.
void expect_usable(const Manifest& manifest, const std::string& text) {
  const bool complete = !manifest.title.empty() && !manifest.language.empty() &&
                        !manifest.version.empty() && manifest.home.starts_with("http");
  EXPECT_TRUE(complete) << text;
  EXPECT_TRUE(manifest.skip.has_value() || !manifest.run.empty()) << text;
  EXPECT_GT(manifest.ready_within, Duration::zero()) << text;
  EXPECT_FALSE(manifest.serves.empty()) << text;
  EXPECT_FALSE(manifest.env.contains("PORT")) << text;
  for (const auto& command : manifest.build) EXPECT_FALSE(command.empty()) << text;
  for (const auto& word : manifest.run) EXPECT_EQ(word.find('\0'), std::string::npos) << text;
}

void expect_places(const yaml::Problems& problems, const std::string& text) {
  const auto lines = std::count(text.begin(), text.end(), '\n') + 1;
  for (const auto& problem : problems.list()) {
    EXPECT_TRUE(problem.line >= 1 && problem.line <= lines && problem.column >= 1)
        << problem.line << ":" << problem.column << " " << problem.message << "\n"
        << text;
    EXPECT_FALSE(problem.message.empty()) << text;
  }
}

TEST(ReadManifest, BearsMutatedFiles) {
  std::mt19937_64 engine(20'260'101);
  int read = 0;
  int refused = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string text(kManifest);
    const auto mutations = 1 + pick(engine, 6);
    for (std::size_t k = 0; k < mutations; ++k) mutate(text, engine);
    try {
      expect_usable(read_manifest(text, "f", "x", "/x"), text);
      ++read;
    } catch (const yaml::Problems& problems) {
      expect_places(problems, text);
      ++refused;
    }  // any other exception fails the test, with its type
  }
  EXPECT_GT(read, 500);
  EXPECT_GT(refused, 10'000);
}

}  // namespace
}  // namespace pacer
