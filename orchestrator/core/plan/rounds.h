#pragma once

#include <cstdint>
#include <vector>

namespace pacer {

/// The order of `entries` things (0 … entries - 1) in each of `rounds` rounds, fixed by the seed.
///
/// Where there are at least as many rounds as entries, place and predecessor are balanced by a
/// Williams design (E. J. Williams, Experimental designs balanced for the estimation of residual
/// effects of treatments, Australian Journal of Scientific Research A 2, 1949, 149-168): in every
/// block of `entries` rounds each thing stands once at each place, and each follows each other
/// once (an odd number of entries takes two blocks: then twice in the two together). Which thing
/// plays which part, and the order of the rows in a block, are shuffled. Rounds that are left over
/// are rows of the next block, so that no two things differ by more than one in how often they
/// stood at a place. With fewer rounds than entries each round is shuffled on its own.
std::vector<std::vector<int>> round_orders(int entries, int rounds, std::uint64_t seed);

}  // namespace pacer
