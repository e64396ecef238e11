#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace pacer {

enum class Better { kHigher, kLower, kNeither };

/// How a value is printed.
enum class Display {
  kCount,
  kRate,
  kMicroseconds,
  kMilliseconds,
  kBytes,
  kBytesPerSecond,
  kPercent,
  kMicrojoules,
  kMegahertz
};

/// One row per metric; columns of every output follow from this table.
struct Metric {
  std::string_view key;    ///< as in samples.jsonl and --json, with its unit: "latency_mean_us"
  std::string_view title;  ///< column head of the text table
  Display display;
  Better better;
  bool in_table;  ///< shown as a column of its own
  std::string_view help;
};

const std::vector<Metric>& metrics();

/// One way to tell the peak memory of a server's tree. Figures of two methods say different things
/// and never stand in one column.
struct MemoryMethod {
  const char* key;        ///< of the metric
  std::string_view name;  ///< "cgroup_v2"
  std::string_view note;  ///< a sentence for those who read the figure
};

/// Nullptr where the metric is none of memory by a method.
const MemoryMethod* memory_method(std::string_view key);
/// The best for which `is_whole` finds its metric in all that is to be compared; where there is
/// none, the one that is always had.
const MemoryMethod& best_memory_method(const std::function<bool(const char* key)>& is_whole);

/// Throws Error (with "did you mean") where there is none of that key.
const Metric& metric(std::string_view key);
/// For people: three significant digits and the unit that fits, "1.55 ms"; counts and rates from
/// 100 on in full, "123,456"; shares with one decimal, "93.4 %".
std::string format_value(const Metric& metric, double value);

}  // namespace pacer
