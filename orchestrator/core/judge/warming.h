#pragma once

#include <optional>
#include <vector>

#include "core/clients/client.h"
#include "core/model/outcome.h"

namespace pacer {

/// CPU time that the server's tree had used at some moment (CLOCK_MONOTONIC).
struct CpuReading {
  double at_s = 0;
  double cpu_s = 0;
};

/// CPU seconds per right answer in each whole second of the load, with its number; seconds without
/// an answer or without CPU time are left out. Between two readings CPU time is taken to rise
/// evenly.
struct CostBySecond {
  std::vector<double> seconds;
  std::vector<double> cpu_s_per_request;
};
CostBySecond cost_by_second(const LoadResult& load, const std::vector<CpuReading>& track);

/// Rule 11: the note "still warming" where the cost of a request falls through the measured load,
/// "slowing" where it rises. Nothing where it holds, or where slices are not known.
std::optional<Note> warming(const LoadResult& load, const std::vector<CpuReading>& track);

}  // namespace pacer
