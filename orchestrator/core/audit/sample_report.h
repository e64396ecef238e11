#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/audit/judge.h"

namespace pacer::audit {

/// A report of wrk of which every figure fits every other; tests change one of them.
constexpr std::string_view kHealthy =
    "Running 10s test @ http://127.0.0.1:8080/\n"
    "  2 threads and 8 connections\n"
    "  Thread Stats   Avg      Stdev     Max   +/- Stdev\n"
    "    Latency    80.00us   20.00us   1.20ms   90.00%\n"
    "    Req/Sec    50.00k     1.00k   52.00k    75.00%\n"
    "  Latency Distribution\n"
    "     50%   78.00us\n"
    "     75%   90.00us\n"
    "     90%  110.00us\n"
    "     99%  150.00us\n"
    "  1000000 requests in 10.00s, 100.00MB read\n"
    "Requests/sec: 100000.00\n"
    "Transfer/sec:     10.00MB\n";
constexpr std::string_view kHealthyCommand = "wrk -t2 -c8 -d10s http://127.0.0.1:8080/ --latency";

inline Document document_of(std::string_view text) {
  return {.name = "x.txt",
          .text = std::string(text),
          .err = "",
          .exit_code = 0,
          .command = std::string(kHealthyCommand)};
}

inline std::vector<std::string> codes_of(const Audit& audit) {
  std::vector<std::string> codes;
  for (const auto& finding : audit.findings) codes.push_back(finding.code);
  return codes;
}

/// What the finding of this code says; empty where there is none.
inline std::string said_by(const Audit& audit, std::string_view code) {
  for (const auto& finding : audit.findings) {
    if (finding.code == code) return finding.text;
  }
  return "";
}

}  // namespace pacer::audit
