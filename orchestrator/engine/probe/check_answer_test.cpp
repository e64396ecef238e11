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
