#include "engine/toolchains/version_cache.h"

#include <gtest/gtest.h>

#include "engine/toolchains/testing.h"

namespace pacer {
namespace {

class VersionCacheTest : public ::testing::Test {
 protected:
  std::optional<std::string> find_afresh(const std::string& stamp) {
    return VersionCache(file_).find("/usr/bin/go", stamp);
  }

  TemporaryFolder folder_;
  std::filesystem::path file_ = folder_.path() / "deep/toolchains.json";
};

TEST_F(VersionCacheTest, KeepsAnAnswerForTheSameStampOnly) {
  VersionCache cache(file_);
  cache.remember("/usr/bin/go", "stamp 1", "1.26.8");
  cache.save();
  EXPECT_EQ(find_afresh("stamp 1"), "1.26.8");
  EXPECT_EQ(find_afresh("stamp 2"), std::nullopt);
  EXPECT_EQ(VersionCache(file_).find("/other", "stamp 1"), std::nullopt);
}

TEST_F(VersionCacheTest, ForgetsWhatItCannotRead) {
  for (const auto* text :
       {"", "{", "[]", "7", R"({"format": 1})", R"({"format": 1, "programs": 3})",
        R"({"format": 1, "programs": {"/usr/bin/go": 5}})",
        R"({"format": 1, "programs": {"/usr/bin/go": {"stamp": "s", "version": 3}}})",
        R"({"format": 99, "programs": {"/usr/bin/go": {"stamp": "s", "version": "1"}}})"}) {
    write_text(file_, text);
    EXPECT_EQ(find_afresh("s"), std::nullopt) << text;
  }
  write_text(file_,
             R"({"format": 1, "programs": {"/usr/bin/go": {"stamp": "s", "version": "1"}}})");
  EXPECT_EQ(find_afresh("s"), "1") << "the texts above are refused for their one fault";
}

TEST_F(VersionCacheTest, AFolderThatCannotBeMadeIsNoError) {
  write_text(folder_.path() / "deep", "a file where the folder should be");
  VersionCache cache(file_);
  cache.remember("/usr/bin/go", "s", "1.26.8");
  EXPECT_NO_THROW(cache.save());
  EXPECT_EQ(cache.find("/usr/bin/go", "s"), "1.26.8");
}

}  // namespace
}  // namespace pacer
