// Rule 11: a server whose requests become cheaper while they are measured is still warming.
#include <gtest/gtest.h>

#include "cases.h"

namespace pacer::e2e {
namespace {

TEST(Warming, AServerThatGetsFasterUnderTheLoadIsNoted) {
  run_cases({measured({"warms", "warms"}, {"still-warming"}),
             measured({"steady", "warms", {{"STEADY", "yes"}}})},
            {"--client", "pacer-load", "--duration", "6s"});
}

}  // namespace
}  // namespace pacer::e2e
