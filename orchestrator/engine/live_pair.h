#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/model/manifest.h"
#include "core/model/run_record.h"

namespace pacer {

/// What `pacer compare --live` compares: the framework's directory in the git repository that it
/// lies in (any, not only Pacer's), as commit `ref` has it, against its work tree as it is now,
/// uncommitted and untracked files included, ignored ones not. Changes neither the work tree nor
/// the index; of a work tree with changes it adds a commit that no branch names. Throws Error.
LivePair find_live_pair(const Manifest& manifest, const std::string& ref);

/// Both versions of the whole repository as git work trees in `folder` (old/ and new/; what is
/// there already stays), so that a directory that needs its neighbours finds them. Returns the two
/// manifests, named LivePair::old_name and new_name. Throws Error where git or a manifest fails.
std::vector<Manifest> check_out_pair(const LivePair& pair, const std::filesystem::path& folder);

/// Takes them away again, and git's knowledge of them.
void remove_pair(const LivePair& pair, const std::filesystem::path& folder);

}  // namespace pacer
