#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/audit/report.h"

namespace pacer::audit {

/// What a rule looks at.
struct Evidence {
  const Reading& reading;
  const Values& values;
  std::optional<double> little_mean_us;
  std::optional<double> little_ratio;
};

/// What the rule has to say, as a whole sentence; nothing where it finds nothing, or where the
/// report does not hold what it needs.
using Said = std::optional<std::string>;

/// One rule a function; `code` is its row in reasons().
struct Rule {
  std::string_view code;
  Said (*check)(const Evidence& evidence);
};
const std::vector<Rule>& rules();

// Run: what was counted.
Said zero_requests(const Evidence& evidence);
Said non2xx_all(const Evidence& evidence);
Said non2xx(const Evidence& evidence);
Said errors_exceed_requests(const Evidence& evidence);
Said errors_as_throughput(const Evidence& evidence);
Said redirects(const Evidence& evidence);
Said socket_errors(const Evidence& evidence);
Said timeouts_all(const Evidence& evidence);
Said timeouts(const Evidence& evidence);
Said partial_run(const Evidence& evidence);
Said duration_mismatch(const Evidence& evidence);
Said few_samples(const Evidence& evidence);
Said connections_uneven(const Evidence& evidence);

// Figures against each other.
Said rps_mismatch(const Evidence& evidence);
Said transfer_mismatch(const Evidence& evidence);
Said bytes_too_few(const Evidence& evidence);

// Latency.
Said latency_empty(const Evidence& evidence);
Said percentiles_zero(const Evidence& evidence);
Said latency_garbage(const Evidence& evidence);
Said percentiles_not_rising(const Evidence& evidence);
Said max_beyond_run(const Evidence& evidence);
Said max_beyond_timeout(const Evidence& evidence);
Said percentile_beyond_samples(const Evidence& evidence);
Said little_mismatch(const Evidence& evidence);
Said latency_above_closed_loop(const Evidence& evidence);
Said latency_below_closed_loop(const Evidence& evidence);
Said latency_undecidable(const Evidence& evidence);

/// How many connections the client can have had open: wrk gives each thread its share, rounded
/// down. Nothing where it is not known.
std::optional<double> opened_connections(const Values& values);

/// "1,234,567" and "1,234.5".
std::string grouped(double number);
/// "84 us", "6.71 ms", "1.32 s".
std::string time_text(double us);

}  // namespace pacer::audit
