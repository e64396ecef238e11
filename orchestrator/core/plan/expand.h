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
/// One for each pair of the plan's connections and pipeline, in the order of their lists,
/// connections first. Threads that are `auto` fit each one's own connections.
///
/// Throws Error where check() does, and where the machine lacks a CPU that the plan names.
std::vector<Settings> resolve(const Plan& plan, const std::vector<int>& machine_cpus);

/// The trials of a run, in order. Each round holds the ceiling (kCeilingName) and every framework
/// once under each setting; core/plan/rounds.h says in which order. One round keeps the order
/// given, the ceiling first. What is compared stands together: a round runs all frameworks under
/// one setting, then under the next, and where there are several rounds these blocks change places
/// likewise. The same arguments give the same trials everywhere.
std::vector<Trial> expand(const std::vector<std::string>& frameworks,
                          const std::vector<Settings>& settings, int repetitions,
                          std::uint64_t seed);

/// The trials of a run with pairs: the two in turns, first and last changing places each round (A
/// B, B A, A B, …), so that a steady drift of the machine falls on both alike. No ceiling: the pair
/// is its own control.
std::vector<Trial> expand_pairs(const std::string& a, const std::string& b,
                                const Settings& settings, int repetitions);

}  // namespace pacer
