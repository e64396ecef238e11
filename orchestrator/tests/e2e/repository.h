#pragma once

#include "workspace.h"

namespace pacer::e2e {

/// Runs git in a folder; fails the test where git does. Nothing of the user's configuration counts.
std::string git(const Workspace& workspace, const std::filesystem::path& folder,
                const Words& words);

/// Makes the workspace's frameworks a git repository with one commit on `main`.
void commit_frameworks(const Workspace& workspace);

}  // namespace pacer::e2e
