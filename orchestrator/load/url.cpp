#include "load/url.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/error.h"

namespace pacer::load {
namespace {

constexpr std::string_view kScheme = "http://";
constexpr const char* kExample = "like http://127.0.0.1:8080/";

int port_of(std::string_view digits, const std::string& text) {
  int port = 0;
  const char* end = digits.data() + digits.size();
  const auto read = std::from_chars(digits.data(), end, port);
  if (read.ec != std::errc() || read.ptr != end || port < 1 || port > 65535) {
    throw Error(fmt::format("the port must be a number from 1 to 65535, not '{}'", digits), text,
                kExample);
  }
  return port;
}

void check_letters(std::string_view text) {
  const auto is_wrong = [](char c) { return static_cast<unsigned char>(c) <= ' ' || c == 0x7f; };
  if (std::any_of(text.begin(), text.end(), is_wrong)) {
    throw Error("a URL holds no blanks and no control characters", std::string(text),
                "write a blank as %20");
  }
}

}  // namespace

Url parse_url(const std::string& text) {
  check_letters(text);
  if (text.starts_with("https://")) {
    throw Error("pacer-load speaks plain HTTP/1.1 only", text, "take an http:// address");
  }
  if (!text.starts_with(kScheme)) {
    throw Error("not an http:// address", text, kExample);
  }
  auto rest = std::string_view(text).substr(kScheme.size());
  rest = rest.substr(0, rest.find('#'));
  const auto end = rest.find_first_of("/?");
  Url url;
  url.authority = std::string(rest.substr(0, end));
  if (end != std::string_view::npos) {
    url.target = (rest[end] == '?' ? "/" : "") + std::string(rest.substr(end));
  }
  const std::string_view authority = url.authority;
  if (authority.find('@') != std::string_view::npos) {
    throw Error("a user in the URL is not supported", text, "send it with -H 'Authorization: …'");
  }
  const bool in_brackets = authority.starts_with('[');
  const auto bracket = in_brackets ? authority.find(']') : 0;
  const auto colon = authority.find(':', bracket);
  if (bracket != std::string_view::npos) {
    url.host =
        std::string(in_brackets ? authority.substr(1, bracket - 1) : authority.substr(0, colon));
  }
  if (url.host.empty()) throw Error("the URL names no host", text, kExample);
  if (colon != std::string_view::npos) url.port = port_of(authority.substr(colon + 1), text);
  return url;
}

std::string make_request(const Url& url, std::string_view method,
                         const std::vector<std::string>& headers, std::string_view body) {
  auto request = fmt::format("{} {} HTTP/1.1\r\nHost: {}\r\n", method, url.target, url.authority);
  for (const auto& header : headers) request += header + "\r\n";
  if (!body.empty()) request += fmt::format("Content-Length: {}\r\n", body.size());
  return request.append("\r\n").append(body);
}

}  // namespace pacer::load
