#include "engine/probe/json_answer.h"

#include <nlohmann/json.hpp>

#include <fmt/format.h>

#include "base/text.h"
#include "engine/probe/check_answer.h"

namespace pacer {
namespace {

using nlohmann::json;

std::string shown(const json& value) {
  constexpr std::size_t kMost = 120;
  const auto text = value.dump(-1, ' ', true, json::error_handler_t::replace);
  return text.size() > kMost ? fmt::format("{:.{}}…", text, kMost) : text;
}

std::string list_difference(const json& found, const json& expected) {
  for (std::size_t i = 0; i < std::min(found.size(), expected.size()); ++i) {
    if (found[i] == expected[i]) continue;
    return fmt::format("entry {} of {} is {}, expected {}", i + 1, found.size(), shown(found[i]),
                       shown(expected[i]));
  }
  return fmt::format("a list of {}, expected {}", found.size(), expected.size());
}

std::string difference(const std::string& body, const json& expected) {
  const auto found = json::parse(body, nullptr, false);
  if (found.is_discarded()) return fmt::format("body {} is not JSON", pacer::shown(body));
  if (found == expected) return "";
  if (found.is_array() && expected.is_array()) return list_difference(found, expected);
  return fmt::format(
      "body {}, expected {}", shown(found),
      expected.is_array() ? fmt::format("a list of {}", expected.size()) : shown(expected));
}

}  // namespace

std::string check_json(const Response& response, int status, const json& expected) {
  return check_response(response, status, "application/json", difference(response.body, expected));
}

}  // namespace pacer
