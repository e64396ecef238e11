#include "core/audit/rules/rules.h"

namespace pacer::audit {

const std::vector<Rule>& rules() {
  static const std::vector<Rule> kTable{
      {"zero_requests", zero_requests},
      {"non2xx_all", non2xx_all},
      {"non2xx", non2xx},
      {"errors_exceed_requests", errors_exceed_requests},
      {"errors_as_throughput", errors_as_throughput},
      {"redirects", redirects},
      {"socket_errors", socket_errors},
      {"timeouts_all", timeouts_all},
      {"timeouts", timeouts},
      {"partial_run", partial_run},
      {"duration_mismatch", duration_mismatch},
      {"few_samples", few_samples},
      {"connections_uneven", connections_uneven},
      {"rps_mismatch", rps_mismatch},
      {"transfer_mismatch", transfer_mismatch},
      {"bytes_too_few", bytes_too_few},
      {"latency_empty", latency_empty},
      {"percentiles_zero", percentiles_zero},
      {"latency_garbage", latency_garbage},
      {"percentiles_not_rising", percentiles_not_rising},
      {"max_beyond_run", max_beyond_run},
      {"max_beyond_timeout", max_beyond_timeout},
      {"percentile_beyond_samples", percentile_beyond_samples},
      {"little_mismatch", little_mismatch},
      {"latency_above_closed_loop", latency_above_closed_loop},
      {"latency_below_closed_loop", latency_below_closed_loop},
      {"latency_undecidable", latency_undecidable},
  };
  return kTable;
}

}  // namespace pacer::audit
