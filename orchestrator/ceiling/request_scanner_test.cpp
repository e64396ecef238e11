#include "ceiling/request_scanner.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace pacer::ceiling {
namespace {

using namespace std::string_literals;

ScanState state_of(const std::string& text) { return scan_request(text).state; }

TEST(ScanRequest, ReadsAPlainGet) {
  const auto text = "GET / HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n"s;
  const auto scan = scan_request(text);
  ASSERT_EQ(scan.state, ScanState::kComplete);
  EXPECT_EQ(scan.head_bytes, text.size());
  EXPECT_EQ(scan.head.method, "GET");
  EXPECT_EQ(scan.head.path, "/");
  EXPECT_EQ(scan.head.body_bytes, 0U);
  EXPECT_TRUE(scan.head.keep_alive);
  EXPECT_FALSE(scan.head.http_1_0);
}

TEST(ScanRequest, WaitsForTheEndWhereverTheHeadIsCut) {
  const auto text =
      "POST /count?x=1 HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nConnection: close\r\n\r\n"s;
  for (std::size_t size = 0; size < text.size(); ++size) {
    EXPECT_EQ(state_of(text.substr(0, size)), ScanState::kIncomplete) << size;
  }
  for (const auto& rest : {""s, "h"s, "hello"s, "helloGET / HT"s}) {
    const auto all = text + rest;
    const auto scan = scan_request(all);
    ASSERT_EQ(scan.state, ScanState::kComplete);
    EXPECT_EQ(scan.head_bytes, text.size());
    EXPECT_EQ(scan.head.method, "POST");
    EXPECT_EQ(scan.head.path, "/count");
    EXPECT_EQ(scan.head.body_bytes, 5U);
    EXPECT_FALSE(scan.head.keep_alive);
  }
}

TEST(ScanRequest, TakesPipelinedRequestsOneByOne) {
  std::string text;
  for (const auto* path : {"/a", "/b", "/c"}) text += "GET "s + path + " HTTP/1.1\r\n\r\n";
  std::vector<std::string> paths;
  std::string_view rest = text;
  while (!rest.empty()) {
    const auto scan = scan_request(rest);
    ASSERT_EQ(scan.state, ScanState::kComplete);
    paths.emplace_back(scan.head.path);
    rest.remove_prefix(scan.head_bytes);
  }
  EXPECT_EQ(paths, (std::vector<std::string>{"/a", "/b", "/c"}));
}

TEST(ScanRequest, PassesOverOneEmptyLineInFront) {
  EXPECT_EQ(state_of("\r\nGET / HTTP/1.1\r\n\r\n"), ScanState::kComplete);
  EXPECT_EQ(state_of("\r\n\r\nGET / HTTP/1.1\r\n\r\n"), ScanState::kMalformed);
}

TEST(ScanRequest, FollowsTheConnectionHeader) {
  const auto keeps = [](const std::string& version, const std::string& header) {
    const auto text = "GET / " + version + "\r\n" + header + "\r\n\r\n";
    const auto scan = scan_request(text);
    EXPECT_EQ(scan.state, ScanState::kComplete);
    return scan.head.keep_alive;
  };
  EXPECT_TRUE(keeps("HTTP/1.1", "Connection: keep-alive"));
  EXPECT_FALSE(keeps("HTTP/1.1", "cONNECTION:close"));
  EXPECT_FALSE(keeps("HTTP/1.1", "Connection: upgrade , CLOSE "));
  EXPECT_TRUE(keeps("HTTP/1.1", "Connection: closed"));
  EXPECT_FALSE(keeps("HTTP/1.0", "Host: a"));
  EXPECT_TRUE(keeps("HTTP/1.0", "Connection: Keep-Alive"));
}

TEST(ScanRequest, RefusesWhatIsNotHttp1) {
  for (const auto* line : {"GARBAGE", "GET /", "GET / HTTP/2.0", "GET / FTP/1.1", " / HTTP/1.1",
                           "GET  HTTP/1.1", "GET / x HTTP/1.1", "GET / HTTP/1.1 "}) {
    EXPECT_EQ(state_of(line + "\r\n"s), ScanState::kMalformed) << line;
  }
  EXPECT_EQ(state_of("GET / HTTP/1.1\n\n"), ScanState::kMalformed);
  EXPECT_EQ(state_of("\n"), ScanState::kMalformed);
}

TEST(ScanRequest, RefusesHeadersThatAreNone) {
  for (const auto* line :
       {"no colon", ": no name", "Host : blank", " folded: line", "Transfer-Encoding: chunked",
        "Content-Length: ", "Content-Length: -1", "Content-Length: 1x",
        "Content-Length: 99999999999999999999", "Content-Length: 1\r\nContent-Length: 2"}) {
    EXPECT_EQ(state_of("GET / HTTP/1.1\r\n"s + line + "\r\n\r\n"), ScanState::kMalformed) << line;
  }
  EXPECT_EQ(state_of("GET / HTTP/1.1\r\nContent-Length: 1\r\ncontent-length: 1\r\n\r\n"),
            ScanState::kComplete);
}

TEST(ScanRequest, RefusesAHeadOver64KiB) {
  const auto start = "GET / HTTP/1.1\r\nX: "s;
  const auto fill = [&](std::size_t size) {
    return start + std::string(size - start.size() - 4, 'x') + "\r\n\r\n";
  };
  EXPECT_EQ(state_of(fill(kMaxHeadBytes)), ScanState::kComplete);
  EXPECT_EQ(state_of(fill(kMaxHeadBytes + 1)), ScanState::kMalformed);
  EXPECT_EQ(state_of(start + std::string(kMaxHeadBytes, 'x')), ScanState::kMalformed);
  EXPECT_EQ(state_of(std::string(kMaxHeadBytes - 1, 'x')), ScanState::kIncomplete);
}

}  // namespace
}  // namespace pacer::ceiling
