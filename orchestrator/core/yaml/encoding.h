#pragma once

#include <optional>
#include <string_view>

#include "core/yaml/problem.h"

namespace pacer::yaml {

/// Largest file that is read.
inline constexpr std::size_t kLargestFile = 1 << 20;

/// The first reason why the bytes cannot be YAML text at all: too large, not UTF-8, a control
/// character (yaml-cpp takes 0x04 for the end of the file, and guesses UTF-16 where it sees NUL).
std::optional<Problem> find_bad_bytes(std::string_view text);

}  // namespace pacer::yaml
