#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace pacer::load {

/// Counts of values (here: nanoseconds) in log-linear buckets of three significant digits, from 1
/// to one hour; what is longer is counted as one hour. The layout is that of HdrHistogram
/// (Gil Tene, https://github.com/HdrHistogram/HdrHistogram, AbstractHistogram.java) made with
/// (1, 3'600'000'000'000, 3): the same value falls into the same bucket, so that its tools read it.
class Histogram {
 public:
  static constexpr std::int64_t kLowest = 1;
  static constexpr std::int64_t kHighest = 3'600'000'000'000;
  static constexpr int kSignificantDigits = 3;

  Histogram();

  void record(std::int64_t value) { record(value, 1); }
  /// Values under 1 (a clock that stood still) are counted as 1.
  void record(std::int64_t value, std::uint64_t times) {
    value = value < kLowest ? kLowest : value > kHighest ? kHighest : value;
    counts_[index_of(value)] += times;
    count_ += times;
    sum_ += static_cast<std::uint64_t>(value) * times;
    if (value > max_) max_ = value;
  }
  void merge(const Histogram& other);

  std::uint64_t count() const { return count_; }
  /// Exact, not rounded to a bucket; 0 where nothing was recorded.
  std::int64_t max() const { return max_; }
  double mean() const;
  /// The largest value that shares a bucket with the value at this percentile (0 to 100), as in
  /// HdrHistogram, but never over max(); 0 where nothing was recorded.
  std::int64_t percentile(double percent) const;
  /// How many values lie above the bucket of `value`.
  std::uint64_t count_above(std::int64_t value) const;

  /// In the order of their values, up to the last that is not zero.
  std::vector<std::uint64_t> counts() const;

 private:
  static constexpr int kSubBucketBits = 11;  ///< 2,048 > 2 × 10^3
  static constexpr int kSubBuckets = 1 << kSubBucketBits;
  static constexpr int kHalf = kSubBuckets / 2;

  static std::size_t index_of(std::int64_t value) {
    const auto bits = static_cast<std::uint64_t>(value) | (kSubBuckets - 1);
    const int bucket = 64 - kSubBucketBits - std::countl_zero(bits);
    return static_cast<std::size_t>((static_cast<std::int64_t>(bucket) << (kSubBucketBits - 1)) +
                                    (value >> bucket));
  }
  static std::int64_t highest_of(std::size_t index);

  std::vector<std::uint64_t> counts_;
  std::uint64_t count_ = 0;
  std::uint64_t sum_ = 0;
  std::int64_t max_ = 0;
};

}  // namespace pacer::load
