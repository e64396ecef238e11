#include <gtest/gtest.h>

#include <fstream>

#include <fmt/format.h>

#include "cases.h"

namespace pacer::e2e {
namespace {

namespace fs = std::filesystem;

/// A run made of plain numbers, in a folder as `pacer run` leaves it: of the reference run's record
/// and of its samples of the ceiling and go-http, `rounds` times, with throughput times `factor`.
std::string store_run(const Workspace& workspace, const std::string& name, int rounds,
                      double factor) {
  const auto reference = fs::path(PACER_ROOT) / "results/reference";
  const auto folder = workspace.folder() / name;
  fs::create_directory(folder);
  auto record = Json::parse(read(reference / "run.json"));
  record["id"] = name;
  record["frameworks"] = {"go-http"};
  record["plan"]["repetitions"] = rounds;
  workspace.write(folder / "run.json", record.dump());
  std::ofstream out(folder / "samples.jsonl");
  std::ifstream in(reference / "samples.jsonl");
  for (std::string line; std::getline(in, line);) {
    auto sample = Json::parse(line);
    const auto framework = sample.at("framework").get<std::string>();
    if (framework != "go-http" && framework != "pacer-ceiling") continue;
    const double base = sample["values"]["throughput_rps"];
    for (int round = 1; round <= rounds; ++round) {
      sample["round"] = round;
      const double noise = 1 + 0.002 * ((round * 7) % 5);
      sample["values"]["throughput_rps"] = base * noise * (framework == "go-http" ? factor : 1);
      out << sample.dump() << "\n";
    }
  }
  return folder;
}

TEST(Compare, ExitCodesAreForAGate) {
  Workspace workspace;
  const auto before = store_run(workspace, "before", 8, 1);
  const auto same = store_run(workspace, "same", 8, 1.001);
  const auto slower = store_run(workspace, "slower", 8, 0.9);
  const auto passed = workspace.pacer({"compare", before, same});
  EXPECT_EQ(passed.end.code, 0) << passed.out << passed.err;
  expect_words(passed.out, "passed: no regression over 5 %");
  const auto regressed = workspace.pacer({"compare", before, slower});
  EXPECT_EQ(regressed.end.code, 1);
  expect_words(regressed.out, "regressed by more than 5 %: go-http (req/s)");
  EXPECT_EQ(workspace.pacer({"compare", before, slower, "--tolerance", "20%"}).end.code, 0);
  const auto json = workspace.pacer({"compare", before, slower, "go-*", "--json"});
  EXPECT_EQ(json.end.code, 1);
  EXPECT_EQ(json.json().at("rows").at(0).at("metrics").at(0).at("verdict"), "regressed");
}

TEST(Compare, WhatCannotBeComparedIsRefusedWithTheReason) {
  Workspace workspace;
  const auto before = store_run(workspace, "before", 8, 1);
  const auto once = store_run(workspace, "once", 1, 1);
  const auto few = workspace.pacer({"compare", before, once});
  EXPECT_EQ(few.end.code, 2);
  expect_words(few.out, "go-http has too few rounds for any answer");
  auto record = Json::parse(read(fs::path(once) / "run.json"));
  record["environment"]["machine"]["value"] = "another one";
  workspace.write(fs::path(once) / "run.json", record.dump());
  const auto other = workspace.pacer({"compare", before, once});
  EXPECT_EQ(other.end.code, 2);
  expect_words(other.out, "other machine: ");
  EXPECT_EQ(workspace.pacer({"compare", before}).end.code, 2);
  EXPECT_EQ(workspace.pacer({"compare"}).end.code, 2);
  EXPECT_EQ(workspace.pacer({"compare", before, before, "--tolerance", "much"}).end.code, 2);
}

TEST(Compare, EveryFormatCanBeWrittenToAFile) {
  Workspace workspace;
  const auto before = store_run(workspace, "before", 8, 1);
  for (const std::string format : {"text", "markdown", "json"}) {
    const auto file = workspace.folder() / format;
    const auto printed = workspace.pacer({"compare", before, before, "--format", format});
    const auto written =
        workspace.pacer({"compare", before, before, "--format", format, "--output", file.string()});
    EXPECT_EQ(printed.end.code, 0) << printed.err;
    EXPECT_EQ(written.out, "");
    EXPECT_EQ(read(file), printed.out);
  }
}

}  // namespace
}  // namespace pacer::e2e
