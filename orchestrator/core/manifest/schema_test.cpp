#include "core/manifest/schema.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "core/manifest/fields.h"

namespace pacer {
namespace {

TEST(ManifestSchema, IsTheOneInDocs) {
  std::ifstream file(std::string(PACER_ROOT) + "/docs/framework.schema.json");
  const std::string stored(std::istreambuf_iterator<char>(file), {});
  EXPECT_EQ(stored, manifest_schema())
      << "after a change of the fields: pacer schema > docs/framework.schema.json";
}

TEST(ManifestSchema, HasEveryFieldAndNoOther) {
  const auto schema = nlohmann::json::parse(manifest_schema());
  EXPECT_EQ(schema["properties"].size(), manifest_fields().size());
  for (const auto& field : manifest_fields()) {
    EXPECT_TRUE(schema["properties"].contains(field.info.name)) << field.info.name;
  }
  EXPECT_EQ(schema["additionalProperties"], false);
  EXPECT_EQ(schema["required"], (nlohmann::json{"title", "language", "home", "version"}));
}

TEST(ManifestSchema, SaysWhichNeedsThereAre) {
  const auto schema = nlohmann::json::parse(manifest_schema());
  EXPECT_EQ(schema["properties"]["needs"]["items"]["pattern"],
            "^(jdk|maven|go|node|cargo|python|g\\+\\+|gcc|make|cmake|boost|nginx|dotnet|h2o|"
            "libmicrohttpd|cpp-httplib)([>=]=[0-9]{1,9}(\\.[0-9]{1,9})*)?$");
}

TEST(ManifestFieldsMarkdown, HasALineForEachField) {
  const auto table = manifest_fields_markdown();
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'),
            static_cast<std::ptrdiff_t>(manifest_fields().size()) + 2);
  EXPECT_NE(
      table.find("| `ready_within` |  | duration with its unit (us, ms, s, m, h), over 0s and "
                 "at most 10m | 30s | How long it may take"),
      std::string::npos)
      << table;
}

}  // namespace
}  // namespace pacer
