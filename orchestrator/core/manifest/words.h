#pragma once

#include <string>
#include <vector>

#include "core/yaml/kind.h"

namespace pacer {

/// One lower-case word: "go", "c++".
yaml::Kind<std::string> language_word();
/// An address that begins with http:// or https://.
yaml::Kind<std::string> web_address();
/// A word that must stand in quotes, so that no reader of the file takes 1.10 for the number 1.1.
yaml::Kind<std::string> quoted_version();
/// Workloads of the server contract, each named once, hello among them.
yaml::Kind<std::vector<std::string>> workload_list();

}  // namespace pacer
