#pragma once

namespace pacer {

/// The places that one of k may take: from 1 + (how many are surely better) to k - (how many are
/// surely worse).
struct RankInterval {
  int best = 1;
  int worst = 1;

  bool operator==(const RankInterval&) const = default;
};

}  // namespace pacer
