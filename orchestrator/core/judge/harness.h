#pragma once

#include "core/model/trial.h"

namespace pacer {

/// Share of its CPUs from which a side counts as full.
inline constexpr double kBusyShare = 0.9;

/// Rule 7: the client was full and the server was not, so that the throughput is the client's.
inline bool is_client_the_limit(const Settings& settings, double client_cpu_share,
                                double server_cpu_share) {
  return !settings.shared_cpus && client_cpu_share >= kBusyShare && server_cpu_share < kBusyShare;
}

}  // namespace pacer
