#include "base/duration.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>

namespace pacer {
namespace {

struct Unit {
  std::string_view suffix;
  double microseconds;
};

// Longest suffix first: "ms" must not be read as "s".
constexpr std::array<Unit, 5> kUnits{
    {{"us", 1}, {"ms", 1e3}, {"s", 1e6}, {"m", 6e7}, {"h", 3.6e9}}};
constexpr double kLongestUs = 1000 * 3.6e9;

}  // namespace

std::optional<Duration> parse_duration(std::string_view text) {
  for (const auto& unit : kUnits) {
    if (!text.ends_with(unit.suffix)) continue;
    const auto digits = text.substr(0, text.size() - unit.suffix.size());
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    if (digits.empty() || !is_digit(digits.front()) || !is_digit(digits.back()))
      return std::nullopt;
    double value = 0;
    const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), value,
                                             std::chars_format::fixed);
    if (code != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
    const double us = value * unit.microseconds;
    if (!(us <= kLongestUs)) return std::nullopt;
    return Duration(std::llround(us));
  }
  return std::nullopt;
}

std::string format_duration(Duration duration) {
  const auto us = duration.count();
  if (us == 0) return "0s";
  if (us % 3'600'000'000 == 0) return fmt::format("{}h", us / 3'600'000'000);
  if (us % 60'000'000 == 0) return fmt::format("{}m", us / 60'000'000);
  if (us % 1'000'000 == 0) return fmt::format("{}s", us / 1'000'000);
  if (us % 1'000 == 0) return fmt::format("{}ms", us / 1'000);
  return fmt::format("{}us", us);
}

std::string humanize_duration(Duration duration) {
  const double us = static_cast<double>(duration.count());
  if (us < 999.5) return fmt::format("{:.3g} us", us);
  if (us < 999.5e3) return fmt::format("{:.3g} ms", us / 1e3);
  if (us < 59.95e6) return fmt::format("{:.3g} s", us / 1e6);
  const auto seconds = std::llround(us / 1e6);
  if (seconds < 3600) return fmt::format("{} min {} s", seconds / 60, seconds % 60);
  return fmt::format("{} h {} min", seconds / 3600, seconds % 3600 / 60);
}

double to_seconds(Duration duration) { return static_cast<double>(duration.count()) / 1e6; }

}  // namespace pacer
