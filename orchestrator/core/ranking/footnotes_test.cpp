#include "core/ranking/footnotes.h"

#include <gtest/gtest.h>

#include "core/ranking/rank.h"
#include "tests/samples.h"

namespace pacer {
namespace {

using testing::measured;
using testing::run_of;
using testing::with_outcome;

/// The first word of each footnote.
std::string starts(const Ranking& ranking) {
  std::string all;
  for (const auto& note : ranking.footnotes) all += note.substr(0, note.find(' ')) + " ";
  return all;
}

std::vector<Sample> rounds_of(int rounds) {
  std::vector<Sample> samples;
  for (int round = 1; round <= rounds; ++round) {
    samples.push_back(measured(kCeilingName, 9, round));
    samples.push_back(measured("a", 5, round));
  }
  return samples;
}

TEST(Footnotes, AreOneSentenceEach) {
  for (const auto& note : rank(run_of({"a"}, 10), rounds_of(10)).footnotes) {
    EXPECT_TRUE(note.ends_with('.')) << note;
    EXPECT_EQ(note.find(". "), std::string::npos) << note;
  }
}

TEST(Footnotes, ExplainOnlyWhatIsShown) {
  EXPECT_EQ(starts(rank(run_of({"a"}), {})), "");
  EXPECT_EQ(starts(rank(run_of({"a"}), {with_outcome("a", Failed{})})), "");
  EXPECT_EQ(starts(rank(run_of({"a"}), {measured("a", 5)})),
            "With One Mean wrk's Memory: Verified ");
  EXPECT_EQ(starts(rank(run_of({"a"}), rounds_of(1))),
            "With One Ceiling: Mean wrk's Memory: Verified ");
  EXPECT_EQ(starts(rank(run_of({"a"}, 10), rounds_of(10))),
            "Ranks Surely: One [a–b]: Ceiling: Mean wrk's Memory: Verified ");
}

TEST(Footnotes, NameTheMethodOfTheMemoryThatIsShown) {
  const auto note_of = [](const Sample& sample) {
    for (const auto& note : rank(run_of({"a"}), {sample}).footnotes) {
      if (note.starts_with("Memory:")) return note;
    }
    return std::string();
  };
  auto sample = measured("a", 5);
  EXPECT_NE(note_of(sample).find("RSS"), std::string::npos);
  sample.values["memory_cgroup_v1_peak_bytes"] = 5e6;
  EXPECT_NE(note_of(sample).find("(v1)"), std::string::npos);
  sample.values["memory_cgroup_v2_peak_bytes"] = 5e6;
  EXPECT_NE(note_of(sample).find("(v2)"), std::string::npos);
  for (const auto* key : {"memory_peak_bytes", "memory_cgroup_v1_peak_bytes",
                          "memory_cgroup_v2_peak_bytes"}) {
    sample.values.erase(key);
  }
  EXPECT_EQ(note_of(sample), "");
}

TEST(Footnotes, DoNotCallACeilingWhatARowExceeds) {
  const auto note = [](double throughput_rps) {
    const auto ranking =
        rank(run_of({"a"}), {measured(kCeilingName, 9), measured("a", throughput_rps)});
    return ranking.footnotes.at(2);
  };
  EXPECT_EQ(note(8),
            "Ceiling: a server of canned answers, the most that client and kernel can do here.");
  EXPECT_EQ(note(10),
            "Ceiling: a server of canned answers, meant as the most that client and kernel can do "
            "here: that a row stands above it shows how far trials of one server vary.");
}

// Two rows can be ordered in 64 ways over six rounds. In 4 of them their difference is as large as
// here, where normal theory would be sure of it.
TEST(Footnotes, SayWhereThePermutationCheckOverrules) {
  std::vector<Sample> samples;
  for (int round = 1; round <= 6; ++round) {
    samples.push_back(measured("a", 500, round));
    samples.push_back(measured("b", round == 6 ? 501 : 400, round));
  }
  const auto ranking = rank(run_of({"a", "b"}, 6), samples);
  EXPECT_EQ(starts(ranking),
            "With Ranks Surely: Noise No No One [a–b]: Mean wrk's Memory: Verified ");
  EXPECT_EQ(ranking.footnotes[4],
            "No two rows are told apart by throughput: values in random order within the rounds "
            "differ as much with probability 0.066.");
  EXPECT_EQ(ranking.rows[0].rank, (RankInterval{1, 2}));
  EXPECT_EQ(ranking.rows[1].rank, (RankInterval{1, 2}));
}

TEST(Footnotes, ABatchCycleIsNoLatency) {
  auto record = run_of({"a"});
  record.settings.pipeline = 16;
  const auto ranking = rank(record, {measured("a", 5, 1, record.settings)});
  EXPECT_EQ(starts(ranking), "With One Batch wrk's Memory: Verified ");
  EXPECT_EQ(
      ranking.footnotes[2],
      "Batch cycle: how long a whole batch of pipelined requests takes; it is not a latency.");
}

TEST(Footnotes, WrksColumnsConcernOnlyWrk) {
  auto record = run_of({"a"});
  record.settings.client = "pacer-load";
  EXPECT_EQ(starts(rank(record, {measured("a", 5, 1, record.settings)})),
            "With One Mean Memory: Verified ");
}

TEST(Footnotes, HarnessBoundRowsAreLowerBounds) {
  auto bound = measured("a", 5);
  bound.notes = {{"harness-bound", "harness-bound: the client was the limit"}};
  EXPECT_EQ(starts(rank(run_of({"a"}), {bound})),
            "With One Mean wrk's Memory: Verified Harness-bound: ");
}

TEST(Footnotes, ExplainTheBadgesThatAreShown) {
  const auto note = [](const std::vector<Sample>& samples) {
    return rank(run_of({"a", "b"}), samples).footnotes.back();
  };
  auto bytes = measured("a", 5);
  bytes.badge = Badge::kBytes;
  auto client = measured("b", 4);
  client.badge = Badge::kClient;
  EXPECT_EQ(note({bytes}), "Verified by: bytes = each byte under load was accounted for.");
  EXPECT_EQ(note({client, bytes}),
            "Verified by: bytes = each byte under load was accounted for, client = only what the "
            "client itself checks.");
  EXPECT_EQ(note({measured("a", 5)}),
            "Verified by: handler = each run of the handler was counted.");
}

TEST(Footnotes, SayHowFarTheOrderMayBeTrusted) {
  const auto first = [](int rounds) {
    return rank(run_of({"a"}, rounds), rounds_of(rounds)).footnotes.front();
  };
  EXPECT_EQ(first(5),
            "With fewer than 6 complete rounds the rows are sorted, not ranked: small differences "
            "may be noise.");
  EXPECT_EQ(first(6), "With 6 to 9 complete rounds the ranks are provisional.");
  EXPECT_EQ(first(10),
            "Ranks are the places that a row may take: 2–4 is surely behind one row and surely "
            "ahead of all but four; = marks rows with the same places.");
}

}  // namespace
}  // namespace pacer
