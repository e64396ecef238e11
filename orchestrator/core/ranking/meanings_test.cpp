#include "core/ranking/meanings.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>

namespace pacer {
namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The codes that the sources give to notes.
std::set<std::string> codes_in_use() {
  const std::regex kNote(R"re((?:\bnote\(|\bNote\{|\bweigh\([^"]*|notes\.push_back\(\s*\{|)re"
                         R"re(add_notes\(\{\{|return \{)\s*"([a-z-]*[a-z])")re");
  const std::regex kAtRate(R"re(\{\s*"([a-z-]+)-" \+ code)re");
  std::set<std::string> codes;
  for (const auto* folder : {"core/judge", "engine"}) {
    const auto root = fs::path(PACER_ROOT) / "orchestrator" / folder;
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
      const auto name = entry.path().filename().string();
      if (!name.ends_with(".cpp") || name.ends_with("_test.cpp")) continue;
      const auto text = read(entry.path());
      for (const auto& pattern : {kNote, kAtRate}) {
        for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at) {
          codes.insert((*at)[1]);
        }
      }
    }
  }
  return codes;
}

TEST(Meanings, EveryNoteHasASentence) {
  const auto codes = codes_in_use();
  for (const auto* known : {"chunked", "steal", "stall", "outlived", "daemonised", "manifest",
                            "count-inexact", "still-warming", "not-sustained"}) {
    EXPECT_TRUE(codes.contains(known)) << known << " is not found in the sources";
  }
  for (const auto& code : codes) {
    EXPECT_TRUE(meaning_of_note(code).ends_with(".")) << code << " has no sentence";
  }
}

TEST(Meanings, OfARateIsThatOfAll) {
  EXPECT_EQ(meaning_of_note("not-sustained-5000"), meaning_of_note("not-sustained"));
  EXPECT_EQ(meaning_of_note("not-sustained-70-percent"), meaning_of_note("not-sustained"));
  EXPECT_FALSE(meaning_of_note("not-sustained-5000").empty());
  EXPECT_EQ(meaning_of_note("no-such-code"), "");
}

TEST(Meanings, EveryBadgeHasOne) {
  for (const auto* badge : {"handler", "bytes", "client"}) {
    EXPECT_TRUE(meaning_of_badge(badge).ends_with(".")) << badge;
  }
}

}  // namespace
}  // namespace pacer
