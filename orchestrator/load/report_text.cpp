#include "load/report_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/bytes.h"
#include "base/text.h"

namespace pacer::load {
namespace {

/// A percentile needs this many values beyond it, else it is a single value's whim.
constexpr double kLeastBeyond = 10;

std::string grouped(std::uint64_t number) { return group_thousands(std::to_string(number)); }

std::string number_of(std::uint64_t number, const std::string& thing) {
  return grouped(number) + " " + thing + (number == 1 ? "" : "s");
}

std::string time_text(double ns) { return humanize_duration(Duration(std::llround(ns / 1000))); }

std::string line(std::string_view name, std::string_view value) {
  return fmt::format("  {:<12}{}\n", name, value);
}

std::string what_was_done(const Report& report, const Options& options) {
  auto text = number_of(static_cast<std::uint64_t>(options.connections), "connection") + ", " +
              number_of(static_cast<std::uint64_t>(options.threads), "thread");
  if (report.open_loop) {
    text = fmt::format("open loop, {} requests/s, ", grouped(report.open_loop->rate_per_s)) + text;
    if (options.depth > 1) text += fmt::format(", at most {} on their way each", options.depth);
  } else {
    text = "closed loop, " + text;
    if (options.depth > 1 && options.sliding) {
      text += fmt::format(", a sliding window of {} requests each", options.depth);
    } else if (options.depth > 1) {
      text += fmt::format(", batches of {} requests", options.depth);
    }
  }
  return text;
}

std::string errors_text(const Report& report) {
  const auto& counts = report.counts;
  if (counts.errors() == 0) return line("errors", "none");
  std::string text;
  const auto add = [&](std::uint64_t number, const std::string& what) {
    if (number > 0) text += line(text.empty() ? "errors" : "", what);
  };
  for (std::size_t i = 0; i < kFaults; ++i) {
    const auto fault = static_cast<Fault>(i);
    const auto found = report.evidence.find(fault);
    const auto why = found == report.evidence.end() ? "" : " (first: " + found->second + ")";
    auto name = fault_name(fault);
    std::replace(name.begin(), name.end(), '_', ' ');
    add(counts.faults[i], grouped(counts.faults[i]) + " " + name + why);
  }
  for (std::size_t status = 0; status < counts.wrong_status.size(); ++status) {
    const auto number = counts.wrong_status[status];
    add(number, fmt::format("{} of status {}", number_of(number, "answer"), status));
  }
  add(counts.wrong_body, number_of(counts.wrong_body, "answer") + " with a wrong body");
  add(counts.lost, number_of(counts.lost, "request") + " lost by that");
  return text;
}

std::string latency_text(const Report& report, const Options& options) {
  const auto& latency = report.latency_ns;
  if (latency.count() == 0) return "";
  std::string text;
  for (const double percent : {50.0, 75.0, 90.0, 99.0, 99.9, 99.99}) {
    const auto value = latency.percentile(percent);
    const double beyond = static_cast<double>(latency.count()) * (100 - percent) / 100;
    const bool enough = beyond >= kLeastBeyond;
    text += line(text.empty() ? "latency" : "",
                 fmt::format("p{:<7} {:>9}", fmt::format("{}", percent),
                             enough ? time_text(static_cast<double>(value)) : "-"));
  }
  text +=
      line("", fmt::format("{:<8} {:>9}", "max", time_text(static_cast<double>(latency.max()))));
  text += line("", fmt::format("{:<8} {:>9}", "mean", time_text(latency.mean())));
  if (!report.open_loop && options.depth > 1 && !options.sliding) {
    text += line("", "each request from its batch's send time");
  }
  return text;
}

std::string open_loop_text(const Report& report) {
  if (!report.open_loop) return "";
  const auto& open = *report.open_loop;
  auto text = line("schedule", fmt::format("{} due, {} sent in time{}", grouped(open.scheduled),
                                           grouped(open.sent_in_time),
                                           open.valid() ? "" : ": the rate was not sustained"));
  text += line(
      "client lag",
      fmt::format("p50 {}, p99 {}{}", time_text(static_cast<double>(open.lag_ns.percentile(50))),
                  time_text(static_cast<double>(open.lag_ns.percentile(99))),
                  open.upper_bound(report.latency_ns)
                      ? ": the latencies are upper bounds; a free CPU helps, with --spin"
                      : ""));
  return text;
}

std::string connections_text(const Counts& counts, const Options& options) {
  auto text = fmt::format("{} of {} served", grouped(counts.served), grouped(options.connections));
  if (counts.reopened > 0) text += fmt::format(", {} reopened", grouped(counts.reopened));
  if (counts.announced_closes > 0) {
    text += fmt::format(", {} as announced", number_of(counts.announced_closes, "close"));
  }
  if (counts.idle_closes > 0) {
    text += fmt::format(", {} while nothing was due", number_of(counts.idle_closes, "close"));
  }
  return line("connections", text);
}

std::string stalls_text(const Report& report) {
  if (report.stalls.empty()) return "";
  const auto longest = *std::max_element(
      report.stalls.begin(), report.stalls.end(),
      [](const Stall& a, const Stall& b) { return a.end_ns - a.begin_ns < b.end_ns - b.begin_ns; });
  return line(
      "stalls",
      fmt::format("{}, the longest of {} from {} on: nothing was answered", report.stalls.size(),
                  time_text(static_cast<double>(longest.end_ns - longest.begin_ns)),
                  time_text(static_cast<double>(longest.begin_ns))));
}

}  // namespace

std::string fault_name(Fault fault) {
  switch (fault) {
    case Fault::kConnect:
      return "connect";
    case Fault::kReset:
      return "reset";
    case Fault::kTimeout:
      return "timeout";
    case Fault::kEarlyClose:
      return "early_close";
    case Fault::kMalformed:
      break;
  }
  return "malformed";
}

std::string report_text(const Report& report, const Options& options) {
  const auto& counts = report.counts;
  const double seconds = static_cast<double>(report.duration_us) / 1e6;
  const double per_s = seconds > 0 ? static_cast<double>(counts.right) / seconds : 0;
  const double bytes_per_s = seconds > 0 ? static_cast<double>(counts.bytes) / seconds : 0;
  const auto cpu_us = static_cast<double>(report.cpu_user_us + report.cpu_system_us);
  auto text = fmt::format("{}\n{}\n", options.url, what_was_done(report, options));
  text += line("right", fmt::format("{} answers in {:.2f} s", grouped(counts.right), seconds));
  text += line("throughput", fmt::format("{} requests/s, {}/s",
                                         grouped(static_cast<std::uint64_t>(std::llround(per_s))),
                                         humanize_bytes(bytes_per_s)));
  text += errors_text(report);
  text += connections_text(counts, options);
  text += stalls_text(report);
  text += open_loop_text(report);
  text += latency_text(report, options);
  if (counts.answers > 0) {
    text += line("client CPU",
                 fmt::format("{:.3g} us/request", cpu_us / static_cast<double>(counts.answers)));
  }
  if (report.interrupted) text += "interrupted: this is what was measured so far\n";
  if (report.gave_up) text += "gave up: no connection could be opened any more\n";
  if (report.out_of_time) {
    text += fmt::format("gave up: {} of {} were answered within {}\n", grouped(counts.answers),
                        number_of(options.requests.value_or(0), "request"),
                        format_duration(options.at_most.value_or(Duration::zero())));
  }
  return text;
}

}  // namespace pacer::load
