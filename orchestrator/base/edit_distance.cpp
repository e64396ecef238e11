#include "base/edit_distance.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <numeric>
#include <utility>

namespace pacer {

namespace {

std::string lower(std::string_view word) {
  std::string out(word);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

}  // namespace

int edit_distance(std::string_view a, std::string_view b) {
  std::vector<int> before(b.size() + 1);  // the rows for a[0, i-2], a[0, i-1] and a[0, i]
  std::vector<int> last(b.size() + 1);
  std::vector<int> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::swap(before, last);
    std::swap(last, row);
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int substituted = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({substituted, last[j] + 1, row[j - 1] + 1});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row.back();
}

std::string nearest(std::string_view word, const std::vector<std::string>& candidates) {
  std::string best;
  if (word.empty()) return best;
  const auto wanted = lower(word);
  int best_distance = std::max(1, static_cast<int>(word.size()) / 3) + 1;
  for (const auto& candidate : candidates) {
    const auto length_gap = static_cast<int>(word.size()) - static_cast<int>(candidate.size());
    if (std::abs(length_gap) >= best_distance) continue;
    const int distance = edit_distance(wanted, lower(candidate));
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

std::string unknown_word(std::string_view what, std::string_view word,
                         const std::vector<std::string>& candidates) {
  auto text = fmt::format("unknown {} '{}'", what, word);
  if (const auto near = nearest(word, candidates); !near.empty()) {
    text += fmt::format("; did you mean '{}'?", near);
  }
  return text;
}

}  // namespace pacer
