#include "core/ranking/controls.h"

#include <gtest/gtest.h>

#include "core/ranking/rank.h"
#include "tests/samples.h"

namespace pacer {
namespace {

using testing::measured;
using testing::run_of;

/// What the controls show, relative to the ceiling.
struct Controls {
  double twin = 1;
  double heavier_throughput = 1 / 1.1;
  double heavier_cost = 1.1;
  double stray = 0.005;  ///< of each trial, at most
  double ceiling_cpu_share = 0.99;
  int rounds = 10;
};

Ranking ranking_of(const Controls& controls) {
  std::vector<Sample> samples;
  const auto add = [&](const char* name, double rps, double cost_us, int round, int salt) {
    const int step = (round * 37 + salt * 53 + round * round * (1 + salt)) % 21;
    const double factor = 1 + controls.stray * (step - 10) / 10;
    auto sample = measured(name, rps * factor, round);
    sample.values["server_cpu_us_per_request"] = cost_us / factor;
    sample.values["server_cpu_share"] = controls.ceiling_cpu_share;
    samples.push_back(sample);
  };
  for (int round = 1; round <= controls.rounds; ++round) {
    add("fast", 50'000, 20, round, 1);
    add("slow", 20'000, 50, round, 2);
    add(kCeilingName, 100'000, 10, round, 3);
    add(kTwinName, 100'000 * controls.twin, 10 / controls.twin, round, 4);
    add(kHeavierName, 100'000 * controls.heavier_throughput, 10 * controls.heavier_cost, round, 5);
  }
  return rank(run_of({"fast", "slow"}, controls.rounds), samples);
}

/// The findings, without the figures in them.
std::vector<std::string> findings(const Ranking& ranking) {
  std::vector<std::string> all;
  for (const auto& text : ranking.control_findings) all.push_back(text.substr(0, text.find(',')));
  return all;
}

TEST(Controls, AHealthyCampaignIsRanked) {
  const auto ranking = ranking_of({});
  EXPECT_FALSE(ranking.controls_failed);
  EXPECT_EQ(ranking.standing, Standing::kRanked);
  EXPECT_EQ(findings(ranking), (std::vector<std::string>{
                                   "twin not told apart by throughput",
                                   "a tenth more work told apart by throughput",
                                   "twin not told apart by CPU/req",
                                   "a tenth more work told apart by CPU/req",
                               }));
  ASSERT_EQ(ranking.controls.size(), 2U);
  EXPECT_EQ(ranking.controls[0].summary.framework, kTwinName);
  EXPECT_FALSE(ranking.controls[0].rank) << "never ranked";
  ASSERT_EQ(ranking.rows.size(), 2U);
  EXPECT_EQ(ranking.rows[1].rank->best, 2) << "and no rival of the rows";
}

TEST(Controls, EqualServersThatDifferUnrankTheCampaign) {
  const auto ranking = ranking_of({.twin = 0.9});
  EXPECT_TRUE(ranking.controls_failed);
  EXPECT_EQ(ranking.standing, Standing::kUnranked);
  EXPECT_EQ(findings(ranking)[0], "twin wrongly told apart by throughput");
  EXPECT_EQ(findings(ranking)[2], "twin wrongly told apart by CPU/req");
  EXPECT_EQ(ranking.title, "quick, unranked");
  for (const auto& row : ranking.rows) EXPECT_FALSE(row.rank || row.cost_rank);
  EXPECT_EQ(ranking.footnotes[0],
            "A control failed, so the rows are sorted, not ranked: this run called equal servers "
            "different, or did not see a known difference.");
  std::string caption;
  for (const auto& [label, text] : ranking.caption) {
    if (label == "Controls") caption = text;
  }
  EXPECT_TRUE(caption.starts_with(
      "FAILED, so nothing is ranked: twin wrongly told apart by throughput, 0.9"))
      << caption;
}

TEST(Controls, AKnownDifferenceThatIsNotSeenUnranksTheCampaign) {
  const auto ranking = ranking_of({.heavier_cost = 1});
  EXPECT_TRUE(ranking.controls_failed);
  EXPECT_EQ(findings(ranking)[3], "a tenth more work not seen by CPU/req");
  EXPECT_TRUE(ranking_of({.heavier_throughput = 1.2}).controls_failed) << "the wrong way round";
}

TEST(Controls, ARunThatCannotSeeATenthNeedNot) {
  const auto ranking = ranking_of({.heavier_throughput = 1, .heavier_cost = 1, .stray = 0.2});
  EXPECT_FALSE(ranking.controls_failed);
  EXPECT_EQ(ranking.standing, Standing::kRanked);
  EXPECT_EQ(findings(ranking)[1], "a tenth more work too small to see by throughput");
}

TEST(Controls, WhereTheClientIsTheLimitThroughputShowsNothing) {
  const auto ranking = ranking_of({.heavier_throughput = 1, .ceiling_cpu_share = 0.7});
  EXPECT_FALSE(ranking.controls_failed);
  EXPECT_EQ(findings(ranking)[1], "a tenth more work not to be seen");
  EXPECT_EQ(findings(ranking)[3], "a tenth more work told apart by CPU/req");
}

TEST(Controls, UnderTenRoundsNothingIsJudged) {
  EXPECT_TRUE(ranking_of({.twin = 0.5, .rounds = 9}).control_findings.empty());
}

}  // namespace
}  // namespace pacer
