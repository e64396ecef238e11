#pragma once

#include <optional>
#include <string_view>

#include "core/yaml/node.h"
#include "core/yaml/problem.h"

namespace pacer::yaml {

/// Deepest nesting that is read.
inline constexpr int kDeepest = 16;

/// Reads the one YAML document of a file, whose top level must be a map, and adds what is wrong to
/// `problems`. Nothing where it cannot be read at all; a duplicate key is a problem too, but its
/// first value is kept, so that the fields can still be checked in the same pass.
///
/// A strict subset: no anchors, aliases, merge keys or tags, no second document, keys are words.
/// Each would be a second way to write what the reader of a file should see at once, and yaml-cpp
/// passes over several of them in silence.
std::optional<Node> read_document(std::string_view text, ProblemList& problems);

}  // namespace pacer::yaml
