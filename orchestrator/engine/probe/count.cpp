#include "engine/probe/count.h"

#include <map>

#include <fmt/format.h>

#include "base/error.h"
#include "engine/probe/check_answer.h"
#include "engine/probe/http.h"

namespace pacer {
namespace {

constexpr int kHellos = 200;
constexpr auto kAnswerLimit = std::chrono::seconds(5);
/// Fresh connections in a row that show no new process: all workers have been seen.
constexpr int kQuietConnections = 64;

Response get(const Target& target, const Workload& workload) {
  return fetch(target.address, target.port, request_bytes(workload, target.address, target.port),
               monotonic_now() + kAnswerLimit);
}

/// The newest count of each process. Throws ProbeFailure, and Error for a wrong answer.
std::map<long, std::uint64_t> collect(const Target& target) {
  const auto& count = workload_named("count");
  std::map<long, std::uint64_t> counts;
  for (int quiet = 0; quiet < kQuietConnections; ++quiet) {
    const auto response = get(target, count);
    if (const auto wrong = check_answer(count, response); !wrong.empty()) {
      throw Error("GET /count: " + wrong);
    }
    const auto seen = *parse_count(response.body);
    if (!counts.contains(seen.pid)) quiet = -1;
    counts[seen.pid] = seen.count;
  }
  return counts;
}

std::int64_t sum(const std::map<long, std::uint64_t>& counts) {
  std::int64_t total = 0;
  for (const auto& [pid, count] : counts) total += static_cast<std::int64_t>(count);
  return total;
}

}  // namespace

std::string check_count(const Target& target) {
  try {
    const auto before = collect(target);
    for (int i = 0; i < kHellos; ++i) {
      const auto wrong = check_answer(target.workload, get(target, target.workload));
      if (!wrong.empty()) return "between two counts: " + wrong;
    }
    const auto after = collect(target);
    if (before.size() != after.size()) return "";  // workers not seen before: nothing is proven
    const auto counted = sum(after) - sum(before);
    if (counted == kHellos) return "";
    return fmt::format("GET /count rose by {} for {} hello requests (asking for it must not count)",
                       counted, kHellos);
  } catch (const ProbeFailure& failure) {
    return fmt::format("GET /count: {}", failure.what());
  } catch (const Error& error) {
    return error.what();
  }
}

}  // namespace pacer
