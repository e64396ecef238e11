#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pacer {

/// Optimal string alignment (Levenshtein with swaps): an insertion, a deletion, a substitution and
/// a swap of two neighbours cost one each, so that "prot" is one step from "port".
int edit_distance(std::string_view a, std::string_view b);

/// The candidate nearest to `word` without regard to case (the first of equals), or "" where none
/// is near enough to be what was meant: at most a third of the word's length, but always one
/// letter.
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

/// `unknown WHAT 'WORD'` and, where a candidate is near, `; did you mean 'CANDIDATE'?`.
std::string unknown_word(std::string_view what, std::string_view word,
                         const std::vector<std::string>& candidates);

}  // namespace pacer
