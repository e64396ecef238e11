#include "engine/probe/check_answer.h"

#include <algorithm>
#include <boost/beast/core/string.hpp>
#include <charconv>

#include <fmt/format.h>

#include "base/text.h"

namespace pacer {
namespace {

std::string media_type(const Response& response) {
  return trim(split(response.header("Content-Type"), ';').front());
}

std::string wrong_body(const Workload& workload, const std::string& body) {
  if (workload.name == "count") {
    if (parse_count(body)) return "";
    return fmt::format("body {}, expected one line `PID N`", shown(body));
  }
  return workload.body.empty() ? "" : check_body(body, workload.body);
}

std::string wrong_status(const Response& response, int expected) {
  if (response.status == expected) return "";
  const auto to = response.header("Location");
  return fmt::format("status {}{}, expected {}", response.status, to.empty() ? "" : " to " + to,
                     expected);
}

/// All that may be wrong besides the status.
std::vector<std::string> wrong_content(const Response& response, std::string_view content_type,
                                       const std::string& wrong_body) {
  std::vector<std::string> wrong;
  if (response.http_minor != 1) {
    wrong.push_back(fmt::format("HTTP/1.{}, expected HTTP/1.1", response.http_minor));
  }
  if (const auto coding = response.header("Content-Encoding");
      !coding.empty() && coding != "identity") {
    wrong.push_back(fmt::format("compressed ({}) though no compression was asked for", coding));
  } else if (!wrong_body.empty()) {
    wrong.push_back(wrong_body);
  }
  const auto type = media_type(response);
  if (!content_type.empty() && !boost::beast::iequals(type, content_type)) {
    wrong.push_back(fmt::format("content type '{}', expected '{}'", type, content_type));
  }
  return wrong;
}

}  // namespace

std::optional<PidAndCount> parse_count(std::string_view body) {
  if (body.ends_with('\n')) body.remove_suffix(1);
  PidAndCount found;
  const char* end = body.data() + body.size();
  const auto pid = std::from_chars(body.data(), end, found.pid);
  if (pid.ec != std::errc() || pid.ptr == end || *pid.ptr != ' ') return std::nullopt;
  const auto count = std::from_chars(pid.ptr + 1, end, found.count);
  if (count.ec != std::errc() || count.ptr != end || found.pid <= 0) return std::nullopt;
  return found;
}

std::string shown(std::string_view body) {
  constexpr std::size_t kMost = 60;
  std::string text;
  for (const char c : body.substr(0, kMost)) {
    const auto byte = static_cast<unsigned char>(c);
    text += byte < 0x20 || byte >= 0x7f ? fmt::format("\\x{:02x}", byte) : std::string(1, c);
  }
  return fmt::format("'{}'{} ({} bytes)", text, body.size() > kMost ? "…" : "", body.size());
}

std::string check_body(std::string_view body, std::string_view expected) {
  if (body == expected) return "";
  constexpr std::size_t kLong = 100;  // of such, the begin alone says nothing
  if (expected.size() < kLong) {
    return fmt::format("body {}, expected {}", shown(body), shown(expected));
  }
  const auto differs = std::mismatch(body.begin(), body.end(), expected.begin(), expected.end());
  return fmt::format("body of {} bytes, expected {}; right are the first {}", body.size(),
                     expected.size(), differs.first - body.begin());
}

std::string check_response(const Response& response, int status, std::string_view content_type,
                           const std::string& wrong_body) {
  const auto wrong = wrong_status(response, status);
  if (wrong.empty()) return join(wrong_content(response, content_type, wrong_body), "; ");
  return response.body.empty() ? wrong : fmt::format("{}; body {}", wrong, shown(response.body));
}

std::string check_answer(const Workload& workload, const Response& response) {
  auto wrong = wrong_content(response, workload.content_type, wrong_body(workload, response.body));
  if (const auto status = wrong_status(response, 200); !status.empty()) {
    wrong.insert(wrong.begin(), status);
  }
  return join(wrong, "; ");
}

}  // namespace pacer
