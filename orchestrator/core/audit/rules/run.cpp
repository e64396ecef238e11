#include <fmt/format.h>

#include <algorithm>

#include "core/audit/rules/rules.h"

namespace pacer::audit {
namespace {

constexpr std::uint64_t kFewRequests = 20;
constexpr double kPartial = 0.9;
constexpr double kOverrun = 1.1;
/// Requests that are under way when the time is up are no more than a trace of a real run.
constexpr double kTraceOfAttempts = 0.01;

/// Some clients leave error answers out of the rate.
bool counts_errors(const Values& values) {
  return !values.attempts || !values.requests || *values.attempts >= *values.requests;
}

double share_pct(std::uint64_t part, std::uint64_t whole) {
  return 100 * static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

Said zero_requests(const Evidence& evidence) {
  const auto& values = evidence.values;
  const bool is_zero =
      values.requests ? *values.requests == 0 : values.rps && values.rps->value == 0;
  if (!is_zero) return std::nullopt;
  return "not one request was answered";
}

Said non2xx_all(const Evidence& evidence) {
  const auto& values = evidence.values;
  if (!values.requests || *values.requests == 0 || values.non2xx != values.requests) {
    return std::nullopt;
  }
  return fmt::format("all {} answers are errors (status over 399){}",
                     grouped(static_cast<double>(*values.requests)),
                     counts_errors(values) ? ": the rate is one of errors" : "");
}

Said non2xx(const Evidence& evidence) {
  const auto& values = evidence.values;
  const auto& errors = values.non2xx;
  if (values.non2xx_line && !errors) return "the count of error answers cannot be read";
  if (!errors || *errors == 0 || !values.requests || *errors >= *values.requests) {
    return std::nullopt;
  }
  return fmt::format(
      "{} of {} answers are errors (status over 399) and are {}counted in the rate: {:.3g} %",
      grouped(static_cast<double>(*errors)), grouped(static_cast<double>(*values.requests)),
      counts_errors(values) ? "" : "not ", share_pct(*errors, *values.requests));
}

Said errors_exceed_requests(const Evidence& evidence) {
  const auto& values = evidence.values;
  if (!values.non2xx || !values.requests || *values.non2xx <= *values.requests) return std::nullopt;
  return fmt::format("{} error answers are printed beside {} answers: they are a part of them",
                     grouped(static_cast<double>(*values.non2xx)),
                     grouped(static_cast<double>(*values.requests)));
}

Said errors_as_throughput(const Evidence& evidence) {
  const auto& values = evidence.values;
  if (!values.attempts || !values.requests || *values.attempts <= *values.requests) {
    return std::nullopt;
  }
  const auto lost = *values.attempts - *values.requests;
  if (static_cast<double>(lost) < kTraceOfAttempts * static_cast<double>(*values.attempts)) {
    return std::nullopt;
  }
  return fmt::format("the rate counts {} attempts of which {} got no answer",
                     grouped(static_cast<double>(*values.attempts)),
                     grouped(static_cast<double>(lost)));
}

Said redirects(const Evidence& evidence) {
  const auto& count = evidence.values.redirects;
  if (!count || *count == 0) return std::nullopt;
  return fmt::format("{} answers are redirects, which serve nothing, and are counted in the rate",
                     grouped(static_cast<double>(*count)));
}

Said socket_errors(const Evidence& evidence) {
  const auto& errors = evidence.values.socket_errors;
  if (!evidence.values.socket_errors_line) return std::nullopt;
  const bool is_readable = errors.connect && errors.read && errors.write && errors.timeout;
  if (!is_readable) return "the counts of socket errors cannot be read, or went beyond their limit";
  const auto failed = *errors.connect + *errors.read + *errors.write + errors.other.value_or(0);
  if (failed == 0) return std::nullopt;
  std::string said = fmt::format("socket errors: connect {}, read {}, write {}", *errors.connect,
                                 *errors.read, *errors.write);
  if (errors.other.value_or(0) > 0) said += fmt::format(", other {}", *errors.other);
  if (*errors.connect > 0) said += "; connections that were never open did no work";
  return said;
}

Said timeouts_all(const Evidence& evidence) {
  const auto& values = evidence.values;
  const auto& late = values.socket_errors.timeout;
  if (!late || *late == 0 || !values.requests) return std::nullopt;
  // At a depth a whole batch is one timeout; older clients count one answer several times.
  const auto& latency = values.latency_us;
  const bool is_untimed = latency.avg && latency.avg->value == 0 && !latency.within_stdev_pct;
  if (*late != *values.requests && !(is_untimed && *values.requests > 0)) return std::nullopt;
  return fmt::format("{} timeouts beside {} answers: none came in time to be timed", *late,
                     *values.requests);
}

Said timeouts(const Evidence& evidence) {
  const auto& late = evidence.values.socket_errors.timeout;
  if (!late || *late == 0 || timeouts_all(evidence)) return std::nullopt;
  return fmt::format(
      "{} answers came later than the timeout: counted in the rate, not in the "
      "latency, so the worst are missing from it",
      *late);
}

Said partial_run(const Evidence& evidence) {
  const auto& setting = evidence.reading.setting;
  const auto& took = evidence.values.duration_s;
  if (!took || setting.asked_s_low <= 0 || took->high() >= kPartial * setting.asked_s_low) {
    return std::nullopt;
  }
  return fmt::format(
      "the run took {:.4g} s of the {:.4g} s that were asked for: it was ended early", took->value,
      setting.asked_s_low);
}

Said duration_mismatch(const Evidence& evidence) {
  const auto& setting = evidence.reading.setting;
  const auto& took = evidence.values.duration_s;
  if (!took || setting.asked_s_high <= 0) return std::nullopt;
  const double longest =
      std::max(kOverrun * setting.asked_s_high, setting.asked_s_high + setting.duration_slack);
  if (took->low() <= longest) return std::nullopt;
  return fmt::format(
      "the run took {:.4g} s although {:.4g} s were asked for: the clock was set, or "
      "the client was held up",
      took->value, setting.asked_s_high);
}

Said few_samples(const Evidence& evidence) {
  const auto& values = evidence.values;
  if (!values.requests || *values.requests == 0) return std::nullopt;
  const auto requests = *values.requests;
  if (requests >= kFewRequests && requests > values.connections.value_or(0)) return std::nullopt;
  return fmt::format("only {} requests on {} connections: too few to rank", requests,
                     values.connections ? std::to_string(*values.connections) : "unknown");
}

Said connections_uneven(const Evidence& evidence) {
  const auto& values = evidence.values;
  const bool is_wrk = evidence.reading.tool.starts_with("wrk");
  if (!is_wrk || !values.threads || !values.connections || *values.threads == 0) {
    return std::nullopt;
  }
  const auto rest = *values.connections % *values.threads;
  if (rest == 0) return std::nullopt;
  return fmt::format("{} threads share {} connections: {} were never opened, {} were used",
                     *values.threads, *values.connections, rest, *values.connections - rest);
}

}  // namespace pacer::audit
