#include "core/audit/readers/complaints.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/text.h"
#include "base/utf8.h"
#include "core/audit/clean.h"

namespace pacer::audit {
namespace {

struct Complaint {
  std::string_view words;
  std::string_view code;
};

// Where a line begins so. Sources: wrk.c, script.c and getopt.
constexpr std::array kComplaints{
    Complaint{"unable to connect to ", "connect_refused"},
    Complaint{"unable to resolve ", "resolve_failed"},
    Complaint{"number of connections must be >= threads", "usage_error"},
    Complaint{"invalid URL: ", "usage_error"},
    Complaint{"Usage: wrk", "usage_error"},
    Complaint{"Throughput MUST be specified", "usage_error"},
    Complaint{"wrk: invalid option", "usage_error"},
    Complaint{"wrk: unrecognized option", "usage_error"},
    Complaint{"wrk: option requires an argument", "usage_error"},
    Complaint{"PANIC: unprotected error", "lua_error"},
};

constexpr int kWidest = 160;

/// wrk reports a script that it could not load as "FILE: CAUSE" and goes on without it.
bool is_load_failure(std::string_view line, std::string_view script) {
  if (!script.empty() && line.starts_with(script)) {
    return line.substr(script.size()).starts_with(": ");
  }
  const auto colon = line.find(": ");
  return colon != std::string_view::npos && line.substr(0, colon).ends_with(".lua") &&
         line.find(' ') > colon;
}

std::string_view code_of(std::string_view line, std::string_view script) {
  for (const auto& complaint : kComplaints) {
    if (line.starts_with(complaint.words)) return complaint.code;
  }
  return is_load_failure(line, script) ? "script_not_loaded" : "";
}

}  // namespace

std::vector<Finding> complaints(std::string_view clean_text, std::string_view script) {
  std::vector<Finding> found;
  for (const auto& line : lines_of(clean_text)) {
    const auto stripped = strip(line);
    const auto code = code_of(stripped, script);
    if (code.empty()) continue;
    const bool is_known = std::any_of(found.begin(), found.end(),
                                      [&](const Finding& one) { return one.code == code; });
    if (is_known) continue;
    const auto quoted = cut(printable_line(stripped), kWidest);
    found.push_back({std::string(code), "the client said: " + quoted});
  }
  return found;
}

}  // namespace pacer::audit
