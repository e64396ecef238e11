// Rules that every directory in frameworks/ keeps, whoever wrote it.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "core/manifest/overview.h"
#include "core/manifest/reader.h"

namespace pacer {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<Manifest> manifests() {
  std::vector<Manifest> found;
  for (const auto& entry : fs::directory_iterator(fs::path(PACER_ROOT) / "frameworks")) {
    const auto file = entry.path() / "framework.yaml";
    if (!fs::exists(file)) continue;  // git keeps no empty folders: only leftovers of a build
    found.push_back(read_manifest(text_of(file), file.string(), entry.path().filename().string(),
                                  entry.path().string()));
  }
  return found;
}

/// The files in which each language's package manager writes down versions.
const char* const kLockfiles[] = {"Cargo.lock",        "go.mod",           "go.sum",     "pom.xml",
                                  "package-lock.json", "requirements.txt", "global.json"};

/// The version stands there on its own: 1.2 is not in 11.2, nor in 1.2.3.
bool holds_version(const std::string& text, const std::string& version) {
  static const std::regex special(R"([.+*?()\[\]{}^$|\\])");
  const auto quoted = std::regex_replace(version, special, R"(\$&)");
  return std::regex_search(text, std::regex("(^|[^0-9.])" + quoted + "($|[^0-9.])"));
}

TEST(Frameworks, AllManifestsAreGood) {
  std::vector<Manifest> all;
  ASSERT_NO_THROW(all = manifests());
  EXPECT_GE(all.size(), 90u);
  for (const auto& manifest : all) {
    EXPECT_TRUE(manifest.skip || !manifest.licence.empty()) << manifest.name;
  }
}

TEST(Frameworks, TheVersionIsThatOfTheLockfile) {
  for (const auto& manifest : manifests()) {
    if (manifest.version.starts_with('{') || manifest.skip) continue;
    bool found = false;
    for (const auto* name : kLockfiles) {
      found =
          found || holds_version(text_of(fs::path(manifest.directory) / name), manifest.version);
    }
    EXPECT_TRUE(found) << manifest.name << ": no lockfile names " << manifest.version;
  }
}

TEST(Frameworks, ALongerVersionIsAnother) {
  EXPECT_TRUE(holds_version("fasthttp v1.78.0\n", "1.78.0"));
  EXPECT_TRUE(holds_version("<version>3.0</version>", "3.0"));
  EXPECT_FALSE(holds_version("fasthttp v1.78.01", "1.78.0"));
  EXPECT_FALSE(holds_version("fasthttp v11.78.0", "1.78.0"));
  EXPECT_FALSE(holds_version("fasthttp v1.78.0.1", "1.78.0"));
  EXPECT_FALSE(holds_version("fasthttp v1x78.0", "1.78.0"));
}

/// A lockfile with addresses would bind every user to one registry.
TEST(Frameworks, NpmLockfilesCarryNoDownloadAddress) {
  for (const auto& manifest : manifests()) {
    const auto text = text_of(fs::path(manifest.directory) / "package-lock.json");
    EXPECT_EQ(text.find("\"resolved\": \"http"), std::string::npos) << manifest.name;
  }
}

TEST(Frameworks, TheOverviewIsTheirs) {
  const auto file = fs::path(PACER_ROOT) / "docs/frameworks.md";
  const std::string wanted =
      "# Frameworks\n\nWritten by `pacer list --markdown`; a test compares.\n\n" +
      overview_markdown(manifests());
  if (std::getenv("PACER_ACCEPT_GOLDEN") != nullptr) {
    std::ofstream(file) << wanted;
    return;
  }
  EXPECT_EQ(text_of(file), wanted) << "orchestrator/tests/accept_golden.sh takes the new one over";
}

}  // namespace
}  // namespace pacer
