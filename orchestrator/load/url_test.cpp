#include "load/url.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace pacer::load {
namespace {

/// "host|port|authority|target", or the whole error.
std::string read(const std::string& text) {
  try {
    const auto url = parse_url(text);
    return url.host + "|" + std::to_string(url.port) + "|" + url.authority + "|" + url.target;
  } catch (const Error& error) {
    return error.render();
  }
}

TEST(ParseUrl, TakesUrlsApart) {
  EXPECT_EQ(read("http://localhost:8080"), "localhost|8080|localhost:8080|/");
  EXPECT_EQ(read("http://127.0.0.1/a/b?c=d#e"), "127.0.0.1|80|127.0.0.1|/a/b?c=d");
  EXPECT_EQ(read("http://h:1?q"), "h|1|h:1|/?q");
  EXPECT_EQ(read("http://[::1]:8080/"), "::1|8080|[::1]:8080|/");
  EXPECT_EQ(read("http://[::1]"), "::1|80|[::1]|/");
}

TEST(ParseUrl, SaysWhatIsWrong) {
  EXPECT_EQ(read("https://localhost/"),
            "error: https://localhost/: pacer-load speaks plain HTTP/1.1 only\n"
            "  hint: take an http:// address");
  EXPECT_EQ(read("localhost:8080"),
            "error: localhost:8080: not an http:// address\n  hint: like http://127.0.0.1:8080/");
  EXPECT_EQ(read("http://:80/"),
            "error: http://:80/: the URL names no host\n  hint: like http://127.0.0.1:8080/");
  EXPECT_EQ(read("http://h:http/"),
            "error: http://h:http/: the port must be a number from 1 to 65535, not 'http'\n"
            "  hint: like http://127.0.0.1:8080/");
  EXPECT_EQ(read("http://h:65536/"),
            "error: http://h:65536/: the port must be a number from 1 to 65535, not '65536'\n"
            "  hint: like http://127.0.0.1:8080/");
  EXPECT_EQ(read("http://h/a b"),
            "error: http://h/a b: a URL holds no blanks and no control characters\n"
            "  hint: write a blank as %20");
  EXPECT_EQ(read("http://me@h/"),
            "error: http://me@h/: a user in the URL is not supported\n"
            "  hint: send it with -H 'Authorization: …'");
  EXPECT_EQ(read("http://[::1/"),
            "error: http://[::1/: the URL names no host\n"
            "  hint: like http://127.0.0.1:8080/");
}

TEST(MakeRequest, HoldsNothingThatWasNotAskedFor) {
  const auto url = parse_url("http://127.0.0.1:8080/x?y");
  EXPECT_EQ(make_request(url, "GET", {}, ""), "GET /x?y HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n");
  EXPECT_EQ(make_request(url, "POST", {"Content-Type: text/plain"}, "abc"),
            "POST /x?y HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nContent-Type: text/plain\r\n"
            "Content-Length: 3\r\n\r\nabc");
}

}  // namespace
}  // namespace pacer::load
