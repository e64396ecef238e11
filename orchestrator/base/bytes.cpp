#include "base/bytes.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>

namespace pacer {

std::optional<std::uint64_t> parse_bytes(std::string_view text) {
  struct Unit {
    std::string_view suffix;
    double bytes;
  };
  static constexpr std::array<Unit, 8> kUnits{{{"KiB", 1024.0},
                                               {"MiB", 1048576.0},
                                               {"GiB", 1073741824.0},
                                               {"kB", 1e3},
                                               {"MB", 1e6},
                                               {"GB", 1e9},
                                               {"B", 1},
                                               {"", 1}}};
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
    if (value * unit.bytes > 9e15) return std::nullopt;
    return static_cast<std::uint64_t>(std::llround(value * unit.bytes));
  }
  return std::nullopt;
}

std::string humanize_bytes(double bytes) {
  static constexpr std::array<std::string_view, 5> kNames{"B", "KiB", "MiB", "GiB", "TiB"};
  std::size_t unit = 0;
  while (bytes >= 999.5 && unit + 1 < kNames.size()) {
    bytes /= 1024;
    ++unit;
  }
  if (unit == 0) return fmt::format("{:.0f} B", bytes);
  // 1000 B are 0.977 KiB: below one, a third decimal keeps three significant digits.
  const int decimals = bytes >= 99.95 ? 0 : bytes >= 9.995 ? 1 : bytes >= 0.9995 ? 2 : 3;
  return fmt::format("{:.{}f} {}", bytes, decimals, kNames[unit]);
}

}  // namespace pacer
