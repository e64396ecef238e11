#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/model/workload.h"
#include "engine/probe/http.h"

namespace pacer {

/// A path that no framework serves; a server that still says hello answers every path.
inline const Workload kNoSuchPath{"missing", "GET", "/pacer-no-such-path", "", "", "", false};

/// What is wrong with a response to `workload` ("status 404, expected 200"), every difference
/// named; empty where it is right. `pid_and_count`, where given, receives what a `count` answer
/// says.
std::string check_answer(const Workload& workload, const Response& response);

/// What is wrong with any other answer: its status, else HTTP version, coding, body and media type
/// (`content_type` "": any is right). `wrong_body` is what the caller found wrong with the body.
std::string check_response(const Response& response, int status, std::string_view content_type,
                           const std::string& wrong_body);

/// A body for an error message: short, on one line, with its length.
std::string shown(std::string_view body);

/// How `body` differs from what it must be; "" where it does not.
std::string check_body(std::string_view body, std::string_view expected);

/// An answer of the `count` workload: one line `PID N`.
struct PidAndCount {
  long pid = 0;
  std::uint64_t count = 0;
};
/// Nothing where the body is not exactly that.
std::optional<PidAndCount> parse_count(std::string_view body);

}  // namespace pacer
