#include "engine/probe/json_answer.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace pacer {
namespace {

using nlohmann::json;

std::string wrong(const std::string& body, const json& expected) {
  Response response;
  response.status = 200;
  response.headers = {{"Content-Type", "application/json; charset=utf-8"}};
  response.body = body;
  return check_json(response, 200, expected);
}

TEST(JsonAnswer, OrderBlanksAndEscapesAreFree) {
  EXPECT_EQ(wrong("{\n \"b\": \"\\u00e9\",\n \"a\": [1, 2]\n}\n", {{"a", {1, 2}}, {"b", "é"}}), "");
}

TEST(JsonAnswer, NamesWhatIsThereAndWhatShouldBe) {
  EXPECT_EQ(wrong("oops", {{"id", 1}}), "body 'oops' (4 bytes) is not JSON");
  EXPECT_EQ(wrong("{\"id\": \"1\"}", {{"id", 1}}), "body {\"id\":\"1\"}, expected {\"id\":1}");
  EXPECT_EQ(wrong("{\"id\": true}", {{"id", 1}}), "body {\"id\":true}, expected {\"id\":1}");
  EXPECT_EQ(wrong("{\"products\": []}", json::array({1, 2})),
            "body {\"products\":[]}, expected a list of 2");
}

TEST(JsonAnswer, OfAListTheFirstDifferenceIsNamed) {
  const auto expected = json::array({1, 2, 3});
  EXPECT_EQ(wrong("[1,3,2]", expected), "entry 2 of 3 is 3, expected 2");
  EXPECT_EQ(wrong("[1,2]", expected), "a list of 2, expected 3");
  EXPECT_EQ(wrong("[1,2,3,4]", expected), "a list of 4, expected 3");
}

TEST(JsonAnswer, StatusAndTypeCountToo) {
  Response response;
  response.status = 201;
  response.headers = {{"Content-Type", "text/html"}};
  response.body = "{}";
  EXPECT_EQ(check_json(response, 200, json::object()),
            "status 201, expected 200; body '{}' (2 bytes)");
  EXPECT_EQ(check_json(response, 201, json::object()),
            "content type 'text/html', expected 'application/json'");
}

}  // namespace
}  // namespace pacer
