#pragma once

#include "engine/probe/ready.h"

namespace pacer {

/// 16 connections create, replace and delete products at the same time: no id may be given twice
/// and no change be lost. Connections of one process share a store; the `count` workload tells
/// which process that is. Without it, nothing is proven unless `one_process` says that there is no
/// other.
void check_products_together(const Target& target, bool one_process);

}  // namespace pacer
