#pragma once

#include <vector>

#include "core/model/manifest.h"
#include "core/yaml/field.h"

namespace pacer {

/// The fields of framework.yaml. Reader, checker, JSON Schema and docs all follow from this table.
const std::vector<yaml::Field<Manifest>>& manifest_fields();

}  // namespace pacer
