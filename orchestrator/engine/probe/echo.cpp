#include "engine/probe/echo.h"

#include <vector>

#include "engine/probe/check_answer.h"
#include "engine/probe/conversation.h"

namespace pacer {
namespace {

constexpr const char* kBytes = "application/octet-stream";

/// All byte values, over and over, begun at `first`: bodies one after the other have no byte of
/// another's at the same place.
std::string all_bytes(std::size_t size, unsigned first) {
  std::string body(size, '\0');
  for (std::size_t i = 0; i < size; ++i) body[i] = static_cast<char>((i + first) & 0xff);
  return body;
}

Request echo(const std::string& note, const std::string& body, std::size_t chunk_bytes = 0) {
  return {"POST", "/echo", note, body, kBytes, chunk_bytes};
}

std::vector<Request> requests() {
  return {
      echo("with an empty body", ""),
      echo("with 1 byte", "x"),
      echo("with all 256 byte values", all_bytes(256, 0)),
      echo("with 64 KiB", all_bytes(64u << 10, 1)),
      echo("with 1 MiB", all_bytes(1u << 20, 2)),
      echo("with 5 bytes after 1 MiB", "short"),
      echo("in chunks of 100 bytes", all_bytes(256, 3), 100),
      echo("with 64 KiB in chunks of 4 KiB", all_bytes(64u << 10, 4), 4096),
      echo("with no bytes in chunks", "", 1),
      echo("with 5 bytes after chunks", "short"),
  };
}

}  // namespace

void check_echo(const Target& target) {
  Conversation conversation(target);
  for (const auto& request : requests()) {
    const auto response = conversation.ask(request);
    require(request, check_response(response, 200, kBytes,
                                    check_body(response.body, request.body.value_or(""))));
  }
}

}  // namespace pacer
