#pragma once

#include <filesystem>
#include <string>

namespace pacer::e2e {

/// What can be read of a file. A process that ends meanwhile leaves files in /proc that open but
/// cannot be read: empty then.
std::string read(const std::filesystem::path& file);

}  // namespace pacer::e2e
