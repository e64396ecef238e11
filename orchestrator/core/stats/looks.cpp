#include "core/stats/looks.h"

namespace pacer {

std::optional<int> look_at(int complete_rounds) {
  std::optional<int> last;
  for (const int look : kLooks) {
    if (look <= complete_rounds) last = look;
  }
  return last;
}

int next_look(int complete_rounds) {
  for (const int look : kLooks) {
    if (look > complete_rounds) return look;
  }
  return kLooks.back();
}

double alpha_of_one_look(double alpha) { return alpha / static_cast<double>(kLooks.size()); }

}  // namespace pacer
