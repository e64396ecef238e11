#include "core/yaml/document.h"

#include <gtest/gtest.h>

#include "core/yaml/encoding.h"

namespace pacer::yaml {
namespace {

Node read(std::string_view text) {
  ProblemList problems;
  const auto node = read_document(text, problems);
  EXPECT_EQ(problems, ProblemList{}) << text;
  EXPECT_TRUE(node.has_value()) << text;
  return node.value_or(Node());
}

/// What is wrong with a text that cannot be read.
ProblemList refused(std::string_view text) {
  ProblemList problems;
  EXPECT_EQ(read_document(text, problems).has_value(), false) << text;
  return problems;
}

std::string rendered(std::string_view text) {
  ProblemList problems;
  read_document(text, problems);
  return problems.empty() ? "" : Problems("f", text, problems).what();
}

std::pair<int, int> place(const Node& node) { return {node.line, node.column}; }

TEST(ReadDocument, KeepsTextKindOrderAndPlace) {
  const auto root = read("b: 1.10\na: [x, 'y']\nc: {d: \"e\"}\n");
  ASSERT_EQ(root.entries.size(), 3u);
  EXPECT_EQ(root.entries[0].key, "b");
  EXPECT_EQ(root.entries[0].value.kind, Node::Kind::kScalar);
  EXPECT_EQ(root.entries[0].value.text, "1.10");
  EXPECT_FALSE(root.entries[0].value.quoted);
  EXPECT_EQ(place(root.entries[0].value), std::pair(1, 4));
  const auto& list = root.entries[1].value;
  ASSERT_EQ(list.items.size(), 2u);
  EXPECT_FALSE(list.items[0].quoted);
  EXPECT_TRUE(list.items[1].quoted);
  EXPECT_EQ(place(list.items[1]), std::pair(2, 8));
  const auto& map = root.entries[2].value;
  EXPECT_EQ(map.kind, Node::Kind::kMap);
  EXPECT_EQ(map.entries.at(0).value.text, "e");
  EXPECT_TRUE(map.entries.at(0).value.quoted);
  EXPECT_EQ(map.entries.at(0).line, 3);
  EXPECT_EQ(map.entries.at(0).column, 5);
}

TEST(ReadDocument, CountsColumnsInCharacters) {
  const auto root = read("\xEF\xBB\xBFö: [ä, ü]\r\nß: x\r\n");
  EXPECT_EQ(root.entries.at(0).key, "ö");
  EXPECT_EQ(place(root.entries[0].value.items.at(1)), std::pair(1, 8));
  EXPECT_EQ(root.entries.at(1).value.text, "x");
  EXPECT_EQ(place(root.entries[1].value), std::pair(2, 4));
}

TEST(ReadDocument, TakesBlocksForText) {
  const auto root = read("a: |\n  1\n  2\nb: >-\n  3\n");
  EXPECT_EQ(root.entries.at(0).value.text, "1\n2\n");
  EXPECT_TRUE(root.entries[0].value.quoted);
  EXPECT_EQ(root.entries.at(1).value.text, "3");
  EXPECT_TRUE(root.entries[1].value.quoted);
}

TEST(ReadDocument, PlacesWhatIsLeftOutAtItsKey) {
  const auto root = read("a:\n\n# comment\n\nb: ~\nc: null\nd: {e: , f}\n");
  ASSERT_EQ(root.entries.size(), 4u);
  for (const auto index : {0u, 1u, 2u}) {
    EXPECT_EQ(root.entries[index].value.kind, Node::Kind::kNull);
    EXPECT_EQ(place(root.entries[index].value),
              std::pair(root.entries[index].line, root.entries[index].column));
  }
  EXPECT_EQ(place(root.entries[0].value), std::pair(1, 1));
  EXPECT_EQ(place(root.entries[3].value.entries.at(1).value), std::pair(7, 10));
}

TEST(ReadDocument, PlacesAnItemThatIsLeftOutAtItsDash) {
  const auto root = read("a:\n  - x\n  -\n\n  - y\nb: [1, , ~]\n");
  EXPECT_EQ(root.entries.at(0).value.items.at(1).kind, Node::Kind::kNull);
  EXPECT_EQ(place(root.entries[0].value.items[1]), std::pair(3, 3));
  EXPECT_EQ(place(root.entries.at(1).value.items.at(1)), std::pair(6, 6));
  EXPECT_EQ(place(root.entries[1].value.items.at(2)), std::pair(6, 10));
}

TEST(ReadDocument, MayBeginAndEndWithMarks) {
  EXPECT_EQ(read("---\na: 1\n...\n").entries.size(), 1u);
  EXPECT_EQ(read("# comment\n\n--- # comment\na: 1\n").entries.size(), 1u);
}

TEST(ReadDocument, NamesTheFirstOfADuplicateAndKeepsIt) {
  ProblemList problems;
  const auto root = read_document("a: 1\nb: {c: 1, c: 2}\n\"a\": 2\na: 3\n", problems);
  EXPECT_EQ(
      problems,
      (ProblemList{{2, 11, "'c' is given twice; the first is on line 2", "keep one of them"},
                   {3, 1, "'a' is given twice; the first is on line 1", "keep one of them"},
                   {4, 1, "'a' is given twice; the first is on line 1", "keep one of them"}}));
  ASSERT_TRUE(root.has_value());
  EXPECT_EQ(root->entries.size(), 2u);
  EXPECT_EQ(entry_of(*root, "a")->value.text, "1");
}

TEST(ReadDocument, RefusesASecondDocument) {
  EXPECT_EQ(rendered("a: 1\n---\nb: 2\n"),
            "f:2:1: error: a second document starts here\n"
            "  ---\n"
            "  ^\n"
            "  hint: one file holds one document");
  EXPECT_EQ(refused("a: 1\n---\n").at(0).message, "a second document starts here");
  EXPECT_EQ(refused("a: 1\n...\nb: 2\n").at(0),
            (Problem{3, 1, "a second document starts here", "one file holds one document"}));
}

TEST(ReadDocument, RefusesALineThatStandsFurtherLeftThanTheFirst) {
  // A second document to yaml-cpp, which nobody would ever ask for.
  EXPECT_EQ(rendered("  a: 1\nb: 2\n"),
            "f:2:1: error: this does not continue the lines above\n"
            "  b: 2\n"
            "  ^\n"
            "  hint: all fields begin in the same column: check the indentation");
}

TEST(ReadDocument, RefusesAQuoteThatIsNeverClosed) {
  // yaml-cpp takes the end of the file for its end.
  EXPECT_EQ(rendered("a: 'it''s\nb: 2\n"),
            "f:1:4: error: a quote is opened but never closed\n"
            "  a: 'it''s\n"
            "     ^\n"
            "  hint: close it with '");
  EXPECT_EQ(refused("a: [\"x\\\"\nb: 2\n").at(0).message, "a quote is opened but never closed");
  EXPECT_EQ(refused("'a: 1\n").at(0).message, "a quote is opened but never closed");
  EXPECT_EQ(read("a: 'it''s'\nb: \"\\\"\"\nc: ''\nd: ''''\n").entries.at(0).value.text, "it's");
}

TEST(ReadDocument, RefusesAnchorsAliasesMergeKeysAndTags) {
  EXPECT_EQ(refused("a: &x 1\nb: *x\n<<: {c: 1}\nd: !!str 1\ne: !foo {}\nf: ! g\nh: ! \"i\"\n"),
            (ProblemList{
                {1, 4, "anchors (&) are not read here", "write the value itself"},
                {2, 4, "aliases (*) are not read here", "write the value itself"},
                {3, 1, "merge keys (<<) are not read here", "write the fields themselves"},
                {4, 4, "tags (!) are not read here", "write the value itself, text in quotes"},
                {5, 4, "tags (!) are not read here", "write the value itself, text in quotes"},
                {6, 4, "tags (!) are not read here", "write the value itself, text in quotes"},
                {7, 4, "tags (!) are not read here", "write the value itself, text in quotes"}}));
  EXPECT_EQ(refused("a: *x\n").at(0).message, "the referenced anchor is not defined");
  EXPECT_EQ(read("'<<': 1\n").entries.at(0).key, "<<");
}

TEST(ReadDocument, RefusesAliasesThatWouldGrow) {
  std::string text = "a0: &a0 [x, x]\n";
  for (int i = 1; i < 60; ++i) {
    const auto last = "*a" + std::to_string(i - 1);
    const auto name = "a" + std::to_string(i);
    text += name + ": &" + name + " [" + last + ", " + last + "]\n";
  }
  EXPECT_EQ(refused(text).at(0).message, "anchors (&) are not read here");
}

TEST(ReadDocument, RefusesKeysThatAreNoWords) {
  EXPECT_EQ(refused("[a]: 1\n? {b: c}\n: 2\n~: 3\n: 4\n"),
            (ProblemList{{1, 1, "a key must be a word, not a list", ""},
                         {2, 3, "a key must be a word, not a map", ""},
                         {4, 1, "a key must be a word, not nothing", ""},
                         {5, 1, "a key must be a word, not nothing", ""}}));
}

TEST(ReadDocument, RefusesATopLevelWithoutFields) {
  const std::string hint = "write lines like `name: value`";
  EXPECT_EQ(refused(""), (ProblemList{{1, 1, "the file holds no fields", hint}}));
  EXPECT_EQ(refused("\n# comment\n"), (ProblemList{{1, 1, "the file holds no fields", hint}}));
  EXPECT_EQ(refused("~\n"), (ProblemList{{1, 1, "the file holds no fields", hint}}));
  EXPECT_EQ(refused("- a\n"), (ProblemList{{1, 1, "the file must hold fields, not a list", hint}}));
  EXPECT_EQ(refused("\ntitle\n"),
            (ProblemList{{2, 1, "the file must hold fields, not 'title'", hint}}));
}

TEST(ReadDocument, PlacesAndExplainsSyntaxErrors) {
  EXPECT_EQ(rendered("title: Go: fast\n"),
            "f:1:10: error: a ': ' cannot stand here\n"
            "  title: Go: fast\n"
            "           ^\n"
            "  hint: text with special characters needs quotes: \"...\"");
  EXPECT_EQ(rendered("needs: [>=1]\n"),
            "f:1:9: error: a value cannot begin with this character\n"
            "  needs: [>=1]\n"
            "          ^\n"
            "  hint: text with special characters needs quotes: \"...\"");
  EXPECT_EQ(rendered("a: {\n  b: 1\n\n"),
            "f:2:7: error: a '{' is opened but never closed\n"
            "    b: 1\n"
            "        ^\n"
            "  hint: close it with }");
  EXPECT_EQ(rendered("a: \"b\" c\nd: 1\n"),
            "f:1:8: error: this does not continue the fields above\n"
            "  a: \"b\" c\n"
            "         ^\n"
            "  hint: check the quotes and the indentation of this line and the one above");
  EXPECT_EQ(rendered("a: \"\\q\"\n"),
            "f:1:7: error: unknown escape character: q\n"
            "  a: \"\\q\"\n"
            "        ^");
}

TEST(ReadDocument, ExplainsTabs) {
  EXPECT_EQ(rendered("a:\n  b: 1\n\tc: 2\n"),
            "f:3:1: error: a tab cannot indent\n"
            "   c: 2\n"
            "  ^\n"
            "  hint: indent with blanks");
  EXPECT_EQ(refused("a:\n\t- b\n").at(0).message, "a list item cannot start here");
  EXPECT_EQ(refused("\ta: b\n").at(0).message, "a ': ' cannot stand here");
  EXPECT_EQ(read("a: [\n\tb,\n\tc]\n").entries.at(0).value.items.size(), 2u);
}

TEST(ReadDocument, SaysWhatItFoundBeforeASyntaxError) {
  EXPECT_EQ(refused("a: 1\na: 2\nb: [\n"),
            (ProblemList{{2, 1, "'a' is given twice; the first is on line 1", "keep one of them"},
                         {3, 5, "a '[' is opened but never closed", "close it with ]"}}));
}

TEST(ReadDocument, EndsWhereYamlCppWouldGoOnForEver) {
  // A stray comma: empty documents without end.
  EXPECT_EQ(refused(",").size(), 1u);
  EXPECT_EQ(refused(",a: 1\n").size(), 1u);
}

TEST(ReadDocument, BearsDeepNesting) {
  const std::string message = "nested more than 16 deep";
  for (const std::string opening : {"[", "{", "- ", "? ", "[{a: "}) {
    std::string text = "a:\n  ";
    for (int i = 0; i < 100'000; ++i) text += opening;
    EXPECT_EQ(refused(text).at(0).message, message) << opening;
  }
  EXPECT_EQ(read("a: " + std::string(15, '[') + std::string(15, ']')).entries.size(), 1u);
  EXPECT_EQ(refused("a: " + std::string(16, '[') + std::string(16, ']')),
            (ProblemList{{1, 19, message, ""}}));
}

TEST(ReadDocument, BearsLargeFiles) {
  std::string text;
  for (int i = 0; text.size() < kLargestFile - 20; ++i) text += "k" + std::to_string(i) + ": v\n";
  EXPECT_GT(read(text).entries.size(), 80'000u);
  EXPECT_EQ(read("a: " + std::string(kLargestFile - 10, 'x')).entries.size(), 1u);
  EXPECT_EQ(refused("a: " + std::string(kLargestFile, 'x')).at(0).message,
            "the file is larger than 1 MiB");
}

TEST(ReadDocument, RefusesBytesThatAreNoText) {
  EXPECT_EQ(refused("a: \xFF").at(0).message, "the byte 0xFF is not UTF-8 text");
  EXPECT_EQ(refused(std::string_view("a: \0", 4)).at(0).message,
            "a NUL byte cannot stand in a YAML file");
  EXPECT_EQ(refused("a: 1\n\x04"
                    "b: 2\n")
                .at(0)
                .line,
            2);
}

}  // namespace
}  // namespace pacer::yaml
