#pragma once

#include "workspace.h"

namespace pacer::e2e {

/// Fails the test where `table` is not what docs/results.schema.json promises of --json.
void expect_documented(const Json& table);

}  // namespace pacer::e2e
