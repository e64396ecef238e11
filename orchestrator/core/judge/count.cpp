#include "core/judge/count.h"

#include <fmt/format.h>

#include <algorithm>

namespace pacer {
namespace {

bool same_processes(const HandlerCounts& a, const HandlerCounts& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const auto& x, const auto& y) { return x.first == y.first; });
}

Note inexact(std::string text) { return {"count-inexact", std::move(text)}; }

Note churn(const std::string& when) {
  return {"count-processes",
          "handlers not counted: processes that answer GET /count came or went " + when};
}

}  // namespace

std::int64_t counted_between(const HandlerCounts& before, const HandlerCounts& after) {
  std::int64_t rise = 0;
  for (const auto& [pid, count] : after) rise += static_cast<std::int64_t>(count);
  for (const auto& [pid, count] : before) rise -= static_cast<std::int64_t>(count);
  return rise;
}

CalibrationVerdict judge_calibration(const Calibration& seen) {
  if (!seen.agrees) {
    return {"", inexact("handlers not counted: GET /count gives different counts of one process "
                        "(does asking for it count?)")};
  }
  if (!same_processes(seen.before, seen.after_missing) ||
      !same_processes(seen.before, seen.after)) {
    return {"", churn("before the load")};
  }
  const auto missing = counted_between(seen.before, seen.after_missing);
  if (missing != 0) {
    return {"", inexact(fmt::format("handlers not counted: GET /count rose by {} for {} requests "
                                    "to a path that does not exist",
                                    missing, seen.missing_asked))};
  }
  const auto rise = counted_between(seen.after_missing, seen.after);
  const auto answered = static_cast<std::int64_t>(seen.hellos_answered);
  const auto text =
      fmt::format("GET /count rose by {} for {} hello requests", rise, seen.hellos_answered);
  if (rise < answered) return {text + ": the others were not answered by the handler", {}};
  if (rise > answered + static_cast<std::int64_t>(seen.hellos_uncertain)) {
    return {"", inexact("handlers not counted: " + text)};
  }
  return {};
}

CountVerdict judge_count(const CountReading& reading, const CountedLoad& load) {
  CountVerdict verdict;
  if (!reading.trouble.empty()) {
    verdict.note = {"count-unanswered",
                    fmt::format("handlers not counted {}: {}", load.when, reading.trouble)};
    return verdict;
  }
  if (!same_processes(reading.before, reading.after)) {
    verdict.note = churn(load.when);
    return verdict;
  }
  const auto rise = counted_between(reading.before, reading.after);
  const auto besides = rise - static_cast<std::int64_t>(load.answered);
  if (besides < 0 && reading.unreached) {
    verdict.note = {"count-unreached",
                    fmt::format("{} of {} answers {} came from processes that GET /count never "
                                "reached",
                                -besides, load.answered, load.when)};
  } else if (besides < 0) {
    verdict.invalid =
        fmt::format("{} of {} answers {} were not the handler's: GET /count rose by {}", -besides,
                    load.answered, load.when, rise);
  } else if (load.unanswered_most && static_cast<double>(besides) > *load.unanswered_most) {
    verdict.note = inexact(fmt::format(
        "handlers not counted {}: GET /count rose by {} for {} answers, and only {:.0f} "
        "more requests can have reached the handler",
        load.when, rise, load.answered, *load.unanswered_most));
  } else {
    verdict.proven = true;
  }
  return verdict;
}

}  // namespace pacer
