#pragma once

#include <string>

namespace pacer {

/// The path of a program that lies beside this one, as Pacer's own do; `name` itself, to be looked
/// up on PATH, where there is none of that name.
std::string own_program(const std::string& name);

}  // namespace pacer
