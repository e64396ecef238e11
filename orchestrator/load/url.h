#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pacer::load {

/// "http://host[:port][/path?query]"; an IPv6 host stands in brackets.
struct Url {
  std::string host;  ///< without brackets
  int port = 80;
  std::string authority;  ///< as it stands in the Host header
  std::string target = "/";
};

/// Throws Error.
Url parse_url(const std::string& text);

/// The bytes of one request: the request line, Host, `headers` ("Name: value") and, where there
/// is a body, its Content-Length; nothing else.
std::string make_request(const Url& url, std::string_view method,
                         const std::vector<std::string>& headers, std::string_view body);

}  // namespace pacer::load
