#pragma once

#include "engine/probe/ready.h"

namespace pacer {

/// Proves the `products` workload of a server that is up and has not been asked for it yet: every
/// operation on one connection, then many at the same time (products_together.h). Throws Error
/// where it does not do what the contract says.
void check_products(const Target& target, bool one_process);

}  // namespace pacer
