#pragma once

#include <string>

namespace pacer {

/// The JSON Schema (draft-07) of framework.yaml, for editors: docs/framework.schema.json.
std::string manifest_schema();

/// The fields of framework.yaml as a Markdown table, for docs/adding.md.
std::string manifest_fields_markdown();

}  // namespace pacer
