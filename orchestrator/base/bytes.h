#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pacer {

/// Reads "512", "64KiB", "1MiB", "2GiB" (1024 each) and "64kB", "1MB", "2GB" (1000 each).
std::optional<std::uint64_t> parse_bytes(std::string_view text);

/// For people, 1024 each, three significant digits: "812 B", "4.82 MiB".
std::string humanize_bytes(double bytes);

}  // namespace pacer
