#include "engine/build/sha256.h"

#include <gtest/gtest.h>

#include "engine/process/process.h"
#include "engine/toolchains/testing.h"

namespace pacer {
namespace {

std::string hash_of(const std::vector<std::string>& fields) {
  Sha256 hash;
  for (const auto& field : fields) hash.add(field);
  return hash.hex();
}

TEST(Sha256, AgreesWithSha256sum) {
  const TemporaryFile file;
  write_text(file.path(), "3:abc0:4:\n\tde");
  const auto answer = ask({"sha256sum", file.path().string()}, {}, std::chrono::seconds(20));
  EXPECT_EQ(hash_of({"abc", "", "\n\tde"}), answer.output.substr(0, 64));
}

TEST(Sha256, FieldsDoNotRunTogether) {
  EXPECT_NE(hash_of({"ab", "c"}), hash_of({"a", "bc"}));
  EXPECT_NE(hash_of({"abc"}), hash_of({"abc", ""}));
}

}  // namespace
}  // namespace pacer
