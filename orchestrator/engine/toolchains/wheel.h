#pragma once

#include <filesystem>
#include <string>

#include "engine/toolchains/toolchain.h"
#include "engine/toolchains/toolchains.h"

namespace pacer {

/// Puts the wheel's toolchain into Pacer's own folder, as `<name>-<version>`; pip runs in a venv
/// that `python` makes. Nothing is left behind where it fails. Throws Error with the log.
void install_wheel(const Toolchain& toolchain, const WheelRecipe& wheel, const Requirement& need,
                   const ToolEnv& python, const Surroundings& surroundings,
                   const std::filesystem::path& log);

}  // namespace pacer
