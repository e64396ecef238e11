#include "load/reference.h"

#include <fmt/format.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "base/error.h"
#include "load/socket.h"

namespace pacer::load {
namespace {

constexpr const char* kServerHint = "is the server running, and is the port right?";
constexpr std::size_t kMaxBodyBytes = std::size_t{256} * 1024 * 1024;

[[noreturn]] void refuse(const std::string& why) {
  throw Error("the first request was not answered: " + why, "",
              "`curl -v` shows what the server says");
}

void send_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto size = send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (size < 0 && errno == EINTR) continue;
    // A server may refuse a body before it has read all of it: its answer says so.
    if (size < 0) return;
    bytes.remove_prefix(static_cast<std::size_t>(size));
  }
}

void read_answer(int fd, ResponseParser& parser, const std::string& body) {
  std::array<char, 65536> buffer;
  auto step = ResponseParser::Step::kMore;
  while (step == ResponseParser::Step::kMore) {
    const auto size = recv(fd, buffer.data(), buffer.size(), 0);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0 && errno == EAGAIN) refuse("nothing came within the timeout");
    if (size < 0) refuse(std::strerror(errno));
    if (size == 0) {
      if (parser.end() == ResponseParser::Step::kComplete) return;
      refuse("the server closed the connection");
    }
    std::string_view input(buffer.data(), static_cast<std::size_t>(size));
    step = parser.feed(input);
    if (body.size() > kMaxBodyBytes) refuse("its body has over 256 MiB");
    if (step == ResponseParser::Step::kComplete && !input.empty()) {
      refuse("bytes follow the answer that no request asked for");
    }
  }
  if (step == ResponseParser::Step::kMalformed) {
    refuse("the server sent " + std::string(parser.problem()));
  }
}

}  // namespace

std::string fetch_reference(const Settings& settings) {
  const Socket socket(settings.address, settings.timeout_ns);
  if (socket.error() != 0) {
    throw Error(fmt::format("cannot connect: {}", std::strerror(socket.error())), "", kServerHint);
  }
  send_all(socket.fd(), settings.request);
  std::string body;
  ResponseParser parser(settings.expectation);
  parser.collect(&body);
  read_answer(socket.fd(), parser, body);
  const int status = parser.response().status;
  if (status != settings.expectation.status) {
    throw Error(fmt::format("the first answer has status {} instead of {}", status,
                            settings.expectation.status),
                "", fmt::format("if that is right, say --status {}; else check the path", status));
  }
  return body;
}

}  // namespace pacer::load
