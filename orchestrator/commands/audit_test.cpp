#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "commands/rows.h"

namespace pacer {
namespace {

namespace fs = std::filesystem;

const fs::path kGolden = fs::path(PACER_ROOT) / "orchestrator/tests/golden/audit";

struct Run {
  int exit_code;
  std::string out;
};

Run run(std::vector<std::string> arguments) {
  CLI::App app;
  Context context;
  const auto action = add_audit(app, context);
  std::reverse(arguments.begin(), arguments.end());
  app.parse(arguments);
  testing::internal::CaptureStdout();
  try {
    const int code = action();
    return {code, testing::internal::GetCapturedStdout()};
  } catch (...) {
    testing::internal::GetCapturedStdout();
    throw;
  }
}

std::string golden(const char* name) { return (kGolden / name).string(); }

TEST(AuditCommand, ExitCodesSayWhatWasFound) {
  EXPECT_EQ(run({golden("o17-seconds.txt"), "--command", "wrk -t2 -c10 -d6s http://x/"}).exit_code,
            0);
  EXPECT_EQ(run({golden("o04-pipelined-zero-percentiles.txt")}).exit_code, 1);
  EXPECT_EQ(run({golden("o12-fewer-connections-than-threads.txt")}).exit_code, 2);
}

TEST(AuditCommand, ReadsStandardErrorBeside) {
  const auto ran = run({golden("o10-connection-refused.txt"), "--json", "--exit-code", "1"});
  const auto report = nlohmann::json::parse(ran.out).at("reports").at(0);
  EXPECT_EQ(report.at("reasons"), nlohmann::json({"exit_nonzero", "connect_refused", "no_report"}));
  EXPECT_EQ(report.at("file"), golden("o10-connection-refused.txt"));
}

TEST(AuditCommand, SeveralFilesAreOneAnswer) {
  const auto ran = run({golden("o01-plain.txt"), golden("o17-seconds.txt"), "--json"});
  EXPECT_EQ(nlohmann::json::parse(ran.out).at("reports").size(), 2u);
}

TEST(AuditCommand, WhatCannotBeReadIsAnError) {
  try {
    run({"/nowhere/x.txt"});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.render(), "error: /nowhere/x.txt: No such file or directory");
    EXPECT_EQ(error.exit_code(), ExitCode::kUsage);
  }
  try {
    run({kGolden.string()});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.render(),
              "error: " + kGolden.string() + ": is a directory\n  hint: name the files in it");
  }
}

}  // namespace
}  // namespace pacer
