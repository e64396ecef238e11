#include "load/response_parser.h"

#include <gtest/gtest.h>

#include <vector>

namespace pacer::load {
namespace {

using namespace std::string_literals;
using Step = ResponseParser::Step;

const Expectation kHello{200, "Hello, World!", false};

/// What a parser makes of a stream: one line an answer, then what became of the rest.
struct Reader {
  explicit Reader(const Expectation& expected) : parser(expected) {}

  void feed(std::string_view input) {
    while (!input.empty() && problem.empty()) {
      const auto step = parser.feed(input);
      if (step == Step::kComplete) add();
      if (step == Step::kMalformed) problem = parser.problem();
    }
  }
  void end() {
    if (parser.end() == Step::kComplete) add();
  }
  void add() {
    const auto& response = parser.response();
    text += std::to_string(response.status) + " " + std::to_string(response.body_bytes) +
            (response.body_differs ? " differs" : " same") + (response.closes ? " closes\n" : "\n");
  }
  std::string whole() const {
    return text + (problem.empty() ? "" : "malformed: " + problem + "\n") +
           (problem.empty() && !parser.idle() ? "unfinished\n" : "");
  }

  ResponseParser parser;
  std::string text;
  std::string problem;
};

std::string read(const std::string& stream, const Expectation& expected = kHello) {
  Reader reader(expected);
  reader.feed(stream);
  reader.end();
  return reader.whole();
}

/// The same, whichever way the bytes arrive: in two pieces cut anywhere, and one by one.
std::string read_split(const std::string& stream, const Expectation& expected = kHello) {
  const auto whole = read(stream, expected);
  for (std::size_t cut = 0; cut <= stream.size(); ++cut) {
    Reader reader(expected);
    reader.feed(std::string_view(stream).substr(0, cut));
    reader.feed(std::string_view(stream).substr(cut));
    reader.end();
    EXPECT_EQ(reader.whole(), whole) << "cut at " << cut;
  }
  Reader reader(expected);
  for (const char byte : stream) reader.feed(std::string_view(&byte, 1));
  reader.end();
  EXPECT_EQ(reader.whole(), whole) << "byte by byte";
  return whole;
}

const auto kPlain = "HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\nHello, World!"s;

TEST(ResponseParser, ReadsAnswersInAnyPieces) {
  EXPECT_EQ(read_split(kPlain), "200 13 same\n");
  EXPECT_EQ(read_split(kPlain + kPlain + kPlain), "200 13 same\n200 13 same\n200 13 same\n");
  EXPECT_EQ(read_split("HTTP/1.1 200\r\ncontent-LENGTH:13 \t\r\nX:\r\n\r\nHello, World!"),
            "200 13 same\n");
  EXPECT_EQ(read_split("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n" + kPlain),
            "404 0 differs\n200 13 same\n");
}

TEST(ResponseParser, ReadsChunksWithExtensionsAndTrailers) {
  const auto head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n"s;
  EXPECT_EQ(read_split(head + "D\r\nHello, World!\r\n0\r\n\r\n" + kPlain),
            "200 13 same\n200 13 same\n");
  EXPECT_EQ(read_split(head +
                       "5;a=b\r\nHello\r\n008 ; q=\"x;y\"\r\n, World!\r\n000;last\r\n"
                       "Digest: abc\r\nContent-Length: 99\r\nConnection: close\r\n\r\n" +
                       kPlain),
            "200 13 same\n200 13 same\n");
  EXPECT_EQ(read_split(head + "5\r\nHello\r\n0\r\n\r\n"), "200 5 differs\n");
  EXPECT_EQ(read_split(head + "5\r\nHelloX\r\n0\r\n\r\n"),
            "malformed: a chunk longer than its size\n");
  EXPECT_EQ(read_split(head + "5 5\r\nHello\r\n"), "malformed: a chunk size that is no number\n");
  EXPECT_EQ(read_split(head + " 5\r\nHello\r\n"), "malformed: a chunk size that is no number\n");
  EXPECT_EQ(read_split(head + "\r\n"), "malformed: a chunk size that is no number\n");
  EXPECT_EQ(read_split(head + "-5\r\n"), "malformed: a chunk size that is no number\n");
  EXPECT_EQ(read_split(head + "0x5\r\n"), "malformed: a chunk size that is no number\n");
  EXPECT_EQ(read_split(head + "ffffffffffffffff\r\n"),
            "malformed: a chunk size that is no number\n");
  EXPECT_EQ(read_split(head + "11111111111111111\r\n"),
            "malformed: a chunk size that is no number\n");
  EXPECT_EQ(read_split(head + "5;\x01\r\n"),
            "malformed: a control character in a chunk extension\n");
  EXPECT_EQ(read_split(head + "0\r\nno trailer\r\n\r\n"), "malformed: a header without a colon\n");
}

TEST(ResponseParser, ReadsOverInterimAnswers) {
  EXPECT_EQ(read_split("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n"
                       "Connection: close\r\n\r\n" +
                       kPlain),
            "200 13 same\n");
  EXPECT_EQ(read_split("HTTP/1.1 101 Switching Protocols\r\n\r\n"), "101 0 differs closes\n");
  EXPECT_EQ(read_split("HTTP/1.1 100 Continue\r\n\r\n"), "unfinished\n");
}

TEST(ResponseParser, KnowsWhenTheConnectionEnds) {
  EXPECT_EQ(read_split("HTTP/1.1 200 OK\r\nConnection: foo, Close\r\nContent-Length: 13\r\n\r\n"
                       "Hello, World!"),
            "200 13 same closes\n");
  EXPECT_EQ(read_split("HTTP/1.0 200 OK\r\nContent-Length: 13\r\n\r\nHello, World!"),
            "200 13 same closes\n");
  EXPECT_EQ(read_split("HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 13\r\n\r\n"
                       "Hello, World!"),
            "200 13 same\n");
  EXPECT_EQ(read_split("HTTP/1.1 200 OK\r\n\r\nHello, World!"), "200 13 same closes\n");
  EXPECT_EQ(read_split("HTTP/1.1 200 OK\r\n\r\nHello"), "200 5 differs closes\n");
}

TEST(ResponseParser, LooksAtEveryByteOfTheBody) {
  for (std::size_t at = 0; at < 13; ++at) {
    auto wrong = kPlain;
    wrong[wrong.size() - 13 + at] ^= 1;
    EXPECT_EQ(read_split(wrong), "200 13 differs\n") << at;
  }
  EXPECT_EQ(read_split("HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\nHello, World"),
            "200 12 differs\n");
  EXPECT_EQ(read_split("HTTP/1.1 200 OK\r\nContent-Length: 14\r\n\r\nHello, World!!"),
            "200 14 differs\n");
}

TEST(ResponseParser, KnowsAnswersWithoutABody) {
  EXPECT_EQ(read_split("HTTP/1.1 204 No Content\r\n\r\n", {204, "", false}), "204 0 same\n");
  EXPECT_EQ(read_split("HTTP/1.1 304 Not Modified\r\nContent-Length: 13\r\n\r\n" + kPlain),
            "304 0 differs\n200 13 same\n");
  const auto head = "HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\n"s;
  EXPECT_EQ(read_split(head + head, {200, "", true}), "200 0 same\n200 0 same\n");
}

TEST(ResponseParser, StopsInTheMiddle) {
  for (std::size_t size = 1; size < kPlain.size(); ++size) {
    EXPECT_EQ(read(kPlain.substr(0, size)), "unfinished\n") << size;
  }
}

TEST(ResponseParser, RefusesStatusLines) {
  const auto none = "malformed: no HTTP/1 status line where an answer should begin\n"s;
  for (const auto* line :
       {"", "Hello", " HTTP/1.1 200 OK", "HTTP/2.0 200 OK", "HTTP/1.2 200 OK", "http/1.1 200 OK",
        "HTTP/1.1  200", "HTTP/1.1", "HTTP/1.1 20", "ICY 200 OK and more"}) {
    const auto read_it = read_split(line + "\r\n\r\n"s);
    if (read_it == "malformed: a status that is not three digits\n") {
      EXPECT_EQ(line, "HTTP/1.1  200"s);
      continue;
    }
    EXPECT_EQ(read_it, none) << line;
  }
  for (const auto* line : {"HTTP/1.1 2000 OK", "HTTP/1.1 2x0 OK", "HTTP/1.1 099 Low"}) {
    EXPECT_EQ(read_split(line + "\r\n\r\n"s), "malformed: a status that is not three digits\n");
  }
  EXPECT_EQ(read_split("HTTP/1.1 200 O\tK\x7f\r\n\r\n"),
            "malformed: a control character in a status line\n");
}

std::string with_header(const std::string& header) {
  return read_split("HTTP/1.1 200 OK\r\n" + header + "\r\nContent-Length: 13\r\n\r\nHello, World!");
}

TEST(ResponseParser, RefusesDoubtfulHeads) {
  EXPECT_EQ(with_header("Content-Length: 13"), "200 13 same\n");
  EXPECT_EQ(with_header("Content-Length: 13, 13"), "200 13 same\n");
  EXPECT_EQ(with_header("Content-Length: 12"), "malformed: two Content-Lengths that differ\n");
  for (const auto* value : {"", "+13", "-13", "1 3", "13,", "0x0d", "99999999999999999999"}) {
    EXPECT_EQ(with_header("Content-Length: "s + value),
              "malformed: a Content-Length that is no number\n")
        << value;
  }
  EXPECT_EQ(with_header("Transfer-Encoding: chunked"),
            "malformed: both Content-Length and Transfer-Encoding\n");
  for (const auto* value : {"gzip, chunked", "chunked, chunked", "identity", ""}) {
    EXPECT_EQ(with_header("Transfer-Encoding: "s + value),
              "malformed: a Transfer-Encoding other than chunked\n");
  }
  EXPECT_EQ(read_split("HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"),
            "malformed: Transfer-Encoding in HTTP/1.0\n");
  for (const auto* line : {"Bad Name: x", "Content-Length : 13", ": x", "N\x80: x"}) {
    EXPECT_EQ(with_header(line), "malformed: a header name that is no token\n") << line;
  }
  EXPECT_EQ(with_header("nothing"), "malformed: a header without a colon\n");
  EXPECT_EQ(with_header("X: a\x01"), "malformed: a control character in a header\n");
  EXPECT_EQ(with_header("X: a\rb"), "malformed: a control character in a header\n");
  EXPECT_EQ(with_header("X: \xc3\xa4 text\twith tabs"), "200 13 same\n");
}

TEST(ResponseParser, TakesFoldedLinesOnlyWhereTheyAreHarmless) {
  EXPECT_EQ(with_header("X: a\r\n  b"), "200 13 same\n");
  const auto refused = "malformed: a folded line that may change the framing\n"s;
  EXPECT_EQ(with_header(" first: a"), refused);
  EXPECT_EQ(with_header("Connection: a\r\n close"), refused);
  EXPECT_EQ(with_header("Content-Length: 1\r\n 3"), refused);
}

TEST(ResponseParser, RefusesBareLineFeeds) {
  const auto refused = "malformed: a line that does not end in CR LF\n"s;
  EXPECT_EQ(read_split("HTTP/1.1 200 OK\nContent-Length: 13\n\nHello, World!"), refused);
  EXPECT_EQ(read_split("\nHTTP/1.1 200 OK\r\n"), refused);
  EXPECT_EQ(read_split("HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\nHello, World!"), refused);
}

TEST(ResponseParser, BoundsWhatItKeeps) {
  const auto line = "X: " + std::string(20'000, 'x');
  EXPECT_EQ(read("HTTP/1.1 200 OK\r\n" + line), "malformed: a line of over 16 KiB in a head\n");
  std::string lines;
  for (int i = 0; i < 10'000; ++i) lines += "X: some value\r\n";
  EXPECT_EQ(read("HTTP/1.1 200 OK\r\n" + lines), "malformed: a head of over 64 KiB\n");
  std::string interim;
  for (int i = 0; i < 10'000; ++i) interim += "HTTP/1.1 100 Continue\r\n\r\n";
  EXPECT_EQ(read(interim), "malformed: a head of over 64 KiB\n");
  std::string chunks = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
  for (int i = 0; i < 100'000; ++i) chunks += "1\r\nx\r\n";
  EXPECT_EQ(read(chunks + "0\r\n\r\n", {200, std::string(100'000, 'x'), false}),
            "200 100000 same\n");
}

TEST(ResponseParser, CollectsABody) {
  ResponseParser parser(kHello);
  std::string body;
  parser.collect(&body);
  std::string_view input =
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\nrest";
  EXPECT_EQ(parser.feed(input), Step::kComplete);
  EXPECT_EQ(body, "abcde");
  EXPECT_EQ(input, "rest");
}

TEST(ResponseParser, StartsAfreshAfterReset) {
  Reader reader(kHello);
  reader.feed("HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\nHel");
  reader.parser.reset();
  EXPECT_TRUE(reader.parser.idle());
  reader.feed(kPlain);
  EXPECT_EQ(reader.whole(), "200 13 same\n");
}

}  // namespace
}  // namespace pacer::load
