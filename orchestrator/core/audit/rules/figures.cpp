#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/bytes.h"
#include "base/text.h"
#include "core/audit/rules/rules.h"

namespace pacer::audit {
namespace {

/// "HTTP/1.1 200" and two line ends: no answer over HTTP/1.1 is shorter.
constexpr double kShortestAnswer = 16;

struct Range {
  double low;
  double high;
};

/// What amount / duration can be, given the rounding of both. Nothing where the duration may be 0.
std::optional<Range> rate_range(const Figure& amount, const Figure& duration_s, double tolerance) {
  if (duration_s.low() <= 0) return std::nullopt;
  return Range{(1 - tolerance) * amount.low() / duration_s.high(),
               (1 + tolerance) * amount.high() / duration_s.low()};
}

bool is_outside(const Figure& printed, const Range& range) {
  return printed.high() < range.low || printed.low() > range.high;
}

bool is_derived(const Values& values, const char* field) {
  return std::find(values.derived.begin(), values.derived.end(), field) != values.derived.end();
}

}  // namespace

std::string grouped(double number) {
  if (!(std::abs(number) < 1e15)) return fmt::format("{:g}", number);
  const bool is_whole = number == std::floor(number);
  return group_thousands(fmt::format("{:.{}f}", number, is_whole ? 0 : 2));
}

std::string time_text(double us) {
  if (us < 1e3) return fmt::format("{:.4g} us", us);
  if (us < 1e6) return fmt::format("{:.4g} ms", us / 1e3);
  return fmt::format("{:.4g} s", us / 1e6);
}

Said rps_mismatch(const Evidence& evidence) {
  const auto& values = evidence.values;
  if (!values.rps || !values.requests || !values.duration_s || is_derived(values, "rps")) {
    return std::nullopt;
  }
  const Figure counted{static_cast<double>(values.attempts.value_or(*values.requests)), 0};
  const auto range =
      rate_range(counted, *values.duration_s, evidence.reading.setting.rps_tolerance);
  if (!range || !is_outside(*values.rps, *range)) return std::nullopt;
  return fmt::format("{} requests in {:.4g} s are {} to {} requests/s, not {}",
                     grouped(counted.value), values.duration_s->value, grouped(range->low),
                     grouped(range->high), grouped(values.rps->value));
}

Said transfer_mismatch(const Evidence& evidence) {
  const auto& values = evidence.values;
  if (!values.transfer_bytes_per_s || !values.bytes || !values.duration_s ||
      is_derived(values, "transfer_bytes_per_s")) {
    return std::nullopt;
  }
  constexpr double kTolerance = 0.002;
  const auto range = rate_range(*values.bytes, *values.duration_s, kTolerance);
  if (!range || !is_outside(*values.transfer_bytes_per_s, *range)) return std::nullopt;
  return fmt::format("{} in {:.4g} s are {}/s to {}/s, not {}/s",
                     humanize_bytes(values.bytes->value), values.duration_s->value,
                     humanize_bytes(range->low), humanize_bytes(range->high),
                     humanize_bytes(values.transfer_bytes_per_s->value));
}

Said bytes_too_few(const Evidence& evidence) {
  const auto& values = evidence.values;
  if (!evidence.reading.setting.bytes_have_heads || !values.bytes || !values.requests) {
    return std::nullopt;
  }
  const auto requests = static_cast<double>(*values.requests);
  if (values.bytes->high() >= kShortestAnswer * requests) return std::nullopt;
  return fmt::format("{} for {} answers are {:.3g} bytes each: not even a status line",
                     humanize_bytes(values.bytes->value), grouped(requests),
                     values.bytes->value / requests);
}

}  // namespace pacer::audit
