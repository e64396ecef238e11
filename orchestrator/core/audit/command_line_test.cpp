#include "core/audit/command_line.h"

#include <gtest/gtest.h>

namespace pacer::audit {
namespace {

CommandLine parse(std::string_view text) {
  const auto command = parse_command(text);
  EXPECT_TRUE(command.has_value()) << text;
  return command.value_or(CommandLine{});
}

TEST(CommandLine, ReadsEveryWayToGiveAnOption) {
  const auto published = parse(
      "steve@joy:~$ wrk -t4 -c128 -d30s http://localhost:8080 -s pipeline.lua --latency -- / 16");
  EXPECT_EQ(published.program, "wrk");
  EXPECT_EQ(published.threads, 4u);
  EXPECT_EQ(published.connections, 128u);
  EXPECT_EQ(published.duration_s, 30);
  EXPECT_EQ(depth_of(published), 16u);
  const auto spaced =
      parse("docker run x/wrk -t 2 --connections=1k --duration 1m --timeout 500ms U");
  EXPECT_EQ(spaced.threads, 2u);
  EXPECT_EQ(spaced.connections, 1000u);
  EXPECT_EQ(spaced.duration_s, 60);
  EXPECT_EQ(spaced.timeout_s, 0.5);
  EXPECT_EQ(depth_of(spaced), 1u);
}

TEST(CommandLine, KeepsToItsOwnCommand) {
  const auto command = parse("ulimit -n 60; wrk -t2 -c8 -d5 http://x/ & p=$!; kill -INT -d9 $p");
  EXPECT_EQ(command.connections, 8u);
  EXPECT_EQ(command.duration_s, 5);
  const auto quoted = parse("wrk -H 'X: -c9' -c \"7\" http://x/");
  EXPECT_EQ(quoted.connections, 7u);
  const auto broken = parse("wrk -t2 \\\n -c6 http://x/");
  EXPECT_EQ(broken.connections, 6u);
}

TEST(CommandLine, ProseIsNone) {
  EXPECT_FALSE(parse_command("we measured with wrk and liked it"));
  EXPECT_FALSE(parse_command("wrk.lua -t2"));
  EXPECT_FALSE(parse_command(""));
}

TEST(CommandLine, DepthIsWhatTheScriptIsTold) {
  EXPECT_EQ(depth_of(parse("wrk -s report.lua http://x/")), 1u);
  EXPECT_EQ(depth_of(parse("wrk -s own.lua http://x/ -- /json 8")), 8u);
  EXPECT_EQ(depth_of(parse("wrk-pipeline --pipeline 16 -d 15 -c 256 -t 8 http://x/")), 16u);
  EXPECT_FALSE(depth_of(parse("wrk -s pipeline.lua http://x/")).has_value());
  EXPECT_FALSE(depth_of(parse("wrk -s pipeline.lua http://x/ -- / 0")).has_value());
}

TEST(CommandLine, KnowsRates) {
  EXPECT_TRUE(parse("wrk -R2000 -c100 http://x/").has_rate);
  EXPECT_TRUE(parse("oha -q 100 -c 64 -z 10s http://x/").has_rate);
  EXPECT_EQ(parse("oha -c 64 -z 10s http://x/").connections, 64u);
  EXPECT_EQ(parse("bombardier -c 125 -d 10s http://x/").connections, 125u);
}

}  // namespace
}  // namespace pacer::audit
