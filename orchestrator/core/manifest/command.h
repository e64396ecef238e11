#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/model/manifest.h"
#include "core/yaml/kind.h"

namespace pacer {

/// One command: a list of words, never a shell string. {port} and {cpus} may stand in its words.
yaml::Kind<Argv> command();
/// A list of commands.
yaml::Kind<std::vector<Argv>> command_list();
/// Names and values of environment variables; PORT and HOST are Pacer's own.
yaml::Kind<std::map<std::string, std::string>> environment_map();

}  // namespace pacer
