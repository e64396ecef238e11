#include "ceiling/answers.h"

#include <gtest/gtest.h>

namespace pacer::ceiling {
namespace {

TEST(Answers, AreWholeResponsesWithTheDate) {
  Answers answers;
  answers.set_time(784111777);
  EXPECT_EQ(answers.text(Answer::kHello, {}),
            "HTTP/1.1 200 OK\r\n"
            "Server: pacer-ceiling\r\n"
            "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n"
            "Content-Type: text/plain\r\n"
            "Content-Length: 13\r\n"
            "\r\n"
            "Hello, World!");
  EXPECT_EQ(answers.text(Answer::kNotFound, {}),
            "HTTP/1.1 404 Not Found\r\n"
            "Server: pacer-ceiling\r\n"
            "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n"
            "Content-Length: 0\r\n"
            "\r\n");
  answers.set_time(784111778);
  EXPECT_NE(answers.text(Answer::kNotAllowed, {}).find("08:49:38"), std::string_view::npos);
  EXPECT_NE(answers.text(Answer::kNotAllowed, {}).find("\r\nAllow: GET\r\n"),
            std::string_view::npos);
}

TEST(Answers, AnnounceTheEndOfTheConnection) {
  Answers answers;
  answers.set_time(0);
  RequestHead head;
  head.keep_alive = false;
  EXPECT_EQ(answers.text(Answer::kBadRequest, head),
            "HTTP/1.1 400 Bad Request\r\n"
            "Server: pacer-ceiling\r\n"
            "Date: Thu, 01 Jan 1970 00:00:00 GMT\r\n"
            "Connection: close\r\n"
            "Content-Length: 0\r\n"
            "\r\n");
  head.keep_alive = true;
  head.http_1_0 = true;
  EXPECT_NE(answers.text(Answer::kHello, head).find("\r\nConnection: keep-alive\r\n"),
            std::string_view::npos);
}

TEST(Answers, CountIsOneLine) {
  Answers answers;
  answers.set_time(784111777);
  EXPECT_EQ(answers.count(4711, 1000000, {}),
            "HTTP/1.1 200 OK\r\n"
            "Server: pacer-ceiling\r\n"
            "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n"
            "Content-Type: text/plain\r\n"
            "Content-Length: 13\r\n"
            "\r\n"
            "4711 1000000\n");
}

}  // namespace
}  // namespace pacer::ceiling
