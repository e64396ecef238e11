#include "ceiling/request_scanner.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace pacer::ceiling {
namespace {

char lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
}

bool same_word(std::string_view text, std::string_view lower_case) {
  return text.size() == lower_case.size() &&
         std::equal(text.begin(), text.end(), lower_case.begin(),
                    [](char letter, char wanted) { return lower(letter) == wanted; });
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

bool read_request_line(std::string_view line, RequestHead& head) {
  const auto first = line.find(' ');
  const auto last = line.rfind(' ');
  if (first == std::string_view::npos || first == 0 || last <= first + 1) return false;
  const auto target = line.substr(first + 1, last - first - 1);
  const auto version = line.substr(last + 1);
  head.method = line.substr(0, first);
  head.path = target.substr(0, target.find('?'));
  head.http_1_0 = version == "HTTP/1.0";
  head.keep_alive = !head.http_1_0;
  return target.find(' ') == std::string_view::npos && (version == "HTTP/1.1" || head.http_1_0);
}

void read_connection(std::string_view value, RequestHead& head) {
  while (!value.empty()) {
    const auto token = value.substr(0, value.find(','));
    if (same_word(trimmed(token), "close")) head.keep_alive = false;
    if (same_word(trimmed(token), "keep-alive") && head.http_1_0) head.keep_alive = true;
    value.remove_prefix(std::min(token.size() + 1, value.size()));
  }
}

bool read_length(std::string_view value, std::optional<std::uint64_t>& length) {
  std::uint64_t bytes = 0;
  const char* end = value.data() + value.size();
  const auto read = std::from_chars(value.data(), end, bytes);
  if (value.empty() || read.ec != std::errc() || read.ptr != end) return false;
  if (length && *length != bytes) return false;
  length = bytes;
  return true;
}

bool read_header(std::string_view line, RequestHead& head, std::optional<std::uint64_t>& length) {
  const auto colon = line.find(':');
  if (colon == std::string_view::npos || colon == 0) return false;
  const auto name = line.substr(0, colon);
  if (name.find_first_of(" \t") != std::string_view::npos) return false;
  const auto value = line.substr(colon + 1);
  switch (name.size()) {  // nearly every header is none of these: told by its length alone
    case 10:
      if (same_word(name, "connection")) read_connection(value, head);
      return true;
    case 14:
      return !same_word(name, "content-length") || read_length(trimmed(value), length);
    case 17:
      return !same_word(name, "transfer-encoding");
    default:
      return true;
  }
}

}  // namespace

Scan scan_request(std::string_view input) {
  Scan scan;
  std::optional<std::uint64_t> length;
  std::size_t at = input.starts_with("\r\n") ? 2 : 0;
  for (bool first = true;; first = false) {
    const auto end = input.find('\n', at);
    if (end == std::string_view::npos || end >= kMaxHeadBytes) {
      if (input.size() >= kMaxHeadBytes) scan.state = ScanState::kMalformed;
      return scan;
    }
    scan.state = ScanState::kMalformed;  // until the line proves well
    if (end == at || input[end - 1] != '\r') return scan;
    const auto line = input.substr(at, end - 1 - at);
    at = end + 1;
    if (first) {
      if (!read_request_line(line, scan.head)) return scan;
    } else if (line.empty()) {
      scan.head.body_bytes = length.value_or(0);
      scan.head_bytes = at;
      scan.state = ScanState::kComplete;
      return scan;
    } else if (!read_header(line, scan.head, length)) {
      return scan;
    }
    scan.state = ScanState::kIncomplete;
  }
}

}  // namespace pacer::ceiling
