#pragma once

#include <cstdint>

#include "core/stats/two_way.h"

namespace pacer {

/// How often chance alone makes a difference as large as the largest one of `table`: within every
/// round the values change places at random, and the fit's largest |t| of all pairs is compared
/// with the measured one. Rests on nothing but the random order of a round, not on normal noise (R.
/// A. Fisher, The Design of Experiments, Oliver & Boyd 1935, sec. 21; E. S. Edgington and P.
/// Onghena, Randomization Tests, 4th ed., Chapman & Hall 2007, ch. 5).
///
/// The measured order counts as one of the permutations, so that the result is never 0 and the test
/// never too bold (B. Phipson and G. K. Smyth, Permutation p-values should never be zero,
/// Statistical Applications in Genetics and Molecular Biology 9, 2010, article 39). Fixed by the
/// seed. Throws Error as fit_two_way does.
double permutation_p(const TwoWayTable& table, int permutations, std::uint64_t seed);

}  // namespace pacer
