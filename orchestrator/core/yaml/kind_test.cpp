#include "core/yaml/kind.h"

#include <gtest/gtest.h>

#include "core/yaml/document.h"

namespace pacer::yaml {
namespace {

/// What a kind makes of `f: WRITTEN`.
template <class Value>
struct Reading {
  std::optional<Value> value;
  std::string message;
  std::string hint;
};

template <class Value>
Reading<Value> read(const Kind<Value>& kind, const std::string& written) {
  ProblemList problems;
  const auto root = read_document("f: " + written + "\n", problems);
  if (!root) return {std::nullopt, "not YAML", ""};
  auto value = kind.read(root->entries.at(0).value, "f", problems);
  EXPECT_EQ(value.has_value(), problems.empty()) << written;
  if (problems.empty()) return {value, "", ""};
  EXPECT_EQ(problems.size(), 1u) << written;
  EXPECT_EQ(problems[0].line, 1) << written;
  return {value, problems[0].message, problems[0].hint};
}

template <class Value>
std::string message(const Kind<Value>& kind, const std::string& written) {
  return read(kind, written).message;
}

TEST(Text, IsOneLineAsItIsWritten) {
  EXPECT_EQ(read(text(), "Go fasthttp").value, "Go fasthttp");
  EXPECT_EQ(read(text(), "'it''s'").value, "it's");
  EXPECT_EQ(read(text(), "\" 1.10 \"").value, "1.10");
  EXPECT_EQ(read(text(), ">\n  one\n  line").value, "one line");
  EXPECT_EQ(read(text(), "8 workers").value, "8 workers");
  EXPECT_EQ(read(text(), "1.2.3").value, "1.2.3");
  EXPECT_EQ(read(text(), "2024-01-01").value, "2024-01-01");
  EXPECT_EQ(read(text(), "normal").value, "normal");
}

TEST(Text, RefusesWhatOthersReadAsSomethingElse) {
  const auto reading = read(text(), "1.10");
  EXPECT_EQ(reading.message, "f must be text, and '1.10' is read as a number or a truth value");
  EXPECT_EQ(reading.hint, "put it in quotes: f: \"1.10\"");
  for (const char* written :
       {"0",    "-5",   "+5",    "1_000", "1e3", "1.5E-3", ".5",  "-.5",  "5.",    "0x1F",
        "0o17", "true", "False", "YES",   "no",  "On",     "off", ".inf", "-.INF", ".NaN"}) {
    EXPECT_NE(message(text(), written), "") << written;
    EXPECT_EQ(message(text(), "'" + std::string(written) + "'"), "") << written;
  }
}

TEST(Text, RefusesWhatCannotStandInATable) {
  EXPECT_EQ(message(text(), "''"), "f is empty");
  EXPECT_EQ(message(text(), "' '"), "f is empty");
  EXPECT_EQ(message(text(), "~"), "f is empty");
  EXPECT_EQ(message(text(), "[a]"), "f must be text, not a list");
  EXPECT_EQ(message(text(), "{a: b}"), "f must be text, not a map");
  EXPECT_EQ(message(text(), R"("a\x1b[31m")"), "f must be one line without control characters");
  EXPECT_EQ(message(text(), "|\n  two\n  lines"), "f must be one line without control characters");
  EXPECT_EQ(message(text(), R"("\0")"), "f must be one line without control characters");
  EXPECT_EQ(message(text(), std::string(500, 'x')), "");
  EXPECT_EQ(message(text(), std::string(501, 'x')), "f is longer than 500 characters");
}

TEST(PlainName, CanBeAFolder) {
  EXPECT_EQ(read(plain_name("a plan"), "spring-boot_3.1").value, "spring-boot_3.1");
  const auto reading = read(plain_name("a plan"), "Quick");
  EXPECT_EQ(reading.message, "'Quick' is no f of a plan");
  EXPECT_EQ(reading.hint, "lower-case letters, digits, '.', '_' and '-', a letter or digit first");
  for (const char* name : {"", ".hidden", "..", "-x", "_x", "a b", "a/b", "ä", "A", "a\n"}) {
    EXPECT_FALSE(is_plain_name(name)) << name;
  }
  for (const char* name : {"a", "0", "a.", "a-b_c.d", "3scale"}) {
    EXPECT_TRUE(is_plain_name(name)) << name;
  }
}

TEST(Boolean, IsOnlyTrueOrFalse) {
  EXPECT_EQ(read(boolean(), "true").value, true);
  EXPECT_EQ(read(boolean(), "false").value, false);
  // as<bool>() of yaml-cpp reads "no" as false and "y" as true.
  for (const char* written : {"no", "yes", "y", "n", "on", "off", "True", "FALSE", "0", "1"}) {
    EXPECT_EQ(message(boolean(), written),
              "f must be true or false, not '" + std::string(written) + "'");
  }
  EXPECT_EQ(read(boolean(), "'true'").hint, "leave out the quotes");
  EXPECT_EQ(message(boolean(), "[true]"), "f must be true or false, not a list");
}

TEST(Integer, HoldsItsRange) {
  const auto kind = integer({-1, 1000});
  EXPECT_EQ(read(kind, "-1").value, -1);
  EXPECT_EQ(read(kind, "0").value, 0);
  EXPECT_EQ(read(kind, "1000").value, 1000);
  EXPECT_EQ(message(kind, "-2"), "f must be from -1 to 1000, not -2");
  EXPECT_EQ(message(kind, "1001"), "f must be from -1 to 1000, not 1001");
  EXPECT_EQ(message(kind, "99999999999999999999999"),
            "f must be from -1 to 1000, not 99999999999999999999");
  EXPECT_EQ(kind.name, "whole number from -1 to 1000");
  EXPECT_EQ(kind.schema, R"({"type": "integer", "minimum": -1, "maximum": 1000})");
}

TEST(Integer, IsWrittenInPlainDigits) {
  const auto kind = integer({0, 1000});
  for (const char* written :
       {"1.0", "1e2", "0x10", "010", "1_0", "+5", "- 5", "5s", "five", "--5"}) {
    EXPECT_NE(message(kind, written), "") << written;
  }
  EXPECT_EQ(message(kind, "64.0"), "f must be a whole number, not '64.0'");
  EXPECT_EQ(read(kind, "'64'").hint, "leave out the quotes");
  EXPECT_EQ(message(kind, "{a: 1}"), "f must be a whole number, not a map");
}

TEST(Natural, HoldsEverySeed) {
  EXPECT_EQ(read(natural(), "0").value, 0u);
  EXPECT_EQ(read(natural(), "18446744073709551615").value, 18446744073709551615u);
  EXPECT_EQ(message(natural(), "18446744073709551616"),
            "f must be from 0 to 18446744073709551615, not 18446744073709551616");
  EXPECT_EQ(message(natural(), "-1"), "f must be from 0 to 18446744073709551615, not -1");
}

TEST(DurationKind, NeedsAUnit) {
  const auto kind = duration({false, std::chrono::minutes(10)});
  EXPECT_EQ(read(kind, "1.5s").value, std::chrono::milliseconds(1500));
  EXPECT_EQ(read(kind, "\"10m\"").value, std::chrono::minutes(10));
  EXPECT_EQ(read(kind, "30").message, "f must be a duration with its unit, not '30'");
  EXPECT_EQ(read(kind, "30").hint, "write 30s or 30ms");
  EXPECT_EQ(read(kind, "30 s").message, "f must be a duration with its unit, not '30 s'");
  EXPECT_EQ(read(kind, "30 s").hint, "a number and us, ms, s, m or h, without a blank: 30s");
  EXPECT_EQ(message(kind, "[30s]"), "f must be a duration, not a list");
}

TEST(DurationKind, HoldsItsRange) {
  const auto positive = duration({false, std::chrono::minutes(10)});
  EXPECT_EQ(message(positive, "0s"), "f must be over 0s and at most 10m, not 0s");
  EXPECT_EQ(message(positive, "601s"), "f must be over 0s and at most 10m, not 601s");
  const auto with_zero = duration({true, std::chrono::hours(1)});
  EXPECT_EQ(read(with_zero, "0s").value, Duration::zero());
  EXPECT_EQ(message(with_zero, "2h"), "f must be at most 1h, not 2h");
}

TEST(Choice, GuessesWhatWasMeant) {
  const auto kind = choice("workload", {"hello", "count"});
  EXPECT_EQ(read(kind, "count").value, "count");
  EXPECT_EQ(read(kind, "helo").message, "unknown workload 'helo'; did you mean 'hello'?");
  EXPECT_EQ(read(kind, "helo").hint, "known: hello, count");
  EXPECT_EQ(message(kind, "xyz"), "unknown workload 'xyz'");
  EXPECT_EQ(message(kind, "Hello"), "unknown workload 'Hello'; did you mean 'hello'?");
  EXPECT_EQ(message(kind, "[hello]"), "f must be the name of a workload, not a list");
  EXPECT_EQ(message(kind, std::string(100'000, 'x')),
            "unknown workload '" + std::string(37, 'x') + "...'");
  EXPECT_EQ(kind.name, "hello, count");
  EXPECT_EQ(kind.schema, R"({"enum": ["hello", "count"]})");
}

TEST(List, HasOneToAThousandItems) {
  const auto items = [](const std::string& written, ProblemList& problems) {
    const auto root = read_document("f: " + written, problems);
    const auto* found = list(root->entries.at(0).value, "f", "a list of words", "hint", problems);
    return found == nullptr ? 0u : found->size();
  };
  ProblemList problems;
  EXPECT_EQ(items("[a, b]", problems), 2u);
  EXPECT_EQ(problems, ProblemList{});
  std::string many = "[a";
  for (int i = 0; i < 1000; ++i) many += ", a";
  EXPECT_EQ(items("[]", problems) + items("a", problems) + items(many + "]", problems), 0u);
  EXPECT_EQ(problems, (ProblemList{{1, 4, "f is empty", "hint"},
                                   {1, 4, "f must be a list of words, not 'a'", "hint"},
                                   {1, 4, "f has more than 1000 items", ""}}));
}

}  // namespace
}  // namespace pacer::yaml
