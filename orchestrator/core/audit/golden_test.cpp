// Real outputs of wrk 4.1 beside what is right of each (tests/golden/audit): every field is
// compared.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/audit/judge.h"
#include "core/audit/output.h"

namespace pacer::audit {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

const fs::path kFolder = fs::path(PACER_ROOT) / "orchestrator/tests/golden/audit";

std::string read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

void expect_same(const Json& right, const Json& got, const std::string& where) {
  if (right.is_object()) {
    ASSERT_TRUE(got.is_object()) << where;
    for (const auto& [key, value] : right.items()) {
      ASSERT_TRUE(got.contains(key)) << where << "/" << key;
      expect_same(value, got.at(key), where + "/" + key);
    }
    return;
  }
  if (!right.is_number()) {
    EXPECT_EQ(right, got) << where;
    return;
  }
  ASSERT_TRUE(got.is_number()) << where << ": " << got;
  const auto value = right.get<double>();
  EXPECT_NEAR(value, got.get<double>(), 1e-9 * std::abs(value)) << where;
}

TEST(AuditGolden, RealOutputsReadRight) {
  std::size_t cases = 0;
  for (const auto& entry : fs::directory_iterator(kFolder)) {
    if (entry.path().extension() != ".json") continue;
    ++cases;
    const auto name = entry.path().stem().string();
    SCOPED_TRACE(name);
    const auto right = Json::parse(read(entry.path()));
    const auto audits = audit({.name = name,
                               .text = read(kFolder / (name + ".txt")),
                               .err = read(kFolder / (name + ".stderr.txt")),
                               .exit_code = right.at("exit_code").get<int>(),
                               .command = right.at("command").get<std::string>()});
    ASSERT_EQ(audits.size(), 1u);
    const auto got = Json::parse(json_text(audits)).at("reports").at(0);
    expect_same(right.at("values"), got.at("values"), "values");
    for (const char* key : {"parse_verdict", "command", "exit_code"}) {
      EXPECT_EQ(right.at(key), got.at(key)) << key;
    }
    for (const char* key : {"exact", "little_mean_us", "little_ratio"}) {
      if (right.contains(key)) expect_same(right.at(key), got.at(key), key);
    }
    const auto reasons = got.at("reasons").get<std::vector<std::string>>();
    for (const auto& code : right.at("reasons")) {
      EXPECT_TRUE(std::find(reasons.begin(), reasons.end(), code) != reasons.end()) << code;
    }
    // An audit also asks whether the average fits the throughput.
    const auto ratio = right.value("little_ratio", 1.0);
    const bool fits = ratio >= 0.8 && ratio <= 1.2;
    EXPECT_EQ(right.at("latency_usable").get<bool>() && fits, got.at("latency_usable").get<bool>());
  }
  EXPECT_EQ(cases, 20u);
}

}  // namespace
}  // namespace pacer::audit
