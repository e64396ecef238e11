#include "commands/live_matrix.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace pacer {
namespace {

using State = WorkloadResult::State;

LiveCheck check(const std::string& name, const std::vector<State>& states) {
  LiveCheck made{name, Measured{}, {}, {}};
  const std::vector<std::string> workloads{"hello", "count", "echo", "wait", "products"};
  for (std::size_t i = 0; i < states.size(); ++i) {
    made.workloads.push_back({workloads.at(i), states[i], ""});
  }
  return made;
}

constexpr auto kProven = State::kProven;
constexpr auto kFailed = State::kFailed;
constexpr auto kNotServed = State::kNotServed;
constexpr auto kNotAsked = State::kNotAsked;

TEST(LiveMatrix, HasARowForEachFramework) {
  EXPECT_EQ(live_matrix({check("go-http", {kProven, kProven, kProven, kProven, kProven}),
                         check("a-few", {kProven, kNotServed, kFailed, kNotServed, kNotServed})}),
            "framework  hello  count  echo  wait  products\n"
            "go-http    ok     ok     ok    ok    ok\n"
            "a-few      ok     -      FAIL  -     -\n");
}

TEST(LiveMatrix, SaysWhyAWorkloadWasNotAskedFor) {
  EXPECT_EQ(live_matrix({check("broken", {kFailed, kNotAsked, kNotServed, kNotAsked, kNotServed})}),
            "framework  hello  count  echo  wait  products\n"
            "broken     FAIL   ?      -     ?     -\n"
            "?: not asked for, as the server was not up\n");
}

TEST(LiveMatrix, FitsEightyColumns) {
  const auto table = live_matrix({check(std::string(29, 'x'), std::vector<State>(5, kFailed))});
  for (const auto& line : split(table, '\n')) EXPECT_LE(display_width(line), 80);
}

}  // namespace
}  // namespace pacer
