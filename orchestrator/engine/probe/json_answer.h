#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "engine/probe/http.h"

namespace pacer {

/// What is wrong with an answer that must be `application/json` and mean `expected` (the order of
/// keys and blanks are free); of a list, the first place that differs. "" where it is right.
std::string check_json(const Response& response, int status, const nlohmann::json& expected);

}  // namespace pacer
