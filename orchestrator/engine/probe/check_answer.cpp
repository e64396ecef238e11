#include "engine/probe/check_answer.h"

#include <boost/beast/core/string.hpp>
#include <charconv>

#include <fmt/format.h>

#include "base/text.h"

namespace pacer {
namespace {

/// A body for an error message: short, and on one line.
std::string shown(std::string_view body) {
  constexpr std::size_t kMost = 60;
  std::string text;
  for (const char c : body.substr(0, kMost)) {
    const auto byte = static_cast<unsigned char>(c);
    text += byte < 0x20 || byte >= 0x7f ? fmt::format("\\x{:02x}", byte) : std::string(1, c);
  }
  return fmt::format("'{}'{} ({} bytes)", text, body.size() > kMost ? "…" : "", body.size());
}

std::string media_type(const Response& response) {
  return trim(split(response.header("Content-Type"), ';').front());
}

bool body_is_right(const Workload& workload, const std::string& body) {
  if (workload.name == "count") return parse_count(body).has_value();
  return workload.body.empty() || body == workload.body;
}

std::string expected_body(const Workload& workload) {
  return workload.name == "count" ? "one line `PID N`" : shown(workload.body);
}

}  // namespace

std::optional<HandlerCount> parse_count(std::string_view body) {
  if (body.ends_with('\n')) body.remove_suffix(1);
  HandlerCount found;
  const char* end = body.data() + body.size();
  const auto pid = std::from_chars(body.data(), end, found.pid);
  if (pid.ec != std::errc() || pid.ptr == end || *pid.ptr != ' ') return std::nullopt;
  const auto count = std::from_chars(pid.ptr + 1, end, found.count);
  if (count.ec != std::errc() || count.ptr != end || found.pid <= 0) return std::nullopt;
  return found;
}

std::string check_answer(const Workload& workload, const Response& response) {
  std::vector<std::string> wrong;
  if (response.status != 200) {
    const auto to = response.header("Location");
    wrong.push_back(
        fmt::format("status {}{}, expected 200", response.status, to.empty() ? "" : " to " + to));
  }
  if (response.http_minor != 1) {
    wrong.push_back(fmt::format("HTTP/1.{}, expected HTTP/1.1", response.http_minor));
  }
  if (const auto coding = response.header("Content-Encoding");
      !coding.empty() && coding != "identity") {
    wrong.push_back(fmt::format("compressed ({}) though no compression was asked for", coding));
  } else if (!body_is_right(workload, response.body)) {
    wrong.push_back(
        fmt::format("body {}, expected {}", shown(response.body), expected_body(workload)));
  }
  const auto type = media_type(response);
  if (!workload.content_type.empty() && !boost::beast::iequals(type, workload.content_type)) {
    wrong.push_back(fmt::format("content type '{}', expected '{}'", type, workload.content_type));
  }
  return join(wrong, "; ");
}

}  // namespace pacer
