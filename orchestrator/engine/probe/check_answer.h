#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/model/workload.h"
#include "engine/probe/http.h"

namespace pacer {

/// What is wrong with a response to `workload` ("status 404, expected 200"), every difference
/// named; empty where it is right. `pid_and_count`, where given, receives what a `count` answer
/// says.
std::string check_answer(const Workload& workload, const Response& response);

/// An answer of the `count` workload: one line `PID N`.
struct HandlerCount {
  long pid = 0;
  std::uint64_t count = 0;
};
/// Nothing where the body is not exactly that.
std::optional<HandlerCount> parse_count(std::string_view body);

}  // namespace pacer
