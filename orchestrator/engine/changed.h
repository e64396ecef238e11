#pragma once

#include <string>

#include "engine/catalog.h"

namespace pacer {

/// Leaves in the catalog only the directories with a file that git says differs from `ref`,
/// uncommitted and untracked files included. Empty: from the commit where the current branch left
/// its main one (origin/main, origin/master, main, master). Throws Error where git cannot tell.
void keep_changed(Catalog& catalog, const std::string& ref);

}  // namespace pacer
