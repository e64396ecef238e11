#pragma once

#include <optional>
#include <string>

#include "core/clients/client.h"

namespace pacer {

/// What pacer-load measured; times in microseconds.
struct PacerLoadResult {
  std::uint64_t right = 0;  ///< answers of the right status and body
  LoadResult load;          ///< the same counts as of any client
  std::uint64_t reopened = 0;
  std::uint64_t announced_closes = 0;
  std::uint64_t served = 0;  ///< connections that got an answer
  double longest_stall_us = 0;

  struct Latency {
    double p50 = 0;
    double p75 = 0;
    double p90 = 0;
    double p99 = 0;
    double p999 = 0;
    double p9999 = 0;
    double mean = 0;
    double max = 0;
  } latency_us;           ///< of right answers
  std::string histogram;  ///< HdrHistogram's V2 compressed base64; values in nanoseconds

  struct OpenLoop {
    std::uint64_t rate_per_s = 0;
    std::uint64_t scheduled = 0;
    std::uint64_t sent = 0;
    bool valid = false;        ///< 99 % and more were sent
    bool upper_bound = false;  ///< the client's own lag is a large part of the latency
    double lag_p99_us = 0;
  };
  std::optional<OpenLoop> open_loop;
};

/// What goes beyond a LoadTask.
struct PacerLoadTask {
  LoadTask load;
  std::optional<std::uint64_t> rate_per_s;
  std::optional<std::uint64_t> requests;  ///< exactly so many, instead of the duration
};

/// As one of the clients (core/clients/table.cpp).
Argv closed_loop_argv(const LoadTask& task);
std::variant<LoadResult, LoadFailure> parse_closed_loop(const ClientOutput& output,
                                                        const LoadTask& task);

Argv pacer_load_argv(const PacerLoadTask& task);
/// Reads what `pacer-load --json` prints. Wrong answers and lost connections are no failure: they
/// stand in the counts.
std::variant<PacerLoadResult, LoadFailure> parse_pacer_load(const ClientOutput& output,
                                                            const PacerLoadTask& task);

}  // namespace pacer
