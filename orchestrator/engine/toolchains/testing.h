#pragma once

// Helpers of the tests in engine/toolchains and engine/build.

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace pacer {

inline void write_text(const std::filesystem::path& file, std::string_view text) {
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file, std::ios::trunc) << text;
}

/// An executable shell script of this body.
inline void write_script(const std::filesystem::path& file, std::string_view body) {
  write_text(file, "#!/bin/sh\n" + std::string(body) + "\n");
  std::filesystem::permissions(file, std::filesystem::perms(0755));
}

}  // namespace pacer
