#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace pacer {

// What every JSON that Pacer prints has in common.

/// A value that was not measured is null, never 0.
nlohmann::ordered_json or_null(const std::optional<double>& value);
nlohmann::ordered_json or_null(const std::optional<int>& value);

/// Indented, with a line end; bytes that are no UTF-8 are replaced.
std::string json_document(const nlohmann::ordered_json& json);

}  // namespace pacer
