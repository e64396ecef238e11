#include "engine/probe/check_answer.h"

#include <gtest/gtest.h>

namespace pacer {
namespace {

Response hello() {
  Response response;
  response.status = 200;
  response.headers = {{"Content-Type", "text/plain; charset=utf-8"}};
  response.body = "Hello, World!";
  response.has_length = true;
  return response;
}

std::string wrong(const Response& response) {
  return check_answer(workload_named("hello"), response);
}

TEST(CheckAnswer, RightAnswerPasses) { EXPECT_EQ(wrong(hello()), ""); }

TEST(CheckAnswer, EveryDifferenceIsNamed) {
  auto response = hello();
  response.status = 404;
  EXPECT_EQ(wrong(response), "status 404, expected 200");
  response.status = 302;
  response.headers.emplace_back("location", "/app");
  EXPECT_EQ(wrong(response), "status 302 to /app, expected 200");

  response = hello();
  response.body = "<h1>It works!</h1>\n";
  response.headers = {{"content-type", "text/html; charset=utf-8"}};
  EXPECT_EQ(wrong(response),
            "body '<h1>It works!</h1>\\x0a' (19 bytes), expected 'Hello, World!' (13 bytes); "
            "content type 'text/html', expected 'text/plain'");
}

TEST(CheckAnswer, OldHttpAndCompressionAreRefused) {
  auto response = hello();
  response.http_minor = 0;
  EXPECT_EQ(wrong(response), "HTTP/1.0, expected HTTP/1.1");
  response = hello();
  response.headers.emplace_back("Content-Encoding", "gzip");
  response.body = "\x1f\x8b";
  EXPECT_EQ(wrong(response), "compressed (gzip) though no compression was asked for");
}

TEST(CheckAnswer, OfOtherAnswersAWrongStatusSaysEnough) {
  auto response = hello();
  EXPECT_EQ(check_response(response, 200, "text/plain", ""), "");
  EXPECT_EQ(check_response(response, 200, "", "body x"), "body x");
  EXPECT_EQ(check_response(response, 200, "application/json", "body x"),
            "body x; content type 'text/plain', expected 'application/json'");
  EXPECT_EQ(check_response(response, 201, "application/json", "body x"),
            "status 200, expected 201; body 'Hello, World!' (13 bytes)");
  response.body.clear();
  EXPECT_EQ(check_response(response, 204, "", ""), "status 200, expected 204");
}

TEST(CheckAnswer, OfALongBodyTheFirstWrongByteIsNamed) {
  EXPECT_EQ(check_body("ab", "ab"), "");
  EXPECT_EQ(check_body("ab", "abc"), "body 'ab' (2 bytes), expected 'abc' (3 bytes)");
  const std::string body(1000, 'x');
  EXPECT_EQ(check_body(body.substr(0, 600), body),
            "body of 600 bytes, expected 1000; right are the first 600");
  EXPECT_EQ(check_body(body.substr(0, 600) + "y", body),
            "body of 601 bytes, expected 1000; right are the first 600");
}

TEST(CheckAnswer, CountIsOneLineOfPidAndNumber) {
  EXPECT_EQ(parse_count("123 45\n")->pid, 123);
  EXPECT_EQ(parse_count("123 45")->count, 45u);
  for (const char* bad : {"", "123", "123 ", "123 x", "x 1", "1 2 3", "1  2", "-1 2", "1 2\n\n",
                          "0 1", " 1 2", "1 99999999999999999999999"}) {
    EXPECT_FALSE(parse_count(bad)) << bad;
  }
}

}  // namespace
}  // namespace pacer
