#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/model/plan.h"
#include "core/model/trial.h"

namespace pacer {

/// Makes every choice that a plan leaves open, for a machine that offers these CPUs.
///
/// CPUs: `auto` is the first half, rounded up, for the server and the rest for the client; beside
/// a list, `auto` is what the list leaves; beside `shared`, or where nothing is left (one CPU), it
/// is shared: an empty set, which means every CPU. Threads: `auto` is the largest divisor of the
/// connections that is not over the number of the client's CPUs.
///
/// Throws Error where check() does, and where the machine lacks a CPU that the plan names.
Settings resolve(const Plan& plan, const std::vector<int>& machine_cpus);

/// The trials of a run, in order. Each round holds the ceiling (kCeilingName) and every framework
/// once; core/plan/rounds.h says in which order. One round keeps the order given, the ceiling
/// first. The same arguments give the same trials everywhere.
std::vector<Trial> expand(const std::vector<std::string>& frameworks, const Settings& settings,
                          int repetitions, std::uint64_t seed);

}  // namespace pacer
