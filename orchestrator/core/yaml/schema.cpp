#include "core/yaml/schema.h"

#include <nlohmann/json.hpp>

#include "base/text.h"

namespace pacer::yaml {
namespace {

using nlohmann::ordered_json;

ordered_json property_of(const FieldInfo& info) {
  ordered_json property;
  property["description"] =
      info.help + (info.fallback.empty() ? "" : " Default: " + info.fallback + ".");
  property.update(ordered_json::parse(info.schema));
  return property;
}

std::string cell(const std::string& text) { return replace_all(text, "|", "\\|"); }

std::string required_cell(const FieldInfo& info) {
  if (!info.required) return "";
  return info.unless.empty() ? "yes" : "unless `" + info.unless + "` is given";
}

}  // namespace

std::string schema_of(const std::string& title, const std::string& description,
                      const std::vector<FieldInfo>& infos) {
  ordered_json schema;
  schema["$schema"] = "http://json-schema.org/draft-07/schema#";
  schema["title"] = title;
  schema["description"] = description;
  schema["type"] = "object";
  schema["additionalProperties"] = false;
  schema["required"] = ordered_json::array();
  for (const auto& info : infos) {
    if (info.required && info.unless.empty()) schema["required"].push_back(info.name);
    if (info.required && !info.unless.empty()) {
      const ordered_json either = {{{"required", {info.name}}}, {{"required", {info.unless}}}};
      schema["allOf"].push_back({{"anyOf", either}});
    }
    schema["properties"][info.name] = property_of(info);
  }
  return schema.dump(2) + "\n";
}

std::string markdown_of(const std::vector<FieldInfo>& infos) {
  std::string out = "| field | required | value | default | meaning |\n|---|---|---|---|---|\n";
  for (const auto& info : infos) {
    out += "| `" + info.name + "` | " + required_cell(info) + " | " + cell(info.kind) + " | " +
           cell(info.fallback) + " | " + cell(info.help) + " |\n";
  }
  return out;
}

}  // namespace pacer::yaml
