#include "core/formats/json_document.h"

#include <nlohmann/json.hpp>

namespace pacer {

using Json = nlohmann::ordered_json;

Json or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

Json or_null(const std::optional<int>& value) { return value ? Json(*value) : Json(nullptr); }

std::string json_document(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace pacer
