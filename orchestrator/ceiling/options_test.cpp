#include "ceiling/options.h"

#include <gtest/gtest.h>

namespace pacer::ceiling {
namespace {

std::string error_of(const std::vector<std::string>& arguments, const Defaults& defaults = {}) {
  try {
    parse_options(arguments, defaults);
  } catch (const OptionError& error) {
    return error.what();
  }
  return "";
}

TEST(ParseOptions, OptionsWinOverTheEnvironment) {
  const Defaults defaults{"::1", "9000", 4};
  const auto plain = parse_options({}, defaults);
  EXPECT_EQ(plain.host, "::1");
  EXPECT_EQ(plain.port, 9000);
  EXPECT_EQ(plain.threads, 4);
  const auto given = parse_options({"--port", "80", "--host=0.0.0.0", "--threads", "2"}, defaults);
  EXPECT_EQ(given.host, "0.0.0.0");
  EXPECT_EQ(given.port, 80);
  EXPECT_EQ(given.threads, 2);
  EXPECT_EQ(given.extra_work_percent, 0);
  EXPECT_EQ(parse_options({"--work", "10"}, defaults).extra_work_percent, 10);
  EXPECT_EQ(error_of({"--work", "1001"}), "--work must be a number from 0 to 1000, not '1001'");
}

TEST(ParseOptions, ListensOnLoopbackByItself) {
  const auto options = parse_options({}, {nullptr, "", 1});
  EXPECT_EQ(options.host, "127.0.0.1");
  EXPECT_EQ(options.port, 8080);
  EXPECT_FALSE(options.help || options.version);
}

TEST(ParseOptions, KnowsHelpAndVersion) {
  EXPECT_TRUE(parse_options({"--help"}, {}).help);
  EXPECT_TRUE(parse_options({"--version"}, {}).version);
  EXPECT_NE(help_text().find("example: pacer-ceiling --port 8080"), std::string::npos);
}

TEST(ParseOptions, SaysWhatIsWrong) {
  EXPECT_EQ(error_of({"--prot", "1"}), "unknown option '--prot'");
  EXPECT_EQ(error_of({"8080"}), "unknown option '8080'");
  EXPECT_EQ(error_of({"--port"}), "--port needs a value");
  EXPECT_EQ(error_of({"--port=x"}), "--port must be a number from 0 to 65535, not 'x'");
  EXPECT_EQ(error_of({"--port", "65536"}), "--port must be a number from 0 to 65535, not '65536'");
  EXPECT_EQ(error_of({"--threads", "0"}), "--threads must be a number from 1 to 1024, not '0'");
  EXPECT_EQ(error_of({"--host", ""}), "--host must not be empty");
  EXPECT_EQ(error_of({}, {nullptr, "http", 1}),
            "PORT must be a number from 0 to 65535, not 'http'");
}

}  // namespace
}  // namespace pacer::ceiling
