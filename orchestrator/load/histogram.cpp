#include "load/histogram.h"

#include <algorithm>
#include <cmath>

namespace pacer::load {

Histogram::Histogram() : counts_(index_of(kHighest) + 1) {}

void Histogram::merge(const Histogram& other) {
  for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += other.counts_[i];
  count_ += other.count_;
  sum_ += other.sum_;
  max_ = std::max(max_, other.max_);
}

double Histogram::mean() const {
  if (count_ == 0) return 0;
  return static_cast<double>(sum_) / static_cast<double>(count_);
}

std::int64_t Histogram::highest_of(std::size_t index) {
  const auto at = static_cast<std::int64_t>(index);
  if (at < kSubBuckets) return at;
  const auto bucket = at / kHalf - 1;
  const auto sub_bucket = at % kHalf + kHalf;
  return ((sub_bucket + 1) << bucket) - 1;
}

std::int64_t Histogram::percentile(double percent) const {
  if (count_ == 0) return 0;
  const double rank = percent / 100 * static_cast<double>(count_);
  // As in HdrHistogram: a rank that is whole but for rounding must not become the next one.
  const auto wanted =
      std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::ceil(std::nextafter(rank, 0.0))));
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    seen += counts_[i];
    if (seen >= wanted) return std::min(highest_of(i), max_);
  }
  return max_;
}

std::uint64_t Histogram::count_above(std::int64_t value) const {
  value = std::clamp(value, kLowest, kHighest);
  std::uint64_t above = 0;
  for (auto i = index_of(value) + 1; i < counts_.size(); ++i) above += counts_[i];
  return above;
}

std::vector<std::uint64_t> Histogram::counts() const {
  auto last = counts_.size();
  while (last > 0 && counts_[last - 1] == 0) --last;
  return {counts_.begin(), counts_.begin() + static_cast<std::ptrdiff_t>(last)};
}

}  // namespace pacer::load
