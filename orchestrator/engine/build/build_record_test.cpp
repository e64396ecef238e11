#include "engine/build/build_record.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "engine/toolchains/testing.h"

namespace pacer {
namespace {

TEST(BuildRecord, IsReadAsItWasWritten) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(pacer_folder(folder.path()));
  const BuildRecord record{"ab12",     "2026-11-30T10:00:00Z", std::chrono::milliseconds(1234), 567,
                           {"server"}, {{"go", "1.26.8"}}};
  write_build_record(folder.path(), record);
  const auto read = read_build_record(folder.path());
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->hash, record.hash);
  EXPECT_EQ(read->built_at, record.built_at);
  EXPECT_EQ(read->took, record.took);
  EXPECT_EQ(read->size_bytes, record.size_bytes);
  EXPECT_EQ(read->outputs, record.outputs);
  EXPECT_EQ(read->toolchains, record.toolchains);
  remove_build_record(folder.path());
  EXPECT_FALSE(read_build_record(folder.path()).has_value());
  EXPECT_NO_THROW(remove_build_record(folder.path())) << "it is gone already";
}

TEST(BuildRecord, HalfAFileIsNone) {
  const TemporaryFolder folder;
  for (const auto* text : {"", "{", "[]", "{\"format\": 1}", "{\"format\": 2, \"hash\": \"x\"}"}) {
    write_text(folder.path() / ".pacer/build.json", text);
    EXPECT_FALSE(read_build_record(folder.path()).has_value()) << text;
  }
}

TEST(BuildRecord, WithoutItsFolderItIsAnError) {
  const TemporaryFolder folder;
  EXPECT_THROW(write_build_record(folder.path(), {}), Error);
}

}  // namespace
}  // namespace pacer
