// What the documents say is read back by the program, so that it stays true.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "commands/command.h"
#include "core/manifest/reader.h"
#include "core/manifest/schema.h"

namespace pacer {
namespace {

namespace fs = std::filesystem;

std::string read_doc(const std::string& path) {
  std::ifstream file(fs::path(PACER_ROOT) / path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// What stands between two marks.
std::string between(const std::string& text, const std::string& from, const std::string& to) {
  const auto begin = text.find(from);
  if (begin == std::string::npos) return "";
  const auto start = begin + from.size();
  return text.substr(start, text.find(to, start) - start);
}

constexpr const char* kFieldsBegin =
    "<!-- fields: generated from the field table; a test compares -->\n";
constexpr const char* kFieldsEnd = "<!-- /fields -->";

TEST(Docs, FieldTableIsTheProgramsOwn) {
  auto text = read_doc("docs/adding.md");
  const auto wanted = "\n" + manifest_fields_markdown() + "\n";
  const auto found = between(text, kFieldsBegin, kFieldsEnd);
  if (std::getenv("PACER_ACCEPT_GOLDEN") != nullptr) {
    text.replace(text.find(kFieldsBegin) + std::string(kFieldsBegin).size(), found.size(), wanted);
    std::ofstream(fs::path(PACER_ROOT) / "docs/adding.md") << text;
    return;
  }
  EXPECT_EQ(found, wanted) << "orchestrator/tests/accept_golden.sh takes the new one over";
}

TEST(Docs, ExampleManifestIsGood) {
  const auto example = between(read_doc("docs/adding.md"), "```yaml\n", "```");
  const auto manifest = read_manifest(example, "docs/adding.md", "go-fasthttp", "/x");
  EXPECT_EQ(manifest.version, "1.78.0");
  EXPECT_EQ(manifest.run.back(), "{port}");
}

TEST(Docs, ReadmeNamesEveryCommand) {
  const auto readme = read_doc("README.md");
  for (const auto& row : commands()) {
    EXPECT_NE(readme.find("`pacer " + std::string(row.name)), std::string::npos) << row.name;
  }
}

}  // namespace
}  // namespace pacer
