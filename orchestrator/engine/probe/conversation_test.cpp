#include "engine/probe/conversation.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace pacer {
namespace {

TEST(Conversation, RequestsHaveWhatTheyNeedAndNoMore) {
  EXPECT_EQ(bytes_of({"DELETE", "/products/7"}, "127.0.0.1", 8080),
            "DELETE /products/7 HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n");
  EXPECT_EQ(bytes_of({"POST", "/echo", "", "abc", "text/plain"}, "127.0.0.1", 80),
            "POST /echo HTTP/1.1\r\nHost: 127.0.0.1:80\r\nContent-Type: text/plain\r\n"
            "Content-Length: 3\r\n\r\nabc");
  EXPECT_EQ(bytes_of({"POST", "/echo", "", ""}, "127.0.0.1", 80),
            "POST /echo HTTP/1.1\r\nHost: 127.0.0.1:80\r\nContent-Length: 0\r\n\r\n");
}

TEST(Conversation, ABodyMayGoInChunks) {
  const std::string head =
      "POST /echo HTTP/1.1\r\nHost: 127.0.0.1:80\r\nTransfer-Encoding: chunked\r\n\r\n";
  EXPECT_EQ(bytes_of({"POST", "/echo", "", std::string(17, 'x'), "", 16}, "127.0.0.1", 80),
            head + "10\r\nxxxxxxxxxxxxxxxx\r\n1\r\nx\r\n0\r\n\r\n");
  EXPECT_EQ(bytes_of({"POST", "/echo", "", "", "", 16}, "127.0.0.1", 80), head + "0\r\n\r\n");
}

TEST(Conversation, WhatIsRequiredNamesTheRequest) {
  const Request request{"POST", "/echo", "with 1 byte"};
  EXPECT_NO_THROW(require(request, ""));
  try {
    require(request, "no answer in time");
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "POST /echo with 1 byte: no answer in time");
  }
}

}  // namespace
}  // namespace pacer
