#pragma once

#include <vector>

#include "core/model/plan.h"
#include "core/yaml/field.h"

namespace pacer {

/// The fields of a plan. Reader, checker, JSON Schema and docs all follow from this table.
const std::vector<yaml::Field<Plan>>& plan_fields();

}  // namespace pacer
