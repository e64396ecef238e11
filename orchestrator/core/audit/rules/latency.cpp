#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/audit/rules/rules.h"

namespace pacer::audit {
namespace {

/// HdrHistogram keeps three digits: two figures of one value may differ by a thousandth.
constexpr double kHistogramStep = 1.002;
/// wrk stops its threads within a tenth of a second and waits for what is under way.
constexpr double kAfterTheEnd_s = 1;

bool is_above(const Figure& figure, const Figure& limit) {
  return figure.low() > kHistogramStep * limit.high();
}

bool has_answers(const Values& values) { return values.requests.value_or(0) > 0; }

/// Of any set of numbers not below 0 with this mean and maximum, variance <= (max - mean) × mean
/// (Bhatia and Davis 2000); the client's n - 1 instead of n is within the slack.
Said spread_beyond_range(const Spread& latency) {
  if (!latency.avg || !latency.stdev || !latency.max) return std::nullopt;
  constexpr double kSlack = 1.02;
  const double widest = (latency.max->high() - latency.avg->low()) * latency.avg->high();
  const double variance = std::max(0.0, latency.stdev->low()) * std::max(0.0, latency.stdev->low());
  if (variance <= kSlack * std::max(0.0, widest)) return std::nullopt;
  return fmt::format("a stdev of {} cannot be, with a mean of {} and a maximum of {}",
                     time_text(latency.stdev->value), time_text(latency.avg->value),
                     time_text(latency.max->value));
}

/// Mean and median are never further apart than one standard deviation (Hotelling and Solomons
/// 1932).
Said median_beyond_stdev(const Values& values) {
  const auto& latency = values.latency_us;
  if (!latency.avg || !latency.stdev || !values.percentiles_us) return std::nullopt;
  for (const auto& percentile : *values.percentiles_us) {
    if (percentile.label != "50" || !percentile.us || percentile.us->value == 0) continue;
    const double apart = std::abs(percentile.us->value - latency.avg->value);
    const double most =
        1.02 * latency.stdev->high() + latency.avg->rounding + percentile.us->rounding;
    if (apart <= most) continue;
    return fmt::format("a median of {} and a mean of {} are further apart than the stdev of {}",
                       time_text(percentile.us->value), time_text(latency.avg->value),
                       time_text(latency.stdev->value));
  }
  return std::nullopt;
}

Said beyond_maximum(const Values& values) {
  const auto& latency = values.latency_us;
  if (!latency.max) return std::nullopt;
  if (latency.avg && is_above(*latency.avg, *latency.max)) {
    return fmt::format("the mean of {} is above the maximum of {}", time_text(latency.avg->value),
                       time_text(latency.max->value));
  }
  if (!values.percentiles_us) return std::nullopt;
  for (const auto& percentile : *values.percentiles_us) {
    if (!percentile.us || !is_above(*percentile.us, *latency.max)) continue;
    return fmt::format("the {} % percentile of {} is above the maximum of {}", percentile.label,
                       time_text(percentile.us->value), time_text(latency.max->value));
  }
  return std::nullopt;
}

}  // namespace

Said latency_empty(const Evidence& evidence) {
  const auto& values = evidence.values;
  const auto& latency = values.latency_us;
  if (!has_answers(values)) return std::nullopt;
  const bool is_wrk = evidence.reading.tool.starts_with("wrk");
  const bool is_cut =
      std::any_of(evidence.reading.findings.begin(), evidence.reading.findings.end(),
                  [](const Finding& finding) { return finding.code == "truncated_field"; });
  // A suite's own file may keep less; wrk always prints a share, or nan for want of a sample.
  const bool is_empty = is_wrk ? !latency.within_stdev_pct && !is_cut
                               : evidence.reading.tool == "techempower" && !latency.avg && !is_cut;
  if (!is_empty) return std::nullopt;
  return "answers were counted, but not one was timed: the latency figures are those of no sample";
}

Said percentiles_zero(const Evidence& evidence) {
  const auto& values = evidence.values;
  if (!has_answers(values) || !values.percentiles_us || latency_empty(evidence)) {
    return std::nullopt;
  }
  std::string which;
  for (const auto& percentile : *values.percentiles_us) {
    if (!percentile.us || percentile.us->value != 0) continue;
    which += (which.empty() ? "" : ", ") + percentile.label + " %";
  }
  if (which.empty()) return std::nullopt;
  return fmt::format(
      "the percentiles {} are 0, and nothing is answered in no time: wrk's "
      "correction counts made-up samples that it then does not find "
      "(wg/wrk#236, #354)",
      which);
}

Said latency_garbage(const Evidence& evidence) {
  const auto& values = evidence.values;
  if (!has_answers(values) && values.requests) return std::nullopt;
  if (const auto said = beyond_maximum(values)) return said;
  if (!evidence.reading.setting.stdev_is_sound) return std::nullopt;
  if (const auto said = spread_beyond_range(values.latency_us)) return said;
  const auto share = values.latency_us.within_stdev_pct;
  if (share && *share > 100) return fmt::format("{} % of the samples cannot be", *share);
  return median_beyond_stdev(values);
}

Said percentiles_not_rising(const Evidence& evidence) {
  if (!evidence.values.percentiles_us) return std::nullopt;
  const Percentile* lower = nullptr;
  for (const auto& percentile : *evidence.values.percentiles_us) {
    // A 0 is the other rule's; it hides nothing of the rest.
    if (!percentile.us || percentile.us->value == 0) continue;
    const bool is_higher_rank = lower == nullptr || percentile.rank > lower->rank;
    if (lower != nullptr && (!is_higher_rank || percentile.us->high() < lower->us->low())) {
      return fmt::format("the {} % percentile of {} follows {} at {} %", percentile.label,
                         time_text(percentile.us->value), time_text(lower->us->value),
                         lower->label);
    }
    lower = &percentile;
  }
  return std::nullopt;
}

Said max_beyond_run(const Evidence& evidence) {
  const auto& took = evidence.values.duration_s;
  const auto& max = evidence.values.latency_us.max;
  const auto& avg = evidence.values.latency_us.avg;
  const auto& worst = max ? max : avg;
  if (!took || !worst) return std::nullopt;
  if (worst->low() <= 1e6 * (took->high() * 1.1 + kAfterTheEnd_s)) return std::nullopt;
  return fmt::format("a latency of {} in a run of {:.4g} s", time_text(worst->value), took->value);
}

Said max_beyond_timeout(const Evidence& evidence) {
  const auto& max = evidence.values.latency_us.max;
  const double timeout_s = evidence.reading.setting.timeout_s;
  const bool is_wrk = evidence.reading.tool == "wrk" || evidence.reading.tool == "techempower";
  if (!is_wrk || !max || timeout_s <= 0 || max->low() <= 1e6 * timeout_s) return std::nullopt;
  return fmt::format("a maximum of {} although wrk 4 records nothing beyond its timeout of {:g} s",
                     time_text(max->value), timeout_s);
}

Said percentile_beyond_samples(const Evidence& evidence) {
  const auto& values = evidence.values;
  if (!has_answers(values) || !values.percentiles_us) return std::nullopt;
  const auto depth = std::max<std::uint64_t>(1, evidence.reading.setting.depth.value_or(1));
  const auto samples = static_cast<double>(*values.requests) / static_cast<double>(depth);
  std::string which;
  for (const auto& percentile : *values.percentiles_us) {
    if (percentile.rank >= 100 || (1 - percentile.rank / 100) * samples >= 1) continue;
    which += (which.empty() ? "" : ", ") + percentile.label + " %";
  }
  if (which.empty()) return std::nullopt;
  return fmt::format("{} samples have no {} percentile: it is the maximum under another name",
                     grouped(std::floor(samples)), which);
}

}  // namespace pacer::audit
