#include "core/model/json_fields.h"

#include <fmt/format.h>

#include <limits>
#include <utility>

#include "base/error.h"

namespace pacer {
namespace {

using nlohmann::json;

std::string must_be(const char* kind, const json& found) {
  constexpr std::size_t kMostShown = 60;
  auto shown = found.is_structured() ? std::string()
                                     : found.dump(-1, ' ', true, json::error_handler_t::replace);
  if (shown.empty() || shown.size() > kMostShown) shown = found.type_name();
  return fmt::format("must be {} (found {})", kind, shown);
}

std::optional<int> as_int(const json& value) {
  if (!value.is_number_integer()) return std::nullopt;
  constexpr auto kMost = std::numeric_limits<int>::max();
  if (value.is_number_unsigned() && value.get<std::uint64_t>() > kMost) return std::nullopt;
  const auto wide = value.get<std::int64_t>();
  if (wide < std::numeric_limits<int>::min()) return std::nullopt;
  return static_cast<int>(wide);
}

}  // namespace

JsonFields::JsonFields(const json& value, std::string what, std::string path)
    : value_(&value), what_(std::move(what)), path_(std::move(path)) {
  if (value.is_object()) return;
  const auto problem = must_be("an object", value);
  throw Error(path_.empty() ? problem : fmt::format("field '{}' {}", path_, problem), what_);
}

std::string JsonFields::path_of(const char* key) const {
  return path_.empty() ? key : path_ + "." + key;
}

void JsonFields::refuse(const char* key, const std::string& problem) const {
  throw Error(fmt::format("field '{}' {}", path_of(key), problem), what_);
}

bool JsonFields::has(const char* key) const {
  const auto found = value_->find(key);
  return found != value_->end() && !found->is_null();
}

const json& JsonFields::at(const char* key) const {
  const auto found = value_->find(key);
  if (found == value_->end()) refuse(key, "is missing");
  return *found;
}

const json& JsonFields::array(const char* key) const {
  const auto& value = at(key);
  if (!value.is_array()) refuse(key, must_be("a list", value));
  return value;
}

std::string JsonFields::text(const char* key) const {
  const auto& value = at(key);
  if (!value.is_string()) refuse(key, must_be("a text", value));
  return value.get<std::string>();
}

int JsonFields::integer(const char* key) const {
  const auto number = as_int(at(key));
  if (!number) refuse(key, must_be("a whole number", at(key)));
  return *number;
}

std::int64_t JsonFields::wide_integer(const char* key) const {
  const auto& value = at(key);
  constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  const bool fits = value.is_number_integer() &&
                    !(value.is_number_unsigned() && value.get<std::uint64_t>() > kMost);
  if (!fits) refuse(key, must_be("a whole number", value));
  return value.get<std::int64_t>();
}

std::uint64_t JsonFields::natural(const char* key) const {
  const auto& value = at(key);
  const bool fits =
      value.is_number_unsigned() || (value.is_number_integer() && value.get<std::int64_t>() >= 0);
  if (!fits) refuse(key, must_be("a whole number from 0", value));
  return value.get<std::uint64_t>();
}

bool JsonFields::boolean(const char* key) const {
  const auto& value = at(key);
  if (!value.is_boolean()) refuse(key, must_be("true or false", value));
  return value.get<bool>();
}

std::vector<std::string> JsonFields::texts(const char* key) const {
  std::vector<std::string> list;
  for (const auto& item : array(key)) {
    if (!item.is_string()) refuse(key, must_be("a list of texts", item));
    list.push_back(item.get<std::string>());
  }
  return list;
}

std::vector<int> JsonFields::integers(const char* key) const {
  std::vector<int> list;
  for (const auto& item : array(key)) {
    const auto number = as_int(item);
    if (!number) refuse(key, must_be("a list of whole numbers", item));
    list.push_back(*number);
  }
  return list;
}

std::vector<int> JsonFields::one_or_integers(const char* key) const {
  if (!at(key).is_array()) return {integer(key)};
  auto list = integers(key);
  if (list.empty()) refuse(key, "must not be an empty list");
  return list;
}

double JsonFields::number(const char* key) const {
  const auto& value = at(key);
  if (!value.is_number()) refuse(key, must_be("a number", value));
  return value.get<double>();
}

std::map<std::string, double> JsonFields::numbers(const char* key) const {
  const auto& value = at(key);
  if (!value.is_object()) refuse(key, must_be("an object", value));
  std::map<std::string, double> all;
  for (const auto& [name, number] : value.items()) {
    const auto path = std::string(key) + "." + name;
    if (!number.is_number()) refuse(path.c_str(), must_be("a number", number));
    all.emplace(name, number.get<double>());
  }
  return all;
}

JsonFields JsonFields::object(const char* key) const {
  return JsonFields(at(key), what_, path_of(key));
}

std::vector<JsonFields> JsonFields::objects(const char* key) const {
  std::vector<JsonFields> list;
  for (const auto& item : array(key)) {
    list.emplace_back(item, what_, fmt::format("{}[{}]", path_of(key), list.size()));
  }
  return list;
}

}  // namespace pacer
