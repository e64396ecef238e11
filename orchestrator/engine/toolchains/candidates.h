#pragma once

#include <filesystem>
#include <vector>

#include "engine/toolchains/surroundings.h"
#include "engine/toolchains/toolchain.h"

namespace pacer {

/// How a program that was found becomes the one that a build calls.
enum class Reach {
  kOnPath,  ///< PATH finds it under its own name: nothing to do
  kFolder,  ///< its folder goes before PATH: it holds nothing but this toolchain
  kLinks    ///< its folder is shared with other programs, or it has another name: links to it
};

struct Candidate {
  std::filesystem::path program;
  Reach reach = Reach::kOnPath;
};

/// Everything that may be this toolchain: PATH first and in order, then the folders of the table,
/// then Pacer's own. Each folder once.
std::vector<Candidate> candidates_of(const Toolchain& toolchain, const Surroundings& surroundings);

/// The header that a compiler would take; empty where there is none.
std::filesystem::path header_of(const Toolchain& toolchain, const Surroundings& surroundings);

bool is_program(const std::filesystem::path& path);

}  // namespace pacer
