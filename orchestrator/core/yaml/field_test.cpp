#include "core/yaml/field.h"

#include <gtest/gtest.h>

#include "core/yaml/document.h"
#include "core/yaml/schema.h"

namespace pacer::yaml {
namespace {

struct Thing {
  std::string name = "none";
  int count = 7;
  std::optional<std::string> why;
};

const std::vector<Field<Thing>>& thing_fields() {
  static const std::vector<Field<Thing>> kTable{
      field({.name = "name", .required = true, .help = "Its name.", .example = "name: x"}, text(),
            &Thing::name),
      field({.name = "count",
             .required = true,
             .help = "How many, a|b.",
             .fallback = "7",
             .example = "count: 3",
             .unless = "why"},
            integer({1, 9}), &Thing::count),
      field({.name = "why", .help = "Why not.", .fallback = "none", .example = "why: broken"},
            text(), &Thing::why)};
  return kTable;
}

struct Result {
  Thing thing;
  std::vector<std::string> wrong;
  ProblemList problems;
};

Result read(const std::string& written) {
  Result result;
  const auto root = read_document(written, result.problems);
  if (root) result.wrong = read_fields(*root, thing_fields(), result.thing, result.problems);
  return result;
}

TEST(ReadFields, FillsTheMembers) {
  const auto result = read("why: broken\ncount: 3\nname: x\n");
  EXPECT_EQ(result.problems, ProblemList{});
  EXPECT_EQ(result.thing.name, "x");
  EXPECT_EQ(result.thing.count, 3);
  EXPECT_EQ(result.thing.why, "broken");
}

TEST(ReadFields, KeepsTheDefaultsOfWhatIsNotGivenOrWrong) {
  const auto result = read("count: 30\n");
  EXPECT_EQ(result.thing.name, "none");
  EXPECT_EQ(result.thing.count, 7);
  EXPECT_EQ(result.thing.why, std::nullopt);
  EXPECT_EQ(result.wrong, std::vector<std::string>{"count"});
  EXPECT_EQ(result.problems, (ProblemList{{1, 8, "count must be from 1 to 9, not 30", ""},
                                          {1, 1, "name is missing", "for example: name: x"}}));
}

TEST(ReadFields, LetsOneFieldExcuseAnother) {
  EXPECT_EQ(read("name: x\nwhy: broken\n").problems, ProblemList{});
  EXPECT_EQ(read("\nname: x\n").problems,
            (ProblemList{{2, 1, "count is missing", "for example: count: 3"}}));
}

TEST(ReadFields, RefusesFieldsWithoutAValue) {
  EXPECT_EQ(read("name:\ncount: 1\n").problems,
            (ProblemList{{1, 1, "name has no value", "for example: name: x"}}));
}

TEST(ReadFields, GuessesWhatAnUnknownFieldMeansAndDoesNotMissItThen) {
  EXPECT_EQ(read("naem: x\ncount: 1\n").problems,
            (ProblemList{{1, 1, "unknown field 'naem'; did you mean 'name'?", ""}}));
  EXPECT_EQ(read("name: x\ncount: 1\nprot: 1\n").problems,
            (ProblemList{{3, 1, "unknown field 'prot'", "known: name, count, why"}}));
  EXPECT_EQ(read("name: x\ncount: 1\nnaem: 1\n").problems,
            (ProblemList{{3, 1, "unknown field 'naem'; did you mean 'name'?", ""}}));
}

TEST(ReadFields, BearsThousandsOfFields) {
  std::string written;
  for (int i = 0; i < 100'000; ++i) written += "k" + std::to_string(i) + ": 1\n";
  EXPECT_EQ(read(written).problems,
            (ProblemList{{1, 1, "more than 200 fields", "is it the right file?"}}));
}

TEST(SchemaOf, FollowsTheTable) {
  EXPECT_EQ(schema_of("A thing", "What it is.", infos_of(thing_fields())),
            R"({
  "$schema": "http://json-schema.org/draft-07/schema#",
  "title": "A thing",
  "description": "What it is.",
  "type": "object",
  "additionalProperties": false,
  "required": [
    "name"
  ],
  "properties": {
    "name": {
      "description": "Its name.",
      "type": "string",
      "pattern": "\\S",
      "maxLength": 500
    },
    "count": {
      "description": "How many, a|b. Default: 7.",
      "type": "integer",
      "minimum": 1,
      "maximum": 9
    },
    "why": {
      "description": "Why not. Default: none.",
      "type": "string",
      "pattern": "\\S",
      "maxLength": 500
    }
  },
  "allOf": [
    {
      "anyOf": [
        {
          "required": [
            "count"
          ]
        },
        {
          "required": [
            "why"
          ]
        }
      ]
    }
  ]
}
)");
}

TEST(MarkdownOf, FollowsTheTable) {
  EXPECT_EQ(
      markdown_of(infos_of(thing_fields())),
      "| field | required | value | default | meaning |\n"
      "|---|---|---|---|---|\n"
      "| `name` | yes | text |  | Its name. |\n"
      "| `count` | unless `why` is given | whole number from 1 to 9 | 7 | How many, a\\|b. |\n"
      "| `why` |  | text | none | Why not. |\n");
}

}  // namespace
}  // namespace pacer::yaml
