#include "core/formats/junit.h"

#include <gtest/gtest.h>

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <sstream>

#include "tests/samples.h"

namespace pacer {
namespace {

using Tree = boost::property_tree::ptree;

Tree parsed(const std::string& xml) {
  std::istringstream stream(xml);
  Tree tree;
  boost::property_tree::read_xml(stream, tree);
  return tree;
}

const Failed kFailure{Stage::kVerify, "<h1>\"no\" & 'no'</h1>", {"1\ttab", "line 2 ]]> -->"}};

TEST(Junit, IsThis) {
  EXPECT_EQ(junit_xml("pacer check", {junit_case("a", Measured{}), junit_case("b", kFailure),
                                      junit_case("c", Skipped{"no go", "pacer setup go"}),
                                      junit_case("d", Invalid{{"stolen", "lost"}})}),
            R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="pacer check" tests="4" failures="2" skipped="1">
    <testcase classname="pacer check" name="a"/>
    <testcase classname="pacer check" name="b">
      <failure type="verify" message="&lt;h1&gt;&quot;no&quot; &amp; 'no'&lt;/h1&gt;">1&#9;tab
line 2 ]]&gt; --&gt;</failure>
    </testcase>
    <testcase classname="pacer check" name="c">
      <skipped message="no go; try: pacer setup go"/>
    </testcase>
    <testcase classname="pacer check" name="d">
      <failure type="invalid" message="stolen; lost">stolen
lost</failure>
    </testcase>
  </testsuite>
</testsuites>
)");
}

TEST(Junit, AParserReadsBackWhatWentIn) {
  const auto suite =
      parsed(junit_xml("x", {junit_case("b", kFailure)})).get_child("testsuites.testsuite");
  const auto failure = suite.get_child("testcase.failure");
  EXPECT_EQ(suite.get<int>("<xmlattr>.failures"), 1);
  EXPECT_EQ(failure.get<std::string>("<xmlattr>.message"), kFailure.why);
  EXPECT_EQ(failure.data(), "1\ttab\nline 2 ]]> -->");
}

// Every byte and every pair of bytes that a server may have put into its log.
TEST(Junit, NoInputMakesItMalformed) {
  for (int high = 0; high < 256; ++high) {
    std::string hostile = "<![CDATA[";
    for (int low = 0; low < 256; ++low) {
      hostile += {static_cast<char>(high), static_cast<char>(low)};
    }
    hostile += "\xEF\xBF\xBE\xEF\xBF\xBF\xED\xA0\x80";  // U+FFFE, U+FFFF, a surrogate
    const auto xml = junit_xml(
        hostile, {junit_case(hostile, Failed{Stage::kReady, hostile, {hostile, hostile}})});
    ASSERT_NO_THROW(parsed(xml)) << high;
    for (const char c : xml) EXPECT_TRUE(static_cast<unsigned char>(c) >= 0x20 || c == '\n');
    EXPECT_EQ(xml.find("\xEF\xBF\xBE"), std::string::npos);
    EXPECT_EQ(xml.find("\xEF\xBF\xBF"), std::string::npos);
  }
}

TEST(Junit, OfARunHasOneCaseAFramework) {
  const auto record = testing::run_of({"a", "b", "c"}, 2);
  const auto cases =
      junit_cases(record, {testing::measured("a", 1000, 1), testing::measured("b", 1000, 1),
                           testing::with_outcome("b", Failed{Stage::kMeasure, "died", {}}, 2),
                           testing::measured("a", 1000, 2)});
  ASSERT_EQ(cases.size(), 3u);
  EXPECT_EQ(cases[0].result, JunitCase::Result::kPassed);
  EXPECT_EQ(cases[1].result, JunitCase::Result::kFailed);
  EXPECT_EQ(cases[1].type, "measure");
  EXPECT_EQ(cases[2].result, JunitCase::Result::kSkipped);
  EXPECT_EQ(cases[2].message, "not run yet");
}

}  // namespace
}  // namespace pacer
