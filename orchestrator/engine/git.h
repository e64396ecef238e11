#pragma once

#include <map>
#include <string>

#include "engine/process/process.h"

namespace pacer {

struct GitAnswer {
  bool ok = false;
  std::string output;  ///< trimmed; of a failure, what git said
};

/// Runs git in `directory`, never a hook of the repository, for `limit` at most.
GitAnswer ask_git(const std::string& directory, const Argv& arguments, Duration limit,
                  const std::map<std::string, std::string>& env = {});

}  // namespace pacer
