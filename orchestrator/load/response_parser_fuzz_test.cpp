// Random mutations of answers, good and bad. Whatever the bytes are, the parser must not touch
// memory that is not its own (run under the asan preset), must consume or refuse everything, and
// must say the same however the bytes are cut. PACER_FUZZ_ROUNDS makes it longer.
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <memory>
#include <random>

#include "load/response_parser.h"

namespace pacer::load {
namespace {

using Step = ResponseParser::Step;
using Random = std::mt19937_64;

const Expectation kExpected{200, "Hello, World!", false};
constexpr int kRounds = 20'000;

const std::array<std::string, 12> kSeeds{
    "HTTP/1.1 200 OK\r\nServer: x\r\nContent-Length: 13\r\n\r\nHello, World!",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;a=\"b\"\r\nHello\r\n8\r\n, World!\r\n"
    "0\r\nX: y\r\n\r\n",
    "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 13\r\n\r\nHello, World!",
    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\nHello, World!",
    "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nHello, World!",
    "HTTP/1.1 204 No Content\r\n\r\n",
    "HTTP/1.1 500 Internal Server Error\r\nContent-Length: 2\r\nX: a\r\n b\r\n\r\nno",
    "\r\n",
    "0\r\n\r\n",
    "Content-Length: 18446744073709551615\r\n",
    "ffffffffffffffff\r\n",
    "Transfer-Encoding: chunked\r\n"};

std::size_t below(Random& random, std::size_t end) {
  return std::uniform_int_distribution<std::size_t>(0, end - 1)(random);
}

void mutate(Random& random, std::string& text) {
  if (text.empty()) return;
  const auto at = below(random, text.size());
  const auto size = below(random, 8) + 1;
  switch (below(random, 6)) {
    case 0:
      text[at] = static_cast<char>(below(random, 256));
      break;
    case 1:
      text.erase(at, size);
      break;
    case 2:
      text.insert(at, text.substr(below(random, text.size()), size));
      break;
    case 3:
      text.insert(at, kSeeds[below(random, kSeeds.size())]);
      break;
    case 4:
      text[at] = "\r\n :;,0f\t"[below(random, 9)];
      break;
    default:
      text.resize(at);
  }
}

/// Everything that can be seen from outside.
std::string read(const std::string& stream, Random* cuts) {
  ResponseParser parser(kExpected);
  std::string seen;
  for (std::size_t at = 0; at < stream.size();) {
    const auto size = cuts ? std::min(stream.size() - at, below(*cuts, 9) + 1) : stream.size();
    // A copy of just the right size, so that reading over its end is noticed.
    const std::unique_ptr<char[]> piece(new char[size]);
    stream.copy(piece.get(), size, at);
    at += size;
    std::string_view input(piece.get(), size);
    while (!input.empty()) {
      const auto before = input.size();
      const auto step = parser.feed(input);
      if (step == Step::kMalformed) return seen + std::string(parser.problem());
      EXPECT_LT(input.size(), before) << "nothing was consumed";
      EXPECT_TRUE(step == Step::kComplete || input.empty());
      if (step != Step::kComplete) continue;
      const auto& response = parser.response();
      seen += std::to_string(response.status) + (response.body_differs ? "!" : ".") +
              std::to_string(response.body_bytes) + (response.closes ? "c " : " ");
    }
  }
  seen += parser.idle() ? "idle" : "in part";
  return seen + (parser.end() == Step::kComplete ? ", ended" : "");
}

TEST(ResponseParserFuzz, SaysTheSameHoweverTheBytesAreCut) {
  const char* asked = std::getenv("PACER_FUZZ_ROUNDS");
  const int rounds = asked != nullptr ? std::atoi(asked) : kRounds;
  Random random(20240501);
  int right = 0;
  for (int round = 0; round < rounds; ++round) {
    std::string stream;
    for (auto parts = below(random, 4) + 1; parts > 0; --parts) {
      stream += kSeeds[below(random, kSeeds.size())];
    }
    for (auto times = below(random, 4); times > 0; --times) mutate(random, stream);
    const auto whole = read(stream, nullptr);
    if (whole.find("200.13") != std::string::npos) ++right;
    ASSERT_EQ(read(stream, &random), whole) << "round " << round << ": " << stream;
  }
  // The mutations leave enough of the answers that the deeper states are reached.
  EXPECT_GT(right, rounds / 20);
}

}  // namespace
}  // namespace pacer::load
