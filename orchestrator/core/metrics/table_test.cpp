#include "core/metrics/table.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "base/error.h"

namespace pacer {
namespace {

std::string shown(std::string_view key, double value) { return format_value(metric(key), value); }

TEST(Metrics, KeysAreUniqueAndDescribed) {
  std::set<std::string_view> keys;
  for (const auto& row : metrics()) {
    EXPECT_TRUE(keys.insert(row.key).second) << row.key << " stands twice";
    EXPECT_FALSE(row.title.empty()) << row.key;
    EXPECT_TRUE(row.help.ends_with('.')) << row.key << ": help is a sentence";
  }
}

TEST(Metrics, KeysEndInTheirUnit) {
  for (const auto& row : metrics()) {
    const auto ends = [&](std::string_view suffix) { return row.key.ends_with(suffix); };
    switch (row.display) {
      case Display::kMicroseconds:
        EXPECT_TRUE(ends("_us") || ends("_us_per_request") || row.key.starts_with("latency_us_p"))
            << row.key;
        break;
      case Display::kMilliseconds:
        EXPECT_TRUE(ends("_ms")) << row.key;
        break;
      case Display::kBytes:
        EXPECT_TRUE(ends("bytes")) << row.key;
        break;
      case Display::kBytesPerSecond:
        EXPECT_TRUE(ends("_bytes_per_s")) << row.key;
        break;
      case Display::kMicrojoules:
        EXPECT_TRUE(ends("_uj_per_request")) << row.key;
        break;
      case Display::kMegahertz:
        EXPECT_TRUE(ends("_mhz")) << row.key;
        break;
      case Display::kPercent:
        EXPECT_TRUE(ends("_share")) << row.key;
        break;
      case Display::kRate:
        EXPECT_TRUE(ends("_rps")) << row.key;
        break;
      case Display::kCount:
        break;
    }
  }
}

TEST(Metrics, TheTableShowsTheColumnsOfTheDesignInOrder) {
  std::vector<std::string_view> shown_keys;
  for (const auto& row : metrics()) {
    if (row.in_table) shown_keys.push_back(row.key);
  }
  EXPECT_EQ(shown_keys, (std::vector<std::string_view>{
                            "throughput_rps", "latency_mean_us", "latency_us_p50", "latency_us_p99",
                            "batch_cycle_us", "transfer_bytes_per_s", "server_cpu_us_per_request",
                            "server_instructions_per_request",
                            "server_user_instructions_per_request", "memory_cgroup_v2_peak_bytes",
                            "memory_cgroup_v1_peak_bytes", "memory_peak_bytes", "startup_ms",
                            "errors"}));
}

TEST(Metrics, AreFoundByKey) {
  EXPECT_EQ(metric("startup_ms").title, "startup");
  try {
    metric("latency_mean_ms");
    FAIL() << "an unknown metric was found";
  } catch (const Error& error) {
    EXPECT_EQ(error.render(),
              "error: unknown metric 'latency_mean_ms'; did you mean 'latency_mean_us'?");
  }
}

TEST(FormatValue, RatesHaveAtLeastThreeDigits) {
  EXPECT_EQ(shown("throughput_rps", 1234567.4), "1,234,567");
  EXPECT_EQ(shown("throughput_rps", 999.5), "1,000");
  EXPECT_EQ(shown("throughput_rps", 123.4), "123");
  EXPECT_EQ(shown("throughput_rps", 99.96), "100");
  EXPECT_EQ(shown("throughput_rps", 99.94), "99.9");
  EXPECT_EQ(shown("throughput_rps", 9.996), "10.0");
  EXPECT_EQ(shown("throughput_rps", 9.994), "9.99");
  EXPECT_EQ(shown("throughput_rps", 0.0123456), "0.0123");
  EXPECT_EQ(shown("throughput_rps", 0), "0");
}

TEST(FormatValue, CountsAreWholeUnlessTheirMedianIsNot) {
  EXPECT_EQ(shown("errors", 0), "0");
  EXPECT_EQ(shown("errors", 7), "7");
  EXPECT_EQ(shown("errors", 12345678), "12,345,678");
  EXPECT_EQ(shown("errors", 0.5), "0.500");
  EXPECT_EQ(shown("errors", 1500.5), "1,500");
}

TEST(FormatValue, MicrosecondsTakeTheUnitThatFits) {
  EXPECT_EQ(shown("latency_mean_us", 0), "0 us");
  EXPECT_EQ(shown("latency_mean_us", 0.4567), "0.457 us");
  EXPECT_EQ(shown("latency_mean_us", 0.99951), "1.00 us");
  EXPECT_EQ(shown("latency_mean_us", 84.21), "84.2 us");
  EXPECT_EQ(shown("latency_mean_us", 999.4), "999 us");
  EXPECT_EQ(shown("latency_mean_us", 999.6), "1.00 ms");
  EXPECT_EQ(shown("latency_mean_us", 1552), "1.55 ms");
  EXPECT_EQ(shown("latency_mean_us", 999.4e3), "999 ms");
  EXPECT_EQ(shown("latency_mean_us", 999.6e3), "1.00 s");
  EXPECT_EQ(shown("latency_mean_us", 61.5e6), "61.5 s");
}

TEST(FormatValue, MillisecondsTakeTheUnitThatFits) {
  EXPECT_EQ(shown("startup_ms", 3.456), "3.46 ms");
  EXPECT_EQ(shown("startup_ms", 999.4), "999 ms");
  EXPECT_EQ(shown("startup_ms", 999.6), "1.00 s");
  EXPECT_EQ(shown("startup_ms", 12345), "12.3 s");
}

TEST(FormatValue, BytesAndShares) {
  EXPECT_EQ(shown("memory_peak_bytes", 123456789), "118 MiB");
  EXPECT_EQ(shown("transfer_bytes_per_s", 5054000), "4.82 MiB/s");
  EXPECT_EQ(shown("client_cpu_share", 0.9337), "93.4 %");
  EXPECT_EQ(shown("steal_share", 0), "0.0 %");
}

}  // namespace
}  // namespace pacer
