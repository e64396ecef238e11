#pragma once

#include <array>
#include <optional>

namespace pacer {

/// A campaign under a time budget may end early only after these numbers of complete rounds. Each
/// look spends a quarter of the permitted error, so that all four together keep it whatever the
/// dependence between them (C. E. Bonferroni 1936; O. J. Dunn, Multiple comparisons among means,
/// Journal of the American Statistical Association 56, 1961, 52-64). Sharper boundaries exist (S.
/// J. Pocock, Biometrika 64, 1977, 191-199), but assume evenly spaced looks and a single test.
inline constexpr std::array<int, 4> kLooks{10, 15, 20, 30};

inline constexpr double kFamilywiseAlpha = 0.05;

/// The last look that this many complete rounds allow; none under 10.
std::optional<int> look_at(int complete_rounds);

/// The first look after more rounds than these; none: the last one's.
int next_look(int complete_rounds);

/// What each look may spend of `alpha`.
double alpha_of_one_look(double alpha = kFamilywiseAlpha);

}  // namespace pacer
