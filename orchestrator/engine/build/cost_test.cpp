#include "engine/build/cost.h"

#include <gtest/gtest.h>

#include "core/manifest/needs.h"
#include "engine/build/build_record.h"
#include "engine/build/testing.h"

namespace pacer {
namespace {

std::vector<Requirement> needs(const std::vector<const char*>& texts) {
  std::vector<Requirement> all;
  for (const auto* text : texts) all.push_back(parse_requirement(text).value());
  return all;
}

Duration first_cost(const std::vector<const char*>& texts) {
  FakeFramework framework({"touch out"});
  framework.manifest().needs = needs(texts);
  return estimated_cost(framework.manifest(), ToolEnv{}, {});
}

TEST(EstimatedCost, RisesWithTheToolchain) {
  const std::vector<Duration> costs{first_cost({"gcc"}),    first_cost({"g++"}),
                                    first_cost({"go"}),     first_cost({"node"}),
                                    first_cost({"python"}), first_cost({"jdk", "maven"}),
                                    first_cost({"cargo"})};
  for (std::size_t i = 1; i < costs.size(); ++i) EXPECT_LT(costs[i - 1], costs[i]) << i;
}

TEST(EstimatedCost, IsNothingWhereNothingIsToBeBuilt) {
  FakeFramework framework({});
  framework.manifest().needs = needs({"nginx"});
  EXPECT_EQ(estimated_cost(framework.manifest(), ToolEnv{}, {}), Duration::zero());
}

TEST(EstimatedCost, IsWhatTheLastBuildTook) {
  FakeFramework framework({"touch out"});
  framework.ensure();
  EXPECT_EQ(estimated_cost(framework.manifest(), ToolEnv{}, {}), Duration::zero())
      << "it is up to date";
  auto record = read_build_record(framework.manifest().directory).value();
  record.took = std::chrono::seconds(77);
  write_build_record(framework.manifest().directory, record);
  write_text(framework.file("new.c"), "");
  EXPECT_EQ(estimated_cost(framework.manifest(), ToolEnv{}, {}), std::chrono::seconds(77));
}

TEST(EstimatedCost, AnInstallationCostsMore) {
  FakeFramework framework({"touch out"});
  framework.manifest().needs = needs({"go"});
  const std::vector<Missing> missing{{framework.manifest().needs[0], std::nullopt, "", ""}};
  EXPECT_GT(estimated_cost(framework.manifest(), missing, {}),
            estimated_cost(framework.manifest(), ToolEnv{}, {}));
}

}  // namespace
}  // namespace pacer
