#pragma once

#include <string>
#include <vector>

#include "core/yaml/field.h"

namespace pacer::yaml {

/// A JSON Schema (draft-07, which editors read) of a map with these fields and no others; ends with
/// a line end.
std::string schema_of(const std::string& title, const std::string& description,
                      const std::vector<FieldInfo>& infos);

/// The fields as a Markdown table: field, required, value, default, meaning.
std::string markdown_of(const std::vector<FieldInfo>& infos);

}  // namespace pacer::yaml
