#pragma once

#include <cstdint>

#include "core/yaml/kind.h"

namespace pacer {

/// What a plan may ask for, in its file as on the command line.
inline constexpr yaml::Range kThreads{1, 1024};
inline constexpr yaml::Range kConnections{1, 100'000};
inline constexpr yaml::Range kPipeline{1, 1000};
inline constexpr std::size_t kMostSettings = 16;  ///< of one field, and of a plan together
inline constexpr yaml::Range kRepetitions{1, 1000};
inline constexpr yaml::Range kLatencyRate{1, 10'000'000};  ///< requests a second
inline constexpr std::size_t kMostLatencyRates = 16;
inline constexpr yaml::Range kCapacityPercent{1, 100};
/// Requests of a load by number.
inline constexpr std::uint64_t kMostRequests = 1'000'000'000'000;
inline constexpr yaml::Range kPort{1, 65'535};
inline constexpr yaml::DurationRange kLoad{false, std::chrono::hours(24)};
inline constexpr yaml::DurationRange kWarmup{true, std::chrono::hours(1)};
inline constexpr yaml::DurationRange kQuietWithin{true, std::chrono::hours(24)};

}  // namespace pacer
